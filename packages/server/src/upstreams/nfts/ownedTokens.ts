/** Which tokens came to an account, from a chain's logs. Sources: EIP-20, EIP-721, EIP-1155. */
import { decodeAbiParameters, type Hex, pad } from 'viem'
import type { Clock } from '../../ports.ts'
import {
  byBlock,
  createAccountScan,
  isFurther,
  type NodeLog,
  type ScanStore,
  type ScanSubject,
} from '../accountScan.ts'
import type { RpcPool } from '../rpcPool.ts'
import type { ReceivedToken } from './receivedToken.ts'
import { readScan, type Scan, tokenKey, writeScan } from './rememberedScan.ts'

/**
 * What came, newest first, each token once: NFTs, and contracts of fungible tokens in lower case. `isWhole`: the chain was read
 * back to its first block.
 */
export type ReceivedTokens = {
  readonly tokens: readonly ReceivedToken[]
  readonly coins: readonly Hex[]
  readonly isWhole: boolean
}

/** Finds the tokens that came to an account; whether it still has them is not said. Throws `RequestError` UPSTREAM_UNAVAILABLE. */
export type OwnedTokens = (parameters: { pool: RpcPool; owner: Hex }) => Promise<ReceivedTokens>

/** NFTs that are remembered of one account and chain; of more the oldest go. */
export const RECEIVED_LIMIT = 2_000

/** Contracts of fungible tokens that are remembered of one account and chain; of more the oldest go. */
export const COIN_LIMIT = 200

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

type Found = { readonly token: ReceivedToken } | { readonly coin: Hex; readonly block: bigint }

const RECEIVED: ScanSubject<Scan> = {
  nothing: { tokens: new Map(), coins: new Map(), from: 0n, to: -1n, isCut: false },
  topics(owner) {
    const whom = pad(owner).toLowerCase()
    return [
      [TRANSFER, null, whom],
      [[TRANSFER_SINGLE, TRANSFER_BATCH], null, null, whom],
    ]
  },
  add(before, logs) {
    const tokens = new Map(before.tokens)
    const coins = new Map(before.coins)
    for (const each of logs.flatMap(readLog)) {
      if ('coin' in each) {
        if ((coins.get(each.coin) ?? -1n) < each.block) coins.set(each.coin, each.block)
        continue
      }
      const { token } = each
      const id = tokenKey(token)
      if ((tokens.get(id)?.block ?? -1n) < token.block) tokens.set(id, token)
    }
    const newestCoins = [...coins].sort(([, a], [, b]) => byBlock(a, b)).slice(0, COIN_LIMIT)
    const newestTokens = [...tokens].sort(([, a], [, b]) => byBlock(a.block, b.block)).slice(0, RECEIVED_LIMIT)
    const isAll = newestCoins.length === coins.size && newestTokens.length === tokens.size
    return { tokens: new Map(newestTokens), coins: new Map(newestCoins), isCut: !isAll }
  },
  // Accounts that nothing came to are not kept, so that nobody pushes others out with addresses that nobody has.
  isNews(scan, saved) {
    if (scan.tokens.size === 0 && scan.coins.size === 0) return false
    return (
      saved === undefined ||
      isFurther(scan, saved) ||
      scan.tokens.size !== saved.tokens.size ||
      scan.coins.size !== saved.coins.size ||
      [...scan.tokens].some(([key, each]) => saved.tokens.get(key)?.block !== each.block) ||
      [...scan.coins.keys()].some((coin) => !saved.coins.has(coin))
    )
  },
  write: writeScan,
  read: readScan,
}

/** Reads transfer logs from the newest block backwards, and remembers how far it came (`accountScan.ts`). */
export function createLogScan(parameters: { clock: Clock; store?: ScanStore | undefined }): OwnedTokens {
  const read = createAccountScan(RECEIVED, parameters)
  return async (account) => {
    const scan = await read(account)
    const tokens = [...scan.tokens.values()].sort((a, b) => byBlock(a.block, b.block))
    const coins = [...scan.coins].sort(([, a], [, b]) => byBlock(a, b)).map(([contract]) => contract)
    return { tokens, coins, isWhole: scan.from === 0n && !scan.isCut }
  }
}

/** The tokens of one log; none of a log that is not what was asked for. */
function readLog(log: NodeLog): readonly Found[] {
  const [kind, , , last] = log.topics
  const contract = log.address.toLowerCase() as Hex
  const block = BigInt(log.blockNumber)
  if (kind === TRANSFER) {
    // ERC-20 tells the amount in the data, ERC-721 the id in a topic.
    if (last === undefined) return [{ coin: contract, block }]
    return [{ token: { standard: 'ERC721', contract, tokenId: BigInt(last), block } }]
  }
  try {
    const ids =
      kind === TRANSFER_SINGLE
        ? [decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], log.data)[0]]
        : decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], log.data)[0]
    return ids.slice(0, RECEIVED_LIMIT).map((tokenId) => ({ token: { standard: 'ERC1155', contract, tokenId, block } }))
  } catch {
    return []
  }
}

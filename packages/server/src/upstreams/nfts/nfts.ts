/** NFTs of an account. Sources: EIP-721, EIP-1155, Metaplex Token Metadata, Token-2022's metadata extension. */
import { NFT_PAGE_SIZE, type NftItem } from '@latchkey/wire'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { cleanText } from '../../directory/cleanText.ts'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { readMintTexts, readSolanaNfts, type SolanaToken } from '../balances/solanaTokens.ts'
import { callMany, toAmount } from '../multicall.ts'
import { namespaceOf } from '../namespaceOf.ts'
import type { RpcPool } from '../rpcPool.ts'
import { looksLikeSpam } from './looksLikeSpam.ts'
import { fillTokenId } from './metadata.ts'
import type { OwnedTokens } from './ownedTokens.ts'
import type { ReceivedToken } from './receivedToken.ts'

/** How long a list of NFTs is remembered, in ms: about a block, as balances. */
export const NFTS_LIFETIME_MS = 10_000

/** One page, the chains that could not be read, and those that were read in part. */
export type NftList = {
  readonly data: readonly NftItem[]
  readonly next: string | null
  readonly unavailable: readonly string[]
  readonly incomplete: readonly string[]
}

/** Reads which NFTs an address holds. */
export type Nfts = {
  /**
   * One page of NFTs of an EVM or a Solana address, chain after chain of its namespace as configured; newest first, on Solana by
   * mint. A chain that cannot be read is named in `unavailable`. Throws `RequestError` UPSTREAM_UNAVAILABLE when nothing could be read, CHAIN_UNSUPPORTED, INPUT_INVALID for
   * a cursor that is not ours.
   */
  fetchNfts(parameters: {
    address: string
    networkId?: string | undefined
    cursor?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<NftList>
  /**
   * Where one NFT keeps what it says about itself, whoever holds it; null where it says nothing. Throws `RequestError` UPSTREAM_UNAVAILABLE, CHAIN_UNSUPPORTED.
   */
  findUri(parameters: { networkId: string; contract: string; tokenId: bigint }): Promise<string | null>
}

/** What an NFT says about itself. Texts are clean, pictures are addresses of this gateway. */
export type NftDetails = Pick<NftItem, 'name' | 'description' | 'imageUrl' | 'largeImageUrl' | 'traits' | 'metadata'>

/** Reads what NFTs say about themselves, each in its place. Never rejects: what could not be read says so. */
export type DescribeNfts = (
  tokens: readonly { readonly id: string; readonly uri: string | null; readonly tokenId: bigint }[],
) => Promise<readonly NftDetails[]>

/** On Solana `contract` is the mint, and there is no block. */
type HeldToken = Pick<ReceivedToken, 'tokenId' | 'block'> & {
  readonly standard: NftItem['standard']
  readonly contract: string
  readonly program?: SolanaToken['program'] | undefined
}
type Held = { readonly token: HeldToken; readonly amount: bigint }
/** Where a token keeps what it says of itself, what it is called on the chain, and its collection. */
type Words = { readonly collection: string | null; readonly uri: string | null; readonly name?: string | null }
const NO_WORDS: Words = { collection: null, uri: null }
type ChainNfts = { readonly held: readonly Held[]; readonly isWhole: boolean }

const tokenAbi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
])

/** Makes the reader over the configured chains. */
export function createNfts(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  findReceived: OwnedTokens
  describe: DescribeNfts
  clock: Clock
}): Nfts {
  const lists = createExpiringCache<ChainNfts>({
    clock: parameters.clock,
    lifetimeMs: NFTS_LIFETIME_MS,
    maxEntries: 1_000,
  })

  async function fetchNfts(query: Parameters<Nfts['fetchNfts']>[0]): Promise<NftList> {
    const { networkId, signal } = query
    const namespace = query.address.startsWith('0x') ? 'eip155' : 'solana'
    const chains = parameters.chains.filter(({ id }) => namespaceOf(id) === namespace && (networkId ?? id) === id)
    if (chains.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${networkId ?? 'at all'}.`, {
        field: 'chainId',
      })
    }
    const owner = namespace === 'eip155' ? query.address.toLowerCase() : query.address
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
    const results = await Promise.allSettled(
      chains.map((chain) => lists.get(`${chain.id}|${owner}`, () => readChain(chain, owner))),
    )
    const unavailable: string[] = []
    const incomplete: string[] = []
    const all: { chain: ChainConfig; held: Held }[] = []
    let failure: unknown
    for (const [index, result] of results.entries()) {
      const chain = chains[index]
      if (chain === undefined) continue
      if (result.status === 'rejected') {
        if (!(result.reason instanceof RequestError)) throw result.reason
        failure = result.reason
        unavailable.push(chain.id)
        continue
      }
      if (!result.value.isWhole) incomplete.push(chain.id)
      all.push(...result.value.held.map((held) => ({ chain, held })))
    }
    if (unavailable.length === chains.length) throw failure
    const start = after === undefined ? 0 : placeAfter(all, after, chains)
    const page = all.slice(start, start + NFT_PAGE_SIZE)
    const last = page.at(-1)
    return {
      data: await describePage(page, signal),
      next: last !== undefined && start + page.length < all.length ? writeCursor(last) : null,
      unavailable,
      incomplete,
    }
  }

  /** Shared by all who ask at the same time, so no one of them can end it. */
  async function readChain(chain: ChainConfig, whose: string): Promise<ChainNfts> {
    const pool = poolOf(chain)
    if (namespaceOf(chain.id) === 'solana') return readSolana(pool, whose)
    const owner = whose as Hex
    const { tokens, isWhole } = await parameters.findReceived({ pool, owner })
    const answers = await callMany(
      pool,
      chain,
      tokens.map(({ standard, contract, tokenId }) => ({
        target: contract,
        callData:
          standard === 'ERC721'
            ? encodeFunctionData({ abi: tokenAbi, functionName: 'ownerOf', args: [tokenId] })
            : encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner, tokenId] }),
      })),
    )
    const held = tokens.flatMap((token, index): Held[] => {
      const word = toAmount(answers[index]) ?? 0n
      const amount = token.standard === 'ERC1155' ? word : word === BigInt(owner) ? 1n : 0n
      return amount > 0n ? [{ token, amount }] : []
    })
    return { held, isWhole }
  }

  async function readSolana(pool: RpcPool, owner: string): Promise<ChainNfts> {
    const { mints, isWhole } = await readSolanaNfts(pool, owner)
    return {
      isWhole,
      held: mints.map(({ mint, program }) => ({
        amount: 1n,
        token: { standard: 'METAPLEX', contract: mint, tokenId: 0n, block: 0n, program },
      })),
    }
  }

  async function describePage(
    page: readonly { chain: ChainConfig; held: Held }[],
    signal: AbortSignal | undefined,
  ): Promise<readonly NftItem[]> {
    const words = new Map<string, Words>()
    await Promise.all(
      [...new Set(page.map(({ chain }) => chain))].map(async (chain) => {
        const own = page.filter((each) => each.chain === chain)
        const found = await readWords(
          chain,
          own.map(({ held }) => held.token),
          signal,
        )
        for (const [index, each] of own.entries()) words.set(keyOf(each), found[index] ?? NO_WORDS)
      }),
    )
    const details = await parameters.describe(
      page.map((each) => ({
        id: keyOf(each),
        uri: words.get(keyOf(each))?.uri ?? null,
        tokenId: each.held.token.tokenId,
      })),
    )
    return page.flatMap((each, index): NftItem[] => {
      const known = details[index]
      if (known === undefined) return []
      const { chain, held } = each
      const { collection, name: chainName } = words.get(keyOf(each)) ?? NO_WORDS
      const name = known.name ?? chainName ?? null
      return [
        {
          chainId: chain.id,
          contract: held.token.contract,
          tokenId: String(held.token.tokenId),
          standard: held.token.standard,
          quantity: String(held.amount),
          collection,
          ...known,
          name,
          isSpam: [name, collection, known.description].some((text) => text != null && looksLikeSpam(text)),
        },
      ]
    })
  }

  /** Where each token keeps its metadata, and what its collection is called. A node that is away leaves both unknown. */
  async function readWords(
    chain: ChainConfig,
    tokens: readonly HeldToken[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Words[]> {
    if (namespaceOf(chain.id) === 'solana') return readSolanaWords(poolOf(chain), tokens)
    const calls = tokens.flatMap(({ standard, contract, tokenId }) => [
      {
        target: contract as Hex,
        callData:
          standard === 'ERC721'
            ? encodeFunctionData({ abi: tokenAbi, functionName: 'tokenURI', args: [tokenId] })
            : encodeFunctionData({ abi: tokenAbi, functionName: 'uri', args: [tokenId] }),
      },
      { target: contract as Hex, callData: encodeFunctionData({ abi: tokenAbi, functionName: 'name' }) },
    ])
    const answers = await callMany(poolOf(chain), chain, calls, signal)
    return tokens.map(({ tokenId, standard }, index) => {
      const uri = readText(answers[index * 2], 'tokenURI')
      const collection = cleanText(readText(answers[index * 2 + 1], 'name') ?? '')
      return {
        uri: uri === null || standard === 'ERC721' ? uri : fillTokenId(uri, tokenId),
        collection: collection === '' ? null : collection,
      }
    })
  }

  function poolOf(chain: ChainConfig): RpcPool {
    const pool = parameters.pools.get(chain.id)
    if (pool === undefined) throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${chain.id}.`)
    return pool
  }

  async function findUri(query: Parameters<Nfts['findUri']>[0]): Promise<string | null> {
    const chain = parameters.chains.find(({ id }) => id === query.networkId)
    if (chain === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${query.networkId}.`, { field: 'imageId' })
    }
    if (namespaceOf(chain.id) === 'solana') {
      const [words] = await readSolanaWords(poolOf(chain), [query])
      return words?.uri ?? null
    }
    const target = query.contract as Hex
    const [single, multiple] = await callMany(poolOf(chain), chain, [
      { target, callData: encodeFunctionData({ abi: tokenAbi, functionName: 'tokenURI', args: [query.tokenId] }) },
      { target, callData: encodeFunctionData({ abi: tokenAbi, functionName: 'uri', args: [query.tokenId] }) },
    ])
    const uri = readText(single, 'tokenURI')
    if (uri !== null) return uri
    const shared = readText(multiple, 'tokenURI')
    return shared === null ? null : fillTokenId(shared, query.tokenId)
  }

  return { fetchNfts, findUri }
}

/** What mints say of themselves. Which program a mint is of is not always known: then both places are looked at. */
async function readSolanaWords(
  pool: RpcPool,
  tokens: readonly Pick<HeldToken, 'contract' | 'program'>[],
): Promise<readonly Words[]> {
  const texts = await readMintTexts(
    pool,
    tokens.map(({ contract, program = 'token2022' }) => ({ mint: contract, program })),
  )
  return tokens.map(({ contract }) => {
    const text = texts.get(contract)
    if (text === undefined) return NO_WORDS
    return {
      name: cleanText(text.name) || null,
      collection: cleanText(text.symbol) || null,
      uri: text.uri.trim() || null,
    }
  })
}

function readText(data: Hex | undefined, functionName: 'tokenURI' | 'name'): string | null {
  if (data === undefined) return null
  try {
    const text = decodeFunctionResult({ abi: tokenAbi, functionName, data })
    return text === '' ? null : text
  } catch {
    return null
  }
}

function keyOf({ chain, held: { token } }: { chain: ChainConfig; held: Held }): string {
  return `${chain.id}:${token.contract}:${token.tokenId}`
}

/** Names the last of a page by what it is, so that a token that comes or goes in between moves nothing else. */
function writeCursor(last: { chain: ChainConfig; held: Held }): string {
  return Buffer.from(`${last.held.token.block}|${keyOf(last)}`).toString('base64url')
}

type Cursor = { readonly block: bigint; readonly networkId: string; readonly key: string }

/** A block, and what `keyOf` gives. */
const CURSOR =
  /^(\d{1,20})\|((eip155:\d{1,16}):0x[0-9a-f]{40}:\d{1,78}|(solana:[1-9A-HJ-NP-Za-km-z]{32}):[1-9A-HJ-NP-Za-km-z]{32,44}:0)$/

function readCursor(text: string): Cursor {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const [, block, key, evm, solana] = match ?? []
  const networkId = evm ?? solana
  if (block === undefined || key === undefined || networkId === undefined) {
    throw new RequestError('INPUT_INVALID', 'cursor: this gateway gave no such cursor.', { field: 'cursor' })
  }
  return { block: BigInt(block), networkId, key }
}

/** Where the next page begins: behind the last of the page before, or, where that has gone, behind what was newer than it. */
function placeAfter(
  all: readonly { chain: ChainConfig; held: Held }[],
  after: Cursor,
  chains: readonly ChainConfig[],
): number {
  const found = all.findIndex((each) => keyOf(each) === after.key)
  if (found >= 0) return found + 1
  const order = (id: string) => chains.findIndex((chain) => chain.id === id)
  const place = all.findIndex((each) => {
    if (each.chain.id !== after.networkId) return order(each.chain.id) > order(after.networkId)
    // Mints stand in the order of their addresses.
    return each.held.token.standard === 'METAPLEX' ? keyOf(each) > after.key : each.held.token.block < after.block
  })
  return place < 0 ? all.length : place
}

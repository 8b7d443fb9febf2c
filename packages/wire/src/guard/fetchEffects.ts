/**
 * What a transaction of eip155 would change for the account, by a node. Balances are read before and after within one
 * simulation, because logs of frames that reverted are there as well; where a node has no `eth_simulateV1`, by the difference
 * of the state (`debug_traceCall`, prestateTracer) laid over the chain. Source: execution-apis, eth_simulateV1.
 */
import { decodeTransaction, type EvmTransaction } from './decodeTransaction.ts'
import type { AssetChange, Effects } from './effects.ts'
import { type Hex, readAbi } from './readAbi.ts'

/** Asks a node of the network; rejects where it refuses or cannot be reached. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Tokens and items that are asked about. More makes the effects incomplete. */
const MOST_ASSETS = 24

/** Logs that are looked through for tokens. */
const MOST_LOGS = 1000

/** Stands in no chain; in the simulation it has the code below. */
const PROBE: Hex = '0x00000000000000000000004c6174636850726f62'

/** Answers the balance of the address that it is called with: `CALLDATALOAD(0) BALANCE`, stored and returned. */
const PROBE_CODE: Hex = '0x6000353160005260206000f3'

/** First four bytes of the hashes of what tokens are asked. */
const BALANCE_OF = '70a08231'
const BALANCE_OF_ITEM = '00fdd58e'
const SYMBOL = '95d89b41'
const DECIMALS = '313ce567'

/** `Transfer` of ERC-20 and ERC-721, `TransferSingle` and `TransferBatch` of ERC-1155, hashed. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Something whose balance is asked: a token, or one id of a collection. */
type Asset = { readonly token: Hex; readonly id?: bigint | undefined; readonly standard: 'erc20' | 'erc721' }

type Answer = { readonly isGood: boolean; readonly data: string; readonly logs: readonly unknown[] }

/**
 * The effects of a transaction on who sends it. Never rejects: what cannot be found out is `unchecked`. Takes one request where
 * the data names every token that takes part, else two; three to five on nodes that only trace.
 */
export async function fetchEffects(
  transaction: EvmTransaction,
  ask: AskNode,
  /** What follows in the same batch, from the same account. Nodes that only trace leave a batch `unchecked`. */
  following: readonly EvmTransaction[] = [],
): Promise<Effects> {
  const decoded = listDecoded([transaction, ...following])
  try {
    return await simulate([transaction, ...following], decoded, ask)
  } catch {
    // The node has no simulation, or refuses this one.
  }
  if (following.length > 0) return UNCHECKED
  try {
    return await trace(transaction, decoded, ask)
  } catch {
    return (await lacksFunds(transaction, ask)) ? { status: 'reverts', reason: undefined, isOfFunds: true } : UNCHECKED
  }
}

const UNCHECKED: Effects = { status: 'unchecked' }

async function simulate(
  batch: readonly [EvmTransaction, ...EvmTransaction[]],
  first: readonly Asset[],
  ask: AskNode,
): Promise<Effects> {
  let assets = first.slice(0, MOST_ASSETS)
  let isComplete = first.length <= MOST_ASSETS
  for (let round = 1; ; round += 1) {
    const { before, own, after, texts } = await runRound(batch, assets, ask)
    const failed = own.find(({ isGood }) => !isGood)
    if (failed) return { status: 'reverts', reason: readReason(failed.data), isOfFunds: false }
    const logs = own.flatMap((each) => each.logs)
    const more = listLogged(logs, batch[0].from).filter((asset) => !assets.some((each) => isSame(each, asset)))
    if (logs.length > MOST_LOGS) isComplete = false
    if (more.length === 0 || round === 2 || assets.length === MOST_ASSETS) {
      const changes = toChanges(assets, before, after, texts)
      return { status: 'simulated', changes, isComplete: isComplete && more.length === 0 }
    }
    if (assets.length + more.length > MOST_ASSETS) isComplete = false
    assets = [...assets, ...more].slice(0, MOST_ASSETS)
  }
}

/** Balances, the transactions, balances again, and what the tokens say of themselves: all in one block that is never made. */
async function runRound(batch: readonly [EvmTransaction, ...EvmTransaction[]], assets: readonly Asset[], ask: AskNode) {
  const probes = listProbes(batch[0].from, assets)
  const questions = assets.flatMap(({ token }) => [
    { to: token, data: `0x${DECIMALS}` },
    { to: token, data: `0x${SYMBOL}` },
  ])
  const calls = [...probes, ...batch.map(toCall), ...probes, ...questions]
  const block = { stateOverrides: { [PROBE]: { code: PROBE_CODE } }, calls }
  const answer = await ask('eth_simulateV1', [{ blockStateCalls: [block], validation: false }, 'latest'])
  const answers = readAnswers(answer, calls.length)
  const count = probes.length
  return {
    before: answers.slice(0, count),
    own: answers.slice(count, count + batch.length),
    after: answers.slice(count + batch.length, count * 2 + batch.length),
    texts: answers.slice(count * 2 + batch.length),
  }
}

async function trace(transaction: EvmTransaction, decoded: readonly Asset[], ask: AskNode): Promise<Effects> {
  const call = toCall(transaction)
  const tracer = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const difference = await ask('debug_traceCall', [call, 'latest', tracer])
  const { overrides, contracts } = readDifference(difference)
  try {
    await ask('eth_call', [call, 'latest'])
  } catch {
    // The trace went well, so it is the call itself that fails.
    return { status: 'reverts', reason: undefined, isOfFunds: await lacksFunds(transaction, ask) }
  }
  const touched = contracts.map((token): Asset => ({ token, standard: 'erc20' }))
  const all = [...decoded, ...touched.filter(({ token }) => !decoded.some((each) => each.token === token))]
  const assets = all.slice(0, MOST_ASSETS)
  const probes = listProbes(transaction.from, assets)
  const read = (isAfter: boolean): Promise<readonly Answer[]> =>
    Promise.all(
      probes.map(async (probe): Promise<Answer> => {
        const state = { [PROBE]: { code: PROBE_CODE }, ...(isAfter ? overrides : {}) }
        // Read as no answer; where the coin's has none either, all of it counts as not tried (below).
        const data = await ask('eth_call', [probe, 'latest', state]).catch(() => '0x')
        return { isGood: true, data: typeof data === 'string' ? data : '0x', logs: [] }
      }),
    )
  const [before, after] = await Promise.all([read(false), read(true)])
  const [coin] = after
  if (!coin || readNumber(coin) === undefined) throw new TypeError('The node takes no overrides.')
  return {
    status: 'simulated',
    changes: toChanges(assets, before, after, []),
    isComplete: all.length <= MOST_ASSETS,
  }
}

async function lacksFunds({ from, value = 0n }: EvmTransaction, ask: AskNode): Promise<boolean> {
  if (value === 0n) return false
  // Only names the reason; that the call fails is known.
  const balance = await ask('eth_getBalance', [from, 'latest']).catch(() => undefined)
  return typeof balance === 'string' && /^0x[0-9a-f]{1,64}$/i.test(balance) && BigInt(balance) < value
}

/** The account's coin first, then each asset. */
function listProbes(holder: string, assets: readonly Asset[]) {
  const account = toWord(BigInt(holder))
  const ofAssets = assets.map(({ token, id }) => ({
    to: token,
    data: id === undefined ? `0x${BALANCE_OF}${account}` : `0x${BALANCE_OF_ITEM}${account}${toWord(id)}`,
  }))
  return [{ to: PROBE, data: `0x${account}` }, ...ofAssets]
}

/** Assets whose balances cannot be read are no tokens, and left out; so is what stays as it is. */
function toChanges(
  assets: readonly Asset[],
  before: readonly Answer[],
  after: readonly Answer[],
  texts: readonly Answer[],
): readonly AssetChange[] {
  return [undefined, ...assets].flatMap((asset, index): readonly AssetChange[] => {
    const was = readNumber(before[index])
    const is = readNumber(after[index])
    if (was === undefined || is === undefined || was === is) return []
    const amounts = { before: was, after: is }
    if (!asset) return [{ kind: 'native', ...amounts }]
    const { token, id, standard } = asset
    if (id !== undefined) return [{ kind: 'item', token, id, ...amounts }]
    const decimals = readNumber(texts[index * 2 - 2])
    const isSaid = decimals !== undefined && decimals <= 255n
    const symbol = readText(texts[index * 2 - 1])
    return [
      {
        kind: 'token',
        token,
        standard,
        symbol,
        decimals: standard === 'erc20' && isSaid ? Number(decimals) : undefined,
        ...amounts,
      },
    ]
  })
}

/** What the data itself names. */
function listDecoded(batch: readonly EvmTransaction[]): readonly Asset[] {
  const assets: Asset[] = []
  for (const operation of batch.flatMap(decodeTransaction)) {
    if (operation.kind === 'moveToken') assets.push({ token: operation.token, standard: 'erc20' })
    if (operation.kind !== 'moveNft') continue
    const { token, standard, items } = operation
    if (standard === 'erc721') assets.push({ token, standard })
    else for (const { id } of items) assets.push({ token, id, standard: 'erc20' })
  }
  return assets.filter((asset, index) => assets.findIndex((each) => isSame(each, asset)) === index)
}

/** Whatever logs say that it moved to or from the account. They may lie: only the balances count. */
function listLogged(logs: readonly unknown[], holder: string): readonly Asset[] {
  const account = `0x${toWord(BigInt(holder))}`
  const assets: Asset[] = []
  for (const log of logs.slice(0, MOST_LOGS)) {
    const { address, topics, data } = Object(log) as { address?: unknown; topics?: unknown; data?: unknown }
    if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address) || !Array.isArray(topics)) continue
    const token = address.toLowerCase() as Hex
    const [kind, ...rest] = topics.map((topic) => String(topic).toLowerCase())
    const digits = typeof data === 'string' ? data.slice(2).toLowerCase() : ''
    if (!rest.includes(account)) continue
    if (kind === TRANSFER) assets.push({ token, standard: rest.length === 3 ? 'erc721' : 'erc20' })
    const [id] = (kind === TRANSFER_SINGLE && readAbi(['uint256', 'uint256'], digits)) || []
    const [ids = []] = (kind === TRANSFER_BATCH && readAbi([{ list: 'uint256' }, { list: 'uint256' }], digits)) || []
    for (const each of id === undefined ? ids : [id]) assets.push({ token, id: each, standard: 'erc20' })
  }
  return assets.filter((asset, index) => assets.findIndex((each) => isSame(each, asset)) === index)
}

const isSame = (one: Asset, other: Asset): boolean => one.token === other.token && one.id === other.id

/** The calls of the only block that was asked for. Throws for what has not that form. */
function readAnswers(answer: unknown, count: number): readonly Answer[] {
  const calls: unknown = Array.isArray(answer) ? Object(answer[0]).calls : undefined
  if (!Array.isArray(calls) || calls.length !== count) throw new TypeError('The simulation has not the form it should.')
  return calls.map((each: unknown) => {
    const { status, returnData, logs, error } = Object(each) as Readonly<Record<string, unknown>>
    const reason: unknown = Object(error).data
    const data = typeof returnData === 'string' && returnData !== '0x' ? returnData : reason
    return {
      isGood: status === '0x1',
      data: typeof data === 'string' ? data.toLowerCase() : '0x',
      logs: Array.isArray(logs) ? logs : [],
    }
  })
}

/** What differs after the transaction, as overrides of the state, and the contracts whose storage it changed. */
function readDifference(difference: unknown) {
  const { pre, post } = Object(difference) as { pre?: unknown; post?: unknown }
  if (typeof pre !== 'object' || pre === null || typeof post !== 'object' || post === null) {
    throw new TypeError('The trace has not the form it should.')
  }
  const overrides: Record<string, unknown> = {}
  const contracts: Hex[] = []
  const addresses = new Set([...Object.keys(pre), ...Object.keys(post)].filter((key) => /^0x[0-9a-f]{40}$/i.test(key)))
  for (const address of addresses) {
    const was = toRecord(Reflect.get(pre, address))
    const is = toRecord(Reflect.get(post, address))
    const slots = toRecord(was.storage)
    // A slot that became zero is left out of what comes after.
    const emptied = Object.fromEntries(Object.keys(slots).map((slot) => [slot, `0x${'0'.repeat(64)}`]))
    const stateDiff = { ...emptied, ...toRecord(is.storage) }
    const hasStorage = Object.keys(stateDiff).length > 0
    if (hasStorage) contracts.push(address.toLowerCase() as Hex)
    const { balance, code } = is
    overrides[address] = {
      ...(typeof balance === 'string' && { balance }),
      ...(typeof code === 'string' && { code }),
      ...(hasStorage && { stateDiff }),
    }
  }
  return { overrides, contracts }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toCall({ from, to, value = 0n, data = '0x' }: EvmTransaction) {
  return { from, ...(to !== undefined && { to }), value: `0x${value.toString(16)}`, data }
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function readNumber(answer: Answer | undefined): bigint | undefined {
  return answer?.isGood && /^0x[0-9a-f]{64}$/i.test(answer.data) ? BigInt(answer.data) : undefined
}

/** A text of the ABI, or 32 bytes filled up with zeros, as old tokens answer; its first 64 bytes. */
function readText(answer: Answer | undefined): string | undefined {
  if (!answer?.isGood) return undefined
  const digits = answer.data.slice(2).toLowerCase()
  const [bytes] = (digits.length === 64 ? readAbi(['bytes32'], digits) : readAbi(['bytes'], digits)) ?? []
  return bytes && (toText(bytes.slice(2, 130)) || undefined)
}

/** `Error(string)` as Solidity reverts with it; its first 200 bytes. */
function readReason(data: string): string | undefined {
  if (!data.startsWith('0x08c379a0')) return undefined
  const [bytes] = readAbi(['bytes'], data.slice(10)) ?? []
  return bytes && (toText(bytes.slice(2, 402)) || undefined)
}

function toText(digits: string): string {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(bytes).replaceAll('\0', '')
}

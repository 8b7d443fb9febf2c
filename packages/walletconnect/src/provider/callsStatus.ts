import { EngineError } from '../errors.ts'
import { isGranted, namespaceOf, toHexChain } from './chains.ts'
import type { RouteContext } from './routeContext.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/** How long an answer of `wallet_sendCalls` is kept, in ms: a day, after which nobody waits for it. */
export const CALLS_LIFETIME_MS = 24 * 3_600_000

/** Most answers that are kept; the oldest go first. */
export const CALLS_LIMIT = 100

/** Where the memory keeps them. */
const MEMORY_KEY = 'calls'

/** Where a batch of calls stands. Source: EIP-5792, version 2.0.0. */
export type CallsStatus = {
  readonly version: '2.0.0'
  readonly id: string
  /** Hex. */
  readonly chainId: string
  /** 100 pending, 200 done, 500 reverted, 600 partly reverted. */
  readonly status: 100 | 200 | 500 | 600
  readonly atomic: boolean
  readonly receipts: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Asks the session's bundler, else the receipts of transactions that the wallet named when it took the calls, else the wallet.
 * Sources: EIP-5792; CAIP-345.
 */
export async function getCallsStatus(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  const id: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  if (typeof id !== 'string' || id === '') throw new EngineError('MISSING_OR_INVALID', 'id of wallet_getCallsStatus')
  const session = context.session()
  const { bundler_name: name, bundler_url: url } = session?.sessionProperties ?? {}
  // The wallet names the second one, so it must be encrypted, and never this machine's own services.
  for (const bundler of [name && context.getBundlerUrl(name, chain), url?.startsWith('https://') && url]) {
    if (!bundler) continue
    try {
      return await fromBundler(context, bundler, id, chain, options)
    } catch (error) {
      if (options.signal?.aborted) throw error
    }
  }
  const kept = readCalls(readKept(context).get(id)?.answer)
  if (kept) return fromReceipts(context, id, kept, options)
  if (isGranted(session?.namespaces, chain, call.method)) return context.askWallet(call, chain, options)
  throw new EngineError('UNAUTHORIZED_METHOD', '', { message: 'Fetching call status not approved by the wallet.' })
}

/** Remembers what a wallet answered to `wallet_sendCalls` where it names the transactions, and hands the answer on. */
export function keepCalls(context: RouteContext, answer: unknown): unknown {
  const id = isRecord(answer) ? answer.id : undefined
  if (typeof id === 'string' && readCalls(answer)) {
    const others = [...readKept(context)].filter(([other]) => other !== id)
    const kept = [...others, [id, { at: context.clock.now(), answer }]].slice(-CALLS_LIMIT)
    context.memory.set(MEMORY_KEY, JSON.stringify(kept))
  }
  return answer
}

type Kept = { readonly at: number; readonly answer: unknown }

/** What is kept now, oldest first, without what is too old. */
function readKept({ clock, memory }: RouteContext): ReadonlyMap<string, Kept> {
  let list: unknown
  try {
    list = JSON.parse(memory.get(MEMORY_KEY) ?? '[]')
  } catch {
    list = []
  }
  const kept = (Array.isArray(list) ? list : []).flatMap((item: unknown): [string, Kept][] => {
    const [id, value]: unknown[] = Array.isArray(item) ? item : []
    if (typeof id !== 'string' || !isRecord(value) || typeof value.at !== 'number') return []
    return clock.now() - value.at > CALLS_LIFETIME_MS ? [] : [[id, { at: value.at, answer: value.answer }]]
  })
  return new Map(kept)
}

type KeptTransactions = { readonly chain: string; readonly hashes: readonly string[] }

/** CAIP-345: `capabilities.caip345 = { caip2, transactionHashes }`. */
function readCalls(answer: unknown): KeptTransactions | undefined {
  const capabilities = isRecord(answer) ? answer.capabilities : undefined
  const named = isRecord(capabilities) ? capabilities.caip345 : undefined
  if (!isRecord(named)) return undefined
  const { caip2, transactionHashes } = named
  if (typeof caip2 !== 'string' || namespaceOf(caip2) !== 'eip155' || !Array.isArray(transactionHashes))
    return undefined
  const hashes = transactionHashes.filter((hash): hash is string => typeof hash === 'string')
  return hashes.length > 0 ? { chain: caip2, hashes } : undefined
}

async function fromReceipts(
  context: RouteContext,
  id: string,
  { chain, hashes }: KeptTransactions,
  options: RequestOptions,
): Promise<CallsStatus> {
  const answers = await Promise.all(
    hashes.map((hash) => context.askNode({ method: 'eth_getTransactionReceipt', params: [hash] }, chain, options)),
  )
  const receipts = answers.filter(isRecord)
  const good = receipts.filter(({ status }) => status === '0x1').length
  const isDone = receipts.length === hashes.length
  return {
    version: '2.0.0',
    id,
    chainId: toHexChain(chain),
    status: !isDone ? 100 : good === receipts.length ? 200 : good === 0 ? 500 : 600,
    atomic: hashes.length === 1,
    receipts: isDone ? receipts.map(toCallReceipt) : [],
  }
}

/** ERC-4337: the receipt of a user operation, whose calls happen together or not at all. */
async function fromBundler(
  context: RouteContext,
  url: string,
  id: string,
  chain: string,
  options: RequestOptions,
): Promise<CallsStatus> {
  const answer = await context.askBundler(url, { method: 'eth_getUserOperationReceipt', params: [id] }, chain, options)
  const base = { version: '2.0.0', id, chainId: toHexChain(chain), atomic: true } as const
  if (answer === null) return { ...base, status: 100, receipts: [] }
  if (!isRecord(answer)) throw new EngineError('RPC_UNREACHABLE', 'The bundler gave no receipt.')
  const receipt = isRecord(answer.receipt) ? { ...answer.receipt, logs: answer.logs ?? answer.receipt.logs } : {}
  const isGood = answer.success === true
  return {
    ...base,
    status: isGood ? 200 : 500,
    receipts: [{ ...toCallReceipt(receipt), status: isGood ? '0x1' : '0x0' }],
  }
}

/** The fields of EIP-5792 of a receipt. */
function toCallReceipt(receipt: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { status, blockHash, blockNumber, gasUsed, transactionHash } = receipt
  const logs = (Array.isArray(receipt.logs) ? receipt.logs : [])
    .filter(isRecord)
    .map(({ address, data, topics }) => ({ address, data, topics }))
  return { logs, status, blockHash, blockNumber, gasUsed, transactionHash }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

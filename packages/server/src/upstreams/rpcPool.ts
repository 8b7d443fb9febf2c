/** A chain's nodes behind one door. Sources: JSON-RPC 2.0, EIP-1474, SEC-92, SEC-109. */
import { jsonRpcAnswer, parseWith } from '@latchkey/wire'
import type { ChainConfig } from '../config.ts'
import { isDeeperThan } from '../isDeeperThan.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { createRedact, type Redact, secretsOfHeaders, secretsOfUrl } from '../redact.ts'
import { readCapped } from './readCapped.ts'

/** Most bytes of one node's answer: more than the logs of a busy block, less than what fills memory. */
export const RPC_ANSWER_LIMIT = 10 * 1024 * 1024

/** Deepest nesting of one node's answer. No listed method answers deeper than a dozen levels. */
const ANSWER_DEPTH = 64

/** Most nodes that one request is offered to, so that its caller is answered in time. */
const TRIES = 5

/** How long a node that failed stands behind the others, in ms. */
const REST_MS = 10_000

/** How long a node that named another chain is left out before it is asked again, in ms. */
const LIAR_REST_MS = 5 * 60_000

/** One call to a node. */
export type RpcCall = { readonly method: string; readonly params?: unknown }

/** What a node said to one call. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** A chain's nodes: in the configured order, the healthy ones first. */
export type RpcPool = {
  readonly networkId: string
  /**
   * Answers in the order of the calls. A node's refusal of a call is an answer; a node that is down, slow, busy, too
   * talkative or on another chain is passed over. Throws `RequestError` UPSTREAM_UNAVAILABLE when none is left.
   */
  send(calls: readonly RpcCall[], signal?: AbortSignal | undefined): Promise<readonly RpcAnswer[]>
}

type Node = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Takes its keys out of what it says. */
  readonly redact: Redact
  /** Whether it named the chain it is configured for. */
  verified: boolean
  restsUntil: number
}

/** Makes the pool of one chain. Nothing is asked before the first call. */
export function createRpcPool(parameters: {
  chain: ChainConfig
  fetch: typeof fetch
  clock: Clock
  log: Log
  timeoutMs: number
  answerLimit?: number | undefined
  /** False for services that no chain can be asked of: what they are asked names it. */
  namesChain?: boolean | undefined
  onFailure?: ((reason: string) => void) | undefined
}): RpcPool {
  const { chain, clock, log } = parameters
  const answerLimit = parameters.answerLimit ?? RPC_ANSWER_LIMIT
  const written = chain.rpc.map((node) => (typeof node === 'string' ? { url: node, headers: {} } : node))
  // Services that several nodes belong to know the keys of all of them.
  const redact = createRedact(
    written.flatMap(({ url, headers }) => [...secretsOfUrl(url), ...secretsOfHeaders(headers)]),
  )
  const nodes: Node[] = written.map(({ url, headers }) => ({
    url,
    headers,
    redact,
    verified: parameters.namesChain === false,
    restsUntil: 0,
  }))

  async function send(calls: readonly RpcCall[], signal?: AbortSignal | undefined): Promise<readonly RpcAnswer[]> {
    const now = clock.now()
    const rested = nodes.filter((node) => node.restsUntil <= now)
    const tired = nodes.filter((node) => node.restsUntil > now && node.verified)
    let cause: NodeFault | undefined
    for (const node of [...rested, ...tired].slice(0, TRIES)) {
      try {
        if (!node.verified) await verify(node, signal)
        const answers = await ask(node, calls, signal)
        node.restsUntil = 0
        return answers
      } catch (error) {
        if (signal?.aborted) throw error
        if (!(error instanceof NodeFault)) throw error
        cause = error
        node.restsUntil = clock.now() + error.restMs
        parameters.onFailure?.(error.reason)
        log.warn(
          { event: 'upstreamFailed', networkId: chain.id, node: nodes.indexOf(node), reason: error.reason },
          'a node was passed over',
        )
      }
    }
    throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${chain.id} answers at the moment.`, {
      field: 'chainId',
      cause,
    })
  }

  async function verify(node: Node, signal: AbortSignal | undefined): Promise<void> {
    const { method, read } = identityOf(chain.id)
    const [answer] = await ask(node, [{ method }], signal)
    const named = answer !== undefined && 'result' in answer ? read(answer.result) : undefined
    if (named === undefined) throw new NodeFault('namedNoChain', REST_MS)
    if (named !== chain.id) {
      log.error(
        { event: 'wrongChain', networkId: chain.id, node: nodes.indexOf(node), named },
        'a node serves another chain than it is configured for, and is left out',
      )
      throw new NodeFault('wrongChain', LIAR_REST_MS)
    }
    node.verified = true
  }

  async function ask(
    node: Node,
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<readonly RpcAnswer[]> {
    const requests = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: call.method, params: call.params ?? [] }))
    const limit = AbortSignal.timeout(parameters.timeoutMs)
    const [only] = requests
    let status: number
    let text: string | undefined
    try {
      const response = await parameters.fetch(node.url, {
        method: 'POST',
        headers: { ...node.headers, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(requests.length === 1 ? only : requests),
        redirect: 'error',
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      })
      status = response.status
      text = await readCapped(response.body, answerLimit)
    } catch {
      throw new NodeFault(limit.aborted ? 'timeout' : 'unreachable', REST_MS)
    }
    if (text === undefined) throw new NodeFault('answerTooLarge', 0)
    if (isDeeperThan(text, ANSWER_DEPTH)) throw new NodeFault('answerTooDeep', 0)
    if (status !== 200 && status !== 400) throw new NodeFault(`http${status}`, REST_MS)
    return readAnswers(text, calls.length, node)
  }

  return { networkId: chain.id, send }
}

/** How a node of the namespace says which chain it serves. Sources: EIP-695; CAIP-30 (the start of the genesis hash). */
function identityOf(networkId: string): { method: string; read: (result: unknown) => string | undefined } {
  if (networkId.startsWith('solana:')) {
    const isHash = (result: unknown) => typeof result === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result)
    return {
      method: 'getGenesisHash',
      read: (result) => (isHash(result) ? `solana:${String(result).slice(0, 32)}` : undefined),
    }
  }
  const isNumber = (result: unknown) => typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result)
  return {
    method: 'eth_chainId',
    read: (result) => (isNumber(result) ? `eip155:${BigInt(String(result))}` : undefined),
  }
}

/** Sends calls, or gives undefined where every node said more than an answer may hold: fewer calls may pass. */
export async function sendUnlessTooLarge(
  pool: RpcPool,
  calls: readonly RpcCall[],
  signal?: AbortSignal | undefined,
): Promise<readonly RpcAnswer[] | undefined> {
  try {
    return await pool.send(calls, signal)
  } catch (error) {
    const cause = error instanceof RequestError ? error.cause : undefined
    if (cause instanceof NodeFault && cause.reason === 'answerTooLarge') return undefined
    throw error
  }
}

/** Why one node was passed over. Callers see UPSTREAM_UNAVAILABLE. */
class NodeFault extends Error {
  readonly reason: string
  readonly restMs: number
  constructor(reason: string, restMs: number) {
    super(reason)
    this.reason = reason
    this.restMs = restMs
  }
}

function readAnswers(text: string, count: number, node: Node): readonly RpcAnswer[] {
  let body: unknown
  try {
    body = JSON.parse(node.redact.answer(text))
  } catch {
    throw new NodeFault('notJson', REST_MS)
  }
  const byId = new Map<unknown, RpcAnswer>()
  for (const entry of Array.isArray(body) ? body : [body]) {
    const parsed = parseWith(jsonRpcAnswer, entry)
    if (!parsed.ok) throw new NodeFault('notJsonRpc', REST_MS)
    if ('error' in parsed.value) {
      if (isNodeTrouble(parsed.value.error)) throw new NodeFault('nodeError', REST_MS)
      byId.set(parsed.value.id, { error: cleanError(parsed.value.error, node) })
    } else {
      byId.set(parsed.value.id, { result: parsed.value.result })
    }
  }
  return Array.from({ length: count }, (_unused, id) => {
    const answer = byId.get(id)
    if (answer === undefined) throw new NodeFault('answerMissing', REST_MS)
    return answer
  })
}

/**
 * Whether an error is about the node and not about the call: too many requests, quota, still syncing.
 * Source: EIP-1474 (-32005 limit exceeded); nodes use the other numbers from -32000 to -32099 as they like, so there the text decides.
 */
function isNodeTrouble(error: { code: number; message: string }): boolean {
  if (error.code === -32005 || error.code === 429) return true
  if (error.code > -32000 || error.code < -32099) return false
  return /rate.?limit|too many requests|quota|capacity|unauthori[sz]ed|api.?key|header not found|missing trie|syncing/i.test(
    error.message,
  )
}

/** A node's own words, without addresses or keys, and short. */
function cleanError(
  error: { code: number; message: string; data?: unknown },
  { redact }: Node,
): { code: number; message: string; data?: unknown } {
  const message = redact
    .text(error.message)
    .replace(/(?:https?|wss?):\/\/\S+/g, '…')
    .slice(0, 1000)
  const { code, data } = error
  if (data === undefined || !isErrorDetail(data)) return { code, message }
  const text = JSON.stringify(data)
  return redact.text(text) === text ? { code, message, data } : { code, message }
}

/** Revert data is hex, or an object that holds it (EIP-1474 leaves it open); free text could be anything, so it stays here. */
function isErrorDetail(data: unknown): boolean {
  if (typeof data === 'string') return /^0x[0-9a-fA-F]*$/.test(data)
  if (typeof data !== 'object' || data === null) return false
  return Object.values(data).every((part) =>
    typeof part === 'object' && part !== null
      ? isErrorDetail(part)
      : typeof part !== 'string' || /^0x[0-9a-fA-F]*$/.test(part),
  )
}

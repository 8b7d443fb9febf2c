/** A chain's nodes behind one door. Sources: JSON-RPC 2.0, EIP-1474, SEC-92, SEC-109, service reference 5.1. */
import { jsonRpcAnswer, parseWith } from '@latchkey/wire'
import type { ChainConfig } from '../config.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { readCapped } from './readCapped.ts'

/** Most bytes of one node's answer. Source: service reference, section 5.1. */
export const RPC_ANSWER_LIMIT = 10 * 1024 * 1024

/** Most nodes that one request is offered to. Source: service reference, section 5.1. */
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
  onFailure?: ((reason: string) => void) | undefined
}): RpcPool {
  const { chain, clock, log } = parameters
  const answerLimit = parameters.answerLimit ?? RPC_ANSWER_LIMIT
  const chainId = BigInt(chain.id.slice('eip155:'.length))
  const nodes: Node[] = chain.rpc.map((node) => ({
    url: typeof node === 'string' ? node : node.url,
    headers: typeof node === 'string' ? {} : node.headers,
    verified: false,
    restsUntil: 0,
  }))

  async function send(calls: readonly RpcCall[], signal?: AbortSignal | undefined): Promise<readonly RpcAnswer[]> {
    const now = clock.now()
    const rested = nodes.filter((node) => node.restsUntil <= now)
    const tired = nodes.filter((node) => node.restsUntil > now && node.verified)
    for (const node of [...rested, ...tired].slice(0, TRIES)) {
      try {
        if (!node.verified) await verify(node, signal)
        const answers = await ask(node, calls, signal)
        node.restsUntil = 0
        return answers
      } catch (error) {
        if (signal?.aborted) throw error
        if (!(error instanceof NodeFault)) throw error
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
    })
  }

  async function verify(node: Node, signal: AbortSignal | undefined): Promise<void> {
    const [answer] = await ask(node, [{ method: 'eth_chainId' }], signal)
    const named = answer !== undefined && 'result' in answer ? answer.result : undefined
    if (typeof named !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(named)) throw new NodeFault('namedNoChain', REST_MS)
    if (BigInt(named) !== chainId) {
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
    if (status !== 200 && status !== 400) throw new NodeFault(`http${status}`, REST_MS)
    return readAnswers(text, calls.length, node)
  }

  return { networkId: chain.id, send }
}

/** Why one node was passed over. Stays inside: callers see UPSTREAM_UNAVAILABLE. */
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
    body = JSON.parse(text)
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
 * Source: EIP-1474 (-32005 limit exceeded) and service reference 5.1 (-32000 to -32099 with a matching text).
 */
function isNodeTrouble(error: { code: number; message: string }): boolean {
  if (error.code === -32005 || error.code === 429) return true
  if (error.code > -32000 || error.code < -32099) return false
  return /rate.?limit|too many requests|quota|capacity|unauthori[sz]ed|api.?key|header not found|missing trie|syncing/i.test(
    error.message,
  )
}

/** A node's own words, without its address or keys, and short. */
function cleanError(
  error: { code: number; message: string; data?: unknown },
  node: Node,
): { code: number; message: string; data?: unknown } {
  const secrets = [node.url, ...new URL(node.url).pathname.split('/'), ...Object.values(node.headers)]
  let message = error.message
  for (const secret of secrets) if (secret.length >= 8) message = message.replaceAll(secret, '…')
  message = message.replace(/(?:https?|wss?):\/\/\S+/g, '…').slice(0, 1000)
  const data = isErrorDetail(error.data) ? error.data : undefined
  return data === undefined ? { code: error.code, message } : { code: error.code, message, data }
}

/** Revert data is hex, or an object that holds it (EIP-1474 leaves it open); free text could be anything, so it stays here. */
function isErrorDetail(data: unknown): boolean {
  if (typeof data === 'string') return /^0x[0-9a-fA-F]*$/.test(data)
  if (typeof data !== 'object' || data === null) return false
  return Object.values(data).every((part) => typeof part !== 'string' || /^0x[0-9a-fA-F]*$/.test(part))
}

/** The JSON-RPC proxy. Sources: JSON-RPC 2.0, EIP-1474, SEC-107, SEC-109. */
import { BATCH_LIMIT, type JsonRpcAnswer, type JsonRpcRequest, jsonRpcRequest, parseWith } from '@latchkey/wire'
import { callJsonRpcOperation } from '@latchkey/wire/jsonRpc'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { RpcPool } from '../../upstreams/rpcPool.ts'
import { spend } from '../middleware/access.ts'
import { RPC_BODY_LIMIT } from '../middleware/limits.ts'
import { type Route, serve } from '../route.ts'
import { answerLocally, costOf } from '../rpcMethods.ts'

/** The body is read entry by entry, because a broken entry of a batch gets an answer of its own (JSON-RPC 2.0, section 6). */
const received = { ...callJsonRpcOperation, endpoint: { ...callJsonRpcOperation.endpoint, body: v.unknown() } }

/** One entry of a body: what to ask, or what to answer without asking. */
type Entry = { readonly request: JsonRpcRequest } | { readonly answer: JsonRpcAnswer }

/** Passes listed methods on to the chain's nodes; what needs no node is answered here. */
export const jsonRpc: Route = {
  ...serve(received, { rateClass: 'rpc', bodyLimit: RPC_BODY_LIMIT }, async ({ input, body, context }, parts) => {
    const pool = parts.services.pools.get(input.chainId)
    if (pool === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${input.chainId}.`, { field: 'chainId' })
    }
    const items = Array.isArray(body) ? body : [body]
    if (items.length === 0 || items.length > BATCH_LIMIT) {
      throw new RequestError('BODY_INVALID', `A batch holds 1 to ${BATCH_LIMIT} requests.`)
    }
    const entries = items.map((item) => readEntry(item, input.chainId))
    const asked = entries.flatMap((entry) => ('request' in entry ? [entry.request] : []))
    spend(
      context,
      parts,
      'rpc',
      asked.reduce((sum, request) => sum + (costOf(request.method, input.chainId) ?? 0), 0),
    )
    const answers = await ask(pool, asked, context.get('signal'))
    let next = 0
    const all = entries.map((entry) => ('answer' in entry ? entry.answer : (answers[next++] ?? missing(entry.request))))
    const [only] = all
    return Array.isArray(body) || only === undefined ? all : only
  }),
  operation: callJsonRpcOperation as Route['operation'],
}

async function ask(
  pool: RpcPool,
  requests: readonly JsonRpcRequest[],
  signal: AbortSignal,
): Promise<readonly JsonRpcAnswer[]> {
  if (requests.length === 0) return []
  const answers = await pool.send(requests, signal)
  return requests.map((request, index): JsonRpcAnswer => {
    const answer = answers[index]
    return answer === undefined ? missing(request) : { jsonrpc: '2.0', id: request.id, ...answer }
  })
}

function readEntry(item: unknown, networkId: string): Entry {
  const parsed = parseWith(jsonRpcRequest, item)
  if (!parsed.ok) {
    const [reason] = parsed.reasons
    return {
      answer: refuse(idOf(item), -32600, `${reason?.field || 'request'}: ${reason?.description ?? 'does not fit'}`),
    }
  }
  const { id, method } = parsed.value
  const local = answerLocally(method, networkId)
  if (local !== undefined) return { answer: { jsonrpc: '2.0', id, result: local } }
  if (costOf(method, networkId) === undefined)
    return { answer: refuse(id, -32601, 'This gateway does not pass this method on.') }
  return { request: parsed.value }
}

function idOf(item: unknown): string | number | null {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function refuse(id: string | number | null, code: number, message: string): JsonRpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function missing(request: JsonRpcRequest): JsonRpcAnswer {
  return refuse(request.id, -32603, 'The chain did not answer this request.')
}

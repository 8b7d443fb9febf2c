/** Messages between peers: JSON-RPC 2.0 with numeric ids. Source: WalletConnect specification, Sign RPC methods. */
import { EngineError } from '../errors.ts'
import type { JsonRpcError, JsonRpcRequest, JsonRpcResponse } from '../records.ts'
import { parseJson } from './json.ts'
import { toRequest } from './toRequest.ts'
import { isObject } from './values.ts'

/** Words of the reserved codes. Source: JSON-RPC 2.0, section 5.1. */
const RESERVED: Readonly<Record<number, string>> = {
  [-32700]: 'Parse error',
  [-32600]: 'Invalid Request',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
}

/** The error object of an answer: reserved codes get their own words, a bare text is -32000, nothing is -32603. */
export function toJsonRpcError(error: unknown): JsonRpcError {
  if (typeof error === 'string') return { code: -32000, message: error }
  const code = isObject(error) && typeof error.code === 'number' ? error.code : -32603
  const words = RESERVED[code]
  if (!isObject(error) || typeof error.message !== 'string') return { code, message: words ?? 'Unknown error' }
  return { code, message: words ?? error.message, ...(error.data === undefined ? {} : { data: error.data }) }
}

/** An answer of success. */
export const toResult = (id: number, result: unknown): JsonRpcResponse => ({ id, jsonrpc: '2.0', result })

/** An answer of failure. */
export const toFailure = (id: number, error: unknown): JsonRpcResponse => ({
  id,
  jsonrpc: '2.0',
  error: toJsonRpcError(error),
})

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Whether a value is an answer: `id`, `jsonrpc`, and a result or an error, whatever they are. */
export const isResponse = (
  value: unknown,
): value is { readonly id: number; readonly jsonrpc: '2.0'; readonly result?: unknown; readonly error?: unknown } =>
  isObject(value) &&
  isId(value.id) &&
  value.jsonrpc === '2.0' &&
  (value.result !== undefined || value.error !== undefined)

/** Values within values that a message may have. Typed data and batches of calls have a dozen. */
const DEPTH_LIMIT = 500

const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((inside) => isDeeper(inside, left - 1)))

/** A message of a peer, read: a request or an answer. Anything else throws `MISSING_OR_INVALID`, without its content. */
export function parseMessage(
  text: string,
):
  | { readonly kind: 'request'; readonly request: JsonRpcRequest }
  | { readonly kind: 'response'; readonly response: JsonRpcResponse } {
  const value = parseJson(text)
  // Storage and channels between tabs copy values by recursion, and would fail at such a message again and again.
  if (text.length > 2 * DEPTH_LIMIT && isDeeper(value, DEPTH_LIMIT))
    throw new EngineError('MISSING_OR_INVALID', 'message')
  if (isObject(value) && isId(value.id) && value.jsonrpc === '2.0' && typeof value.method === 'string') {
    const { id, method, params } = value
    return { kind: 'request', request: toRequest(id, method, params) }
  }
  if (isResponse(value)) {
    const { id, result, error } = value
    return { kind: 'response', response: error === undefined ? toResult(id, result) : readFailure(id, error) }
  }
  throw new EngineError('MISSING_OR_INVALID', 'message')
}

/** A peer's own words are kept; an error without a code or words gets some, so that whoever waits is told. */
function readFailure(id: number, error: unknown): JsonRpcResponse {
  if (!isObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string')
    return toFailure(id, error)
  const { code, message, data } = error
  return { id, jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) } }
}

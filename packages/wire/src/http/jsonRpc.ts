/** JSON-RPC 2.0 through the gateway. Source: the JSON-RPC 2.0 specification. */
import * as v from 'valibot'
import { defineOperation, definePost } from '../endpoint.ts'
import { networkId } from '../schema.ts'

/** Most requests in one batch. Source: SEC-107. */
export const BATCH_LIMIT = 100

const id = v.union([v.string(), v.number(), v.null()])

/** One request. A missing id makes it a notification in the standard; the gateway refuses those. */
export const jsonRpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id,
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

/** One request, parsed. */
export type JsonRpcRequest = v.InferOutput<typeof jsonRpcRequest>

/** One answer: a result, or an error with an integer code. */
export const jsonRpcAnswer = v.union([
  v.object({
    jsonrpc: v.optional(v.literal('2.0'), '2.0'),
    id,
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ jsonrpc: v.optional(v.literal('2.0'), '2.0'), id, result: v.unknown() }),
])

/** One answer, parsed. */
export type JsonRpcAnswer = v.InferOutput<typeof jsonRpcAnswer>

/** Sends one request or a batch to a chain's nodes. Errors come as JSON-RPC errors, whatever the HTTP status. */
export const callJsonRpc = definePost({
  name: 'callJsonRpc',
  path: '/v1',
  aliases: ['/v1/'],
  input: v.object({ chainId: networkId }),
  body: v.union([jsonRpcRequest, v.pipe(v.array(jsonRpcRequest), v.minLength(1), v.maxLength(BATCH_LIMIT))]),
  answer: v.union([jsonRpcAnswer, v.array(jsonRpcAnswer)]),
})

/** How `callJsonRpc` is served. */
export const callJsonRpcOperation = /* @__PURE__ */ defineOperation(callJsonRpc, {
  tag: 'network',
  summary: "JSON-RPC proxy to a chain's nodes, one request or a batch",
  holds: 'One answer for each request, errors of single requests among them',
  codes: ['CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
  isJsonRpc: true,
})

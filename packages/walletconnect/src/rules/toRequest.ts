import type { JsonRpcRequest } from '../records.ts'

/** A request, ready to be written. Source: JSON-RPC 2.0, section 4. */
export const toRequest = (id: number, method: string, params: unknown): JsonRpcRequest => ({
  id,
  jsonrpc: '2.0',
  method,
  params,
})

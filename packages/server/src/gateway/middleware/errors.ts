import type { WireCode, WireErrorBody } from '@latchkey/wire'
import { RequestError } from '../../RequestError.ts'
import { isStorageAway } from '../../storage/isStorageAway.ts'
import type { GatewayContext, GatewayServices } from '../environment.ts'

/** JSON-RPC codes for whole requests that fail. Sources: JSON-RPC 2.0 section 5.1, EIP-1474. */
const RPC_CODES: Readonly<Partial<Record<WireCode, number>>> = {
  RATE_LIMITED: -32005,
  UPSTREAM_UNAVAILABLE: -32002,
  INTERNAL: -32603,
}

/**
 * Turns whatever was thrown into the coded answer: the wire's error body, or a JSON-RPC error on JSON-RPC paths.
 * What is not a `RequestError` is logged whole and answered as INTERNAL, or as NOT_READY while the database is away or full,
 * so that no stack, SQL or upstream text gets out (SEC-119).
 */
export function answerError(error: unknown, context: GatewayContext, services: Pick<GatewayServices, 'log'>): Response {
  const isAway = isStorageAway(error)
  const known = error instanceof RequestError ? error : isAway ? refuseForNow(error) : undefined
  if (isAway) {
    services.log.warn({ event: 'storageAway', requestId: context.get('requestId'), err: error }, 'the database is away')
  } else if (known === undefined) {
    services.log.error({ event: 'fault', requestId: context.get('requestId'), err: error }, 'a request failed')
  }
  const failure =
    known ?? new RequestError('INTERNAL', 'The gateway could not answer. Quote the request id to its operator.')
  context.header('cache-control', 'no-store')
  if (failure.retryAfterSeconds !== undefined) context.header('retry-after', String(failure.retryAfterSeconds))
  const requestId = context.get('requestId')
  if (isRpcPath(context.req.path)) {
    const isNotJson = failure.cause instanceof SyntaxError
    const rpcError = {
      code: isNotJson ? -32700 : (RPC_CODES[failure.code] ?? -32600),
      message: failure.message,
      data: { code: failure.code, requestId },
    }
    return context.json({ jsonrpc: '2.0', id: null, error: rpcError }, failure.status)
  }
  const body: WireErrorBody = {
    status: 'FAILED',
    code: failure.code,
    message: failure.message,
    requestId,
    reasons: failure.reasons,
  }
  return context.json(body, failure.status)
}

function refuseForNow(cause: unknown): RequestError {
  return new RequestError('NOT_READY', 'The gateway cannot serve at the moment.', { cause, retryAfterSeconds: 5 })
}

function isRpcPath(path: string): boolean {
  return path === '/v1' || path === '/v1/'
}

import type { WireCode, WireErrorBody } from '@latchkey/wire'
import { RequestError } from '../../RequestError.ts'
import { isStorageAway } from '../../storage/isStorageAway.ts'
import type { GatewayContext, GatewayServices } from '../environment.ts'
import { noteRefusal } from '../noteRefusal.ts'

/** JSON-RPC codes for whole requests that fail. Sources: JSON-RPC 2.0 section 5.1, EIP-1474. */
const RPC_CODES: Readonly<Partial<Record<WireCode, number>>> = {
  RATE_LIMITED: -32005,
  UPSTREAM_UNAVAILABLE: -32002,
  INTERNAL: -32603,
}

/**
 * Refusals that any page may read, so that its developer learns the reason: they hold a code, its words and the id of the
 * request, and nothing that is the project's. Every other answer is closed to pages that are not listed (SEC-106).
 */
const OPEN_REFUSALS: readonly WireCode[] = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED']

/**
 * Turns whatever was thrown into the coded answer: the wire's error body, or a JSON-RPC error on JSON-RPC paths.
 * What is not a `RequestError` is logged whole and answered as INTERNAL, or as NOT_READY while the database is away or full,
 * so that no stack, SQL or upstream text gets out (SEC-119).
 */
export function answerError(error: unknown, context: GatewayContext, services: Pick<GatewayServices, 'log'>): Response {
  // Whoever hangs up breaks the reading of the body, with the codes of a lost connection.
  const hasGone = context.req.raw.signal.aborted
  const isAway = !hasGone && isStorageAway(error)
  const known = error instanceof RequestError ? error : isAway ? refuseForNow(error) : undefined
  if (isAway) {
    services.log.warn({ event: 'storageAway', requestId: context.get('requestId'), err: error }, 'the database is away')
  } else if (hasGone) {
    services.log.info({ event: 'clientGone', requestId: context.get('requestId') }, 'the client left before its answer')
  } else if (known === undefined) {
    services.log.error({ event: 'fault', requestId: context.get('requestId'), err: error }, 'a request failed')
  }
  const failure =
    known ?? new RequestError('INTERNAL', 'The gateway could not answer. Quote the request id to its operator.')
  context.header('cache-control', 'no-store')
  if (failure.retryAfterSeconds !== undefined) context.header('retry-after', String(failure.retryAfterSeconds))
  const requestId = context.get('requestId')
  openRefusal(failure, context)
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

function openRefusal({ code }: RequestError, context: GatewayContext): void {
  const origin = context.req.header('origin')
  if (!OPEN_REFUSALS.includes(code) || origin === undefined) return
  noteRefusal(context, code, origin)
  if (context.req.method === 'OPTIONS' || context.res.headers.has('access-control-allow-origin')) return
  context.header('access-control-allow-origin', '*')
  context.header('access-control-expose-headers', 'x-request-id, retry-after')
}

function refuseForNow(cause: unknown): RequestError {
  return new RequestError('NOT_READY', 'The gateway cannot serve at the moment.', { cause, retryAfterSeconds: 5 })
}

function isRpcPath(path: string): boolean {
  return path === '/v1' || path === '/v1/' || path === '/v1/bundler'
}

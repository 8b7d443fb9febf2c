import type { MiddlewareHandler } from 'hono'
import type { GatewayEnvironment } from '../environment.ts'

/**
 * Headers of every answer: nothing is sniffed, framed, run or indexed, no address leaks as referrer, and answers are
 * kept by nobody unless their route says so. `Vary: Origin` stands on every answer, because whether a page may read
 * it depends on the origin (SEC-106, SEC-125).
 */
export function headers(): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    context.header('x-content-type-options', 'nosniff')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    context.header('referrer-policy', 'no-referrer')
    context.header('x-robots-tag', 'noindex')
    context.header('cache-control', 'no-store')
    context.header('vary', 'Origin')
    await next()
  }
}

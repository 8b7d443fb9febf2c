import type { MiddlewareHandler } from 'hono'
import type { GatewayEnvironment, GatewayServices } from '../environment.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

/**
 * Gives every request an id, sent back as `x-request-id`, and writes one line and one count when it is answered.
 * The line names the endpoint and the project, and of a page that is refused its origin and the reason; paths, queries and
 * client addresses stay out of it (SEC-105, SEC-118).
 */
export function observe(
  services: Pick<GatewayServices, 'uuid' | 'clock' | 'metrics' | 'log'>,
): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    const requestId = services.uuid()
    const startedAt = services.clock.now()
    context.set('requestId', requestId)
    context.set('routeName', 'none')
    context.header('x-request-id', requestId)
    await next()
    const route = context.get('routeName')
    const method = METHODS.includes(context.req.method) ? context.req.method : 'other'
    const elapsedMs = services.clock.now() - startedAt
    services.metrics.countRequest({ route, method, status: context.res.status, seconds: elapsedMs / 1000 })
    services.log.info(
      {
        event: 'request',
        requestId,
        method,
        route,
        status: context.res.status,
        elapsedMs,
        project: context.get('project')?.id,
        ...context.get('refusal'),
      },
      'answered',
    )
  }
}

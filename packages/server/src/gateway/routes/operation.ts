import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { RequestError } from '../../RequestError.ts'
import type { GatewayApp, GatewayContext, GatewayServices } from '../environment.ts'

/** For whoever runs the gateway: alive, able to serve, and its numbers. */
export function operation(app: GatewayApp, parts: operation.Parts): void {
  const { services, config } = parts

  app.get('/health', (context) => {
    context.set('routeName', 'health')
    return context.json({ status: 'OK' })
  })

  app.get('/ready', async (context) => {
    context.set('routeName', 'ready')
    try {
      await services.checkReady()
    } catch (cause) {
      services.log.warn({ event: 'notReady', err: cause }, 'the gateway is not ready')
      throw new RequestError('NOT_READY', 'The gateway cannot serve at the moment.', { cause, retryAfterSeconds: 5 })
    }
    return context.json({ status: 'OK' })
  })

  app.get('/metrics', async (context) => {
    context.set('routeName', 'metrics')
    if (!mayReadMetrics(context, config.metrics.token))
      throw new RequestError('NOT_FOUND', 'Nothing lives at this path.')
    const { contentType, text } = await services.metrics.render()
    context.header('content-type', contentType)
    return context.body(text)
  })
}

export declare namespace operation {
  type Parts = {
    readonly config: Pick<Config, 'metrics'>
    readonly services: Pick<GatewayServices, 'checkReady' | 'log' | 'metrics'>
  }
}

/**
 * With a token, whoever has it; without one, only a direct caller on this machine who names it so. The name counts because
 * a page of any site may give its own host the address 127.0.0.1 and then read what answers there.
 */
function mayReadMetrics(context: GatewayContext, token: string | undefined): boolean {
  if (token !== undefined) return isSame(context.req.header('authorization') ?? '', `Bearer ${token}`)
  const remote = context.env?.remoteAddress ?? ''
  const isForwarded = FORWARDED.some((header) => context.req.header(header) !== undefined)
  const hosts = [new URL(context.req.url).host, context.req.header('host') ?? 'localhost']
  return !isForwarded && LOOPBACK_PEER.test(remote) && hosts.every((host) => LOOPBACK_HOST.test(host))
}

/** Headers that a proxy adds. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const LOOPBACK_PEER = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Names of this machine with or without a port. Source: RFC 6761, section 6.3. */
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Compares in constant time, whatever the lengths. */
function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(left), hash(right))
}

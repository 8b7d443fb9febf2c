import { Hono } from 'hono'
import type { Config } from '../config.ts'
import { RequestError } from '../RequestError.ts'
import { createClientKey } from './clientKey.ts'
import type { GatewayApp, GatewayEnvironment, GatewayParts, GatewayServices } from './environment.ts'
import { identify } from './middleware/access.ts'
import { answerError } from './middleware/errors.ts'
import { headers } from './middleware/headers.ts'
import { limits } from './middleware/limits.ts'
import { observe } from './middleware/observe.ts'
import { createRateLimiter } from './rateLimiter.ts'
import { analyticsConfig } from './routes/analyticsConfig.ts'
import { auth } from './routes/auth.ts'
import { balance } from './routes/balance.ts'
import { directory } from './routes/directory.ts'
import { events } from './routes/events.ts'
import { identity } from './routes/identity.ts'
import { images } from './routes/images.ts'
import { jsonRpc } from './routes/jsonRpc.ts'
import { operation } from './routes/operation.ts'
import { relayPublicKey } from './routes/relayPublicKey.ts'
import { supportedChains } from './routes/supportedChains.ts'

/** Builds the gateway's HTTP application. It listens nowhere: hand its `fetch` to a server, or ask `app.request`. */
export function createGateway(parameters: { config: Config; services: GatewayServices }): GatewayApp {
  const { config, services } = parameters
  const limiter = (rate: { capacity: number; refillPerSecond: number }) =>
    createRateLimiter({ clock: services.clock, ...rate })
  const parts: GatewayParts = {
    config,
    services,
    limiters: {
      rpc: limiter(config.limits.rpc),
      data: limiter(config.limits.data),
      directory: limiter(config.limits.directory),
      images: limiter(config.limits.images),
      signIn: limiter(config.limits.signIn),
    },
  }

  const app: GatewayApp = new Hono<GatewayEnvironment>()
  app.onError((error, context) => answerError(error, context, services))
  app.notFound((context) =>
    answerError(new RequestError('NOT_FOUND', 'Nothing lives at this path.'), context, services),
  )
  app.use(observe(services), headers(), limits(config.limits.requestTimeoutMs))
  operation(app, parts)
  relayPublicKey(app, services)
  app.use(identify(parts, createClientKey(config.trustedProxies)))
  supportedChains(app, parts)
  identity(app, parts)
  balance(app, parts)
  jsonRpc(app, parts)
  directory(app, parts)
  images(app, parts)
  analyticsConfig(app, parts)
  events(app, parts)
  if (services.signIn !== undefined) auth(app, parts, services.signIn)
  return app
}

/** The application of a relay that stands alone: for whoever runs it, and the key that it attests with. */
export function createRelayHost(parameters: {
  config: Pick<Config, 'metrics' | 'limits'>
  services: Pick<GatewayServices, 'clock' | 'log' | 'uuid' | 'metrics' | 'checkReady' | 'relayPublicKey'>
}): GatewayApp {
  const { config, services } = parameters
  const app: GatewayApp = new Hono<GatewayEnvironment>()
  app.onError((error, context) => answerError(error, context, services))
  app.notFound((context) =>
    answerError(new RequestError('NOT_FOUND', 'Nothing lives at this path.'), context, services),
  )
  app.use(observe(services), headers(), limits(config.limits.requestTimeoutMs))
  operation(app, { config, services })
  relayPublicKey(app, services)
  return app
}

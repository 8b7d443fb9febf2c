import type { Config } from '../config.ts'
import { createClientAddress } from './clientKey.ts'
import { createHost } from './createHost.ts'
import type { GatewayApp, GatewayParts, GatewayServices } from './environment.ts'
import { identify } from './middleware/access.ts'
import { createRateLimiter } from './rateLimiter.ts'
import { ROUTES } from './routes.ts'

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

  const app = createHost({ config, services })
  app.use(identify(parts, createClientAddress(config.trustedProxies)))
  for (const route of ROUTES) route.mount(app, parts)
  services.login?.mount(app)
  return app
}

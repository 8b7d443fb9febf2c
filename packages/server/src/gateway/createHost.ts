import { Hono } from 'hono'
import type { Config } from '../config.ts'
import { RequestError } from '../RequestError.ts'
import type { GatewayApp, GatewayEnvironment, GatewayServices } from './environment.ts'
import { answerError } from './middleware/errors.ts'
import { headers } from './middleware/headers.ts'
import { limits } from './middleware/limits.ts'
import { observe } from './middleware/observe.ts'
import { operation } from './routes/operation.ts'
import { relayPublicKey } from './routes/relayPublicKey.ts'

/**
 * The application of a relay that stands alone, and what a gateway begins with: for whoever runs it, and the key that the
 * relay attests with. A file apart from the gateway's routes, whose code is a third of what a relay would load.
 */
export function createHost(parameters: {
  config: Pick<Config, 'metrics'> & { readonly limits: Pick<Config['limits'], 'requestTimeoutMs'> }
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

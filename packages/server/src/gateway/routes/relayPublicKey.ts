import type { GatewayApp, GatewayServices } from '../environment.ts'

/** Seconds that the key may be kept by caches. It never changes while the database lives. */
const CACHE_SECONDS = 3600

/** The key that the relay attests origins with, for any page: wallets check with it what apps' origins are. */
export function relayPublicKey(app: GatewayApp, services: Pick<GatewayServices, 'relayPublicKey'>): void {
  const read = services.relayPublicKey
  if (read === undefined) return
  app.get('/relay/public-key', (context) => {
    context.set('routeName', 'relayPublicKey')
    context.header('access-control-allow-origin', '*')
    context.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    return context.json(read())
  })
}

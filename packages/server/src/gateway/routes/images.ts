import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from '@latchkey/wire'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { type RouteOptions, route } from '../route.ts'

const options: RouteOptions = { access: 'open', rateClass: 'images' }

/** Pictures of wallets, networks, currencies and tokens. Also used straight in `<img>`, so they need no headers. */
export function images(app: GatewayApp, parts: GatewayParts): void {
  const { directory } = parts.services
  const cache = 'public, max-age=86400, stale-while-revalidate=604800'
  route(app, parts, getWalletImage, options, async ({ input, context }) => {
    context.header('cache-control', cache)
    return directory.image('wallet', input.imageId)
  })
  route(app, parts, getAssetImage, options, async ({ input, context }) => {
    context.header('cache-control', cache)
    return directory.image('asset', input.imageId)
  })
  route(app, parts, getCurrencyImage, options, async ({ input, context }) => {
    context.header('cache-control', cache)
    return directory.image('currency', input.id)
  })
  route(app, parts, getTokenImage, options, async ({ input, context }) => {
    context.header('cache-control', cache)
    return directory.image('token', input.id)
  })
}

import { getSupportedChains } from '@latchkey/wire'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { route } from '../route.ts'

/** The configured chains. A chain counts as supported when it has a node. */
export function supportedChains(app: GatewayApp, parts: GatewayParts): void {
  route(app, parts, getSupportedChains, { access: 'open', rateClass: 'data' }, async ({ context }) => {
    context.header('cache-control', 'public, max-age=86400, s-maxage=86400')
    return { http: parts.config.chains.map((chain) => chain.id), ws: [] }
  })
}

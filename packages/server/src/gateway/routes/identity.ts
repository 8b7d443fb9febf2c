import { getIdentity } from '@latchkey/wire'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { route } from '../route.ts'

/**
 * Name and avatar of an address; Solana addresses have none here. The answer may be kept by the asking browser alone:
 * whom somebody looks up is theirs, so shared caches stay out (SEC-125).
 */
export function identity(app: GatewayApp, parts: GatewayParts): void {
  const { services } = parts
  route(app, parts, getIdentity, { access: 'project', rateClass: 'data', cost: 2 }, async ({ input, context }) => {
    if (!input.address.startsWith('0x')) {
      context.header('cache-control', 'private, max-age=3600')
      return { name: null, avatar: null, resolvedAt: null }
    }
    const held = await services.fetchIdentity(input.address)
    const remainingSeconds = Math.max(0, Math.floor((held.expiresAt - services.clock.now()) / 1000))
    context.header('cache-control', `private, max-age=${remainingSeconds}`)
    return held.identity
  })
}

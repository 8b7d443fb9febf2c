import { getIdentityOperation } from '@latchkey/wire/identity'
import { serve } from '../route.ts'

/**
 * Name and avatar of an address; Solana addresses have none here. The answer may be kept by the asking browser alone:
 * whom somebody looks up is theirs, so shared caches stay out (SEC-125).
 */
export const identity = serve(
  getIdentityOperation,
  { rateClass: 'data', cost: 2 },
  async ({ input, context }, { services }) => {
    if (!input.address.startsWith('0x')) {
      context.header('cache-control', 'private, max-age=3600')
      return { name: null, avatar: null, resolvedAt: null }
    }
    const held = await services.fetchIdentity(input.address, context.get('signal'))
    const remainingSeconds = Math.max(0, Math.floor((held.expiresAt - services.clock.now()) / 1000))
    context.header('cache-control', `private, max-age=${remainingSeconds}`)
    return held.identity
  },
)

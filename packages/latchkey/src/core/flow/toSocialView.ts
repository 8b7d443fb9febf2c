import type { ViewTarget } from '../types/views.ts'

/** The view in which a visitor logs in at a service, by its id at the gateway. */
export function toSocialView(provider: string): ViewTarget {
  return provider === 'farcaster' ? { view: 'ConnectingFarcaster' } : { view: 'ConnectingSocial', data: { provider } }
}

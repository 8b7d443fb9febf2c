import { SOCIAL_CALLBACK_PATH } from '@latchkey/wire/custody/social'
import type { Clock } from '../../ports.ts'
import { FARCASTER, type Farcaster } from './farcaster.ts'
import { createOpenIdProvider, signAppleSecret } from './openIdProvider.ts'
import { createPlainProvider } from './plainProvider.ts'
import type { Provider } from './provider.ts'
import { idOf, type SocialConfig } from './socialConfig.ts'

const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'

/** Makes the providers that the configuration names, in its order. */
export function openProviders(parameters: {
  social: readonly SocialConfig[]
  publicUrl: string
  fetch: typeof globalThis.fetch
  clock: Clock
}): ReadonlyMap<string, Provider> {
  const { social, publicUrl, fetch, clock } = parameters

  function open(config: SocialConfig): Provider {
    const redirectUri = `${publicUrl}${SOCIAL_CALLBACK_PATH}/${idOf(config)}`
    const around = { redirectUri, fetch, clock }
    if (config.kind === 'google') {
      return createOpenIdProvider({
        ...around,
        id: 'google',
        label: 'Google',
        icon: null,
        issuer: config.issuer ?? GOOGLE,
        clientId: config.clientId,
        secret: async () => config.clientSecret,
        scope: 'openid email profile',
        algorithm: 'RS256',
        response: 'query',
        again: { prompt: 'select_account' },
      })
    }
    if (config.kind === 'apple') {
      const { clientId, teamId, keyId, privateKey, issuer = APPLE } = config
      return createOpenIdProvider({
        ...around,
        id: 'apple',
        label: 'Apple',
        icon: null,
        issuer,
        clientId,
        secret: () => signAppleSecret({ clientId, teamId, keyId, privateKey, issuer, now: clock.now() }),
        scope: 'openid name email',
        algorithm: 'RS256',
        // Apple answers in no other way where an address or a name is asked for.
        response: 'form',
        again: {},
      })
    }
    if (config.kind === 'oidc') {
      const { id, label, icon = null, issuer, clientId, clientSecret, scope, algorithm } = config
      return createOpenIdProvider({
        ...around,
        id,
        label,
        icon,
        issuer,
        clientId,
        secret: clientSecret === undefined ? undefined : async () => clientSecret,
        scope,
        algorithm,
        response: 'query',
        again: { prompt: 'login' },
      })
    }
    const { kind, clientId, clientSecret, addresses } = config
    return createPlainProvider({ kind, clientId, clientSecret, addresses, redirectUri, fetch })
  }

  return new Map(social.map((config) => [idOf(config), open(config)]))
}

/** What people are offered, in order. */
export function listOffered(
  providers: ReadonlyMap<string, Provider>,
  farcaster: Farcaster | undefined,
): { id: string; label: string; icon: string | null }[] {
  const offered = [...providers.values()].map(({ id, label, icon }) => ({ id, label, icon }))
  return farcaster === undefined ? offered : [...offered, { id: FARCASTER, label: 'Farcaster', icon: null }]
}

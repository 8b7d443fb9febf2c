import { findWay } from '../../core/kernel/way.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { EMBEDDED_ID } from '../../core/ways/embedded/embeddedId.ts'
import { isUsualSocial } from '../../core/ways/embedded/findSocial.ts'

/** A way to connect that a button names in the place of a wallet. */
export type MeantWay =
  | { readonly kind: 'walletConnect' }
  | { readonly kind: 'email' }
  | { readonly kind: 'social' /** Id at the gateway. */; readonly provider: string }

/**
 * The way that a site's word means, of those that it has: `walletConnect`, `email`, or the id of a service for logging in, the usual ones
 * and those that `features.socials` names. Undefined for what is a wallet's.
 */
export function findMeantWay(
  instance: Pick<Instance, 'options' | 'services' | 'ways'>,
  wanted: string,
): MeantWay | undefined {
  const { email, socials } = instance.options.features
  const word = wanted.toLowerCase()
  if (word === 'walletconnect') return instance.services.walletConnect ? { kind: 'walletConnect' } : undefined
  if (!findWay(instance, EMBEDDED_ID)) return undefined
  if (word === 'email') return email ? { kind: 'email' } : undefined
  const isOffered = Array.isArray(socials) ? socials.includes(word) : socials === true && isUsualSocial(word)
  return isOffered ? { kind: 'social', provider: word } : undefined
}

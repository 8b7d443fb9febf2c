/** Which services are offered for logging in, and in which order. */

import { askSocials } from '@latchkey/wire/socialsPage'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { FARCASTER } from './findSocial.ts'
import { type SocialProvider, type SocialState, socialOf } from './socialStore.ts'

/** Storage name of the service that was used last. Neither secret nor authority (SEC-103). */
export const LAST_SOCIAL_RECORD = 'social'

/** Services as they come where a site names no order. As specified. */
const ORDER: readonly string[] = ['google', 'x', 'discord', FARCASTER, 'github', 'apple', 'facebook']

/**
 * What a visitor is offered: what the gateway has, of that what the site names, in its order; the service of the last time first.
 * Where the site names none, the usual ones come in the usual order, and the operator's own after them.
 */
export function listSocials(
  { providers = [], last }: SocialState,
  wanted: boolean | readonly string[],
): readonly SocialProvider[] {
  if (wanted === false) return []
  const order = wanted === true ? [...ORDER, ...providers.map(({ id }) => id)] : wanted
  const found = [...new Set(order)].flatMap((id) => providers.find((each) => each.id === id) ?? [])
  return [...found.filter(({ id }) => id === last), ...found.filter(({ id }) => id !== last)]
}

/** Asks the gateway what it has, until it has said so. Where it does not answer nothing is offered. Never rejects. */
export async function loadSocials(instance: Instance): Promise<void> {
  const { services } = instance
  const last = services.storage.get(LAST_SOCIAL_RECORD)
  socialOf(instance).set((state) => ({ ...state, last: state.last ?? last }))
  if (socialOf(instance).get().providers?.length) return
  try {
    const { providers } = await askGateway(instance, (gateway, signal) => gateway.call(askSocials, {}, { signal }))
    socialOf(instance).set((state) => ({ ...state, providers }))
  } catch (cause) {
    services.logger.warn('The gateway did not say which logins it has.', { cause })
    socialOf(instance).set((state) => ({ ...state, providers: state.providers ?? [] }))
  }
}

import type { SocialProvider, SocialState } from './socialStore.ts'

/** The one that is no page of a service but an app on a phone. */
export const FARCASTER = 'farcaster'

/** What the usual services are called until the gateway has said what it calls them. */
const NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** Whether it is the id of one of them. */
export function isUsualSocial(id: string): boolean {
  return Object.hasOwn(NAMES, id)
}

/** A service as the gateway names it, or as it is usually called; an unknown one by its id. */
export function findSocial({ providers = [] }: SocialState, id: string): SocialProvider {
  const label = Object.hasOwn(NAMES, id) ? NAMES[id] : undefined
  return providers.find((each) => each.id === id) ?? { id, label: label ?? id, icon: null }
}

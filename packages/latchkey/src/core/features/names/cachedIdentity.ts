import { writeCache } from '../../kernel/saved/writeCache.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Life of an identity in the cache, in ms: names change seldom, and each read is a call. */
const IDENTITY_LIFETIME_MS = 5 * 60_000

/** Name and avatar as they were read; both undefined when the address has none. */
export type Identity = { readonly name: string | undefined; readonly avatar: string | undefined }

/** Below `cache/`, which goes first when space runs out and is not told to other tabs. */
const PREFIX = 'cache/identity/'

/** An identity read less than 5 min ago, on this page or another of the site; also one that has no name. */
export function getCachedIdentity(instance: Instance, address: string): Identity | undefined {
  const kept = parse(instance.services.storage.get(PREFIX + address))
  const age = instance.services.clock.now() - (kept?.at ?? Number.NaN)
  return kept && age >= 0 && age < IDENTITY_LIFETIME_MS ? { name: kept.name, avatar: kept.avatar } : undefined
}

/** Keeps an identity for 5 min, and lets go of those whose time is over or that are too many. */
export function setCachedIdentity(instance: Instance, address: string, identity: Identity): void {
  const { storage, clock } = instance.services
  const cache = { prefix: PREFIX, lifetimeMs: IDENTITY_LIFETIME_MS }
  writeCache(storage, cache, address, { at: clock.now(), ...identity })
}

function parse(text: string | undefined): (Identity & { readonly at: number }) | undefined {
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || typeof kept.at !== 'number') return undefined
    const { name, avatar } = kept as { name?: unknown; avatar?: unknown }
    return {
      at: kept.at,
      name: typeof name === 'string' ? name : undefined,
      avatar: typeof avatar === 'string' ? avatar : undefined,
    }
  } catch {
    return undefined
  }
}

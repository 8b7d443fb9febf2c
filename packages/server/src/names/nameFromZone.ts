import type { Clock } from '../ports.ts'
import type { FetchIdentity } from '../upstreams/identity.ts'
import type { Zone } from './zone.ts'

/** How long a page may keep a name of a zone, in ms: it can be given up at once. */
const ZONE_IDENTITY_MS = 5 * 60_000

/**
 * Looks for a name of the zones first, which leads back to the address or does not count (SEC-93), then where names were looked
 * for before.
 */
export function nameFromZone(parameters: { zone: Zone; fetchIdentity: FetchIdentity; clock: Clock }): FetchIdentity {
  const { zone, fetchIdentity, clock } = parameters
  return async (address, signal) => {
    const asked = address.toLowerCase()
    const found = (await zone.findOf(asked)).find((record) =>
      Object.values(record.addresses).some((each) => each.address.toLowerCase() === asked),
    )
    if (found === undefined) return fetchIdentity(address, signal)
    const now = clock.now()
    const identity = { name: found.name, avatar: null, resolvedAt: new Date(now).toISOString() }
    return { identity, expiresAt: now + ZONE_IDENTITY_MS }
  }
}

import type { NewPairing } from '../calls.ts'
import { topicOfKey } from '../crypto/hashes.ts'
import type { Clock, Random } from '../ports.ts'
import { formatUri } from '../rules/formatUri.ts'
import { systemClock } from '../systemClock.ts'
import { systemRandom } from '../systemRandom.ts'
import { createPairingKey } from './createPairingKey.ts'

/**
 * Makes a pairing for a `connect` that follows within 300 s, without a client: its uri can be shown while the client is still being
 * opened. The relay keeps the proposal for whoever scans first. Nothing is kept or sent until then, and `symKey` opens all that
 * will be said in the pairing. Rejects with `ABORTED` on a page without WebCrypto whose code for hashes cannot be fetched.
 */
export async function createPairing(surroundings: createPairing.Parameters = {}): Promise<NewPairing> {
  const { clock = systemClock, random = systemRandom } = surroundings
  const { symKey, expiry } = createPairingKey({ clock, random })
  const topic = await topicOfKey(symKey)
  return { uri: formatUri({ topic, symKey, relay: { protocol: 'irn' }, expiryTimestamp: expiry }), symKey, expiry }
}
export declare namespace createPairing {
  type Parameters = {
    /** Default: the system's. The client that proposes by the pairing has to go by the same one. */
    readonly clock?: Pick<Clock, 'now'> | undefined
    /** Default: WebCrypto's. */
    readonly random?: Random | undefined
  }
}

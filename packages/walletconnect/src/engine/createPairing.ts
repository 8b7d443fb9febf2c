import type { NewPairing } from '../calls.ts'
import { randomHex, topicOfKey } from '../crypto/hashes.ts'
import type { Clock, Random } from '../ports.ts'
import { formatUri } from '../rules/formatUri.ts'
import { PAIRING_SECONDS } from './constants.ts'
import { nowSeconds } from './context.ts'

/** A pairing that nobody knows yet, and that `connect` takes up. */
export async function createPairing(surroundings: {
  readonly clock: Clock
  readonly random: Random
}): Promise<NewPairing> {
  const symKey = randomHex(surroundings.random)
  const expiry = nowSeconds(surroundings) + PAIRING_SECONDS
  const topic = await topicOfKey(symKey)
  return { uri: formatUri({ topic, symKey, relay: { protocol: 'irn' }, expiryTimestamp: expiry }), symKey, expiry }
}

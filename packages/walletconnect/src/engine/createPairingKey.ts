import type { NewPairing } from '../calls.ts'
import { randomHex } from '../crypto/hashes.ts'
import type { Clock, Random } from '../ports.ts'
import { PAIRING_SECONDS } from './constants.ts'
import { nowSeconds } from './context.ts'

/** The key of a new pairing, and the end of its life. */
export function createPairingKey(surroundings: {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
}): Pick<NewPairing, 'symKey' | 'expiry'> {
  return { symKey: randomHex(surroundings.random), expiry: nowSeconds(surroundings) + PAIRING_SECONDS }
}

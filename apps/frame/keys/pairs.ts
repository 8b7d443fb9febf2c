/**
 * A secret as a pair of halves, neither of which says anything about it: a random pad, and the secret under that pad (SEC-02).
 * Every device has a pair of its own, so that one is revoked by deleting its half at the server.
 */
import type { Bytes, Random } from './bytes.ts'

/** Two halves of a secret, each as long as it. */
export type Pair = {
  /** The pad, which stays with the device, or with the vault. */
  readonly pad: Bytes
  /** The secret under the pad, which the gateway keeps. */
  readonly masked: Bytes
}

const xor = (one: Uint8Array, other: Uint8Array): Bytes => {
  if (one.length !== other.length) throw new RangeError(`halves of ${one.length} and ${other.length} bytes`)
  return Uint8Array.from(one, (byte, index) => byte ^ (other[index] as number))
}

/** Halves a secret anew; two calls never share a pad. */
export const makePair = (secret: Uint8Array, random: Random): Pair => {
  const pad = random(secret.length)
  return { pad, masked: xor(secret, pad) }
}

/** Puts a pair together. Any two halves give *something*: whoever calls this checks the commitment (`openWallet`). */
export const joinPair = (pad: Uint8Array, masked: Uint8Array): Bytes => xor(pad, masked)

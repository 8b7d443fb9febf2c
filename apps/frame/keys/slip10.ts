/**
 * SLIP-10 for Ed25519, whose derivation is hardened at every step. Ours because it is a dozen lines on HMAC, and the libraries that
 * have it bring a second copy of the curves.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Bytes, wipe } from './bytes.ts'

const HARDENED = 0x8000_0000

/** The 32 bytes of the key at a path of hardened steps, from a seed of BIP-39. */
export const deriveEd25519 = (seed: Uint8Array, path: readonly number[]): Bytes => {
  let node = hmac(sha512, new TextEncoder().encode('ed25519 seed'), seed)
  for (const step of path) {
    // 0x00, the key of the step before, and the number of this one.
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, step + HARDENED)
    const next = hmac(sha512, node.subarray(32), data)
    wipe(node, data)
    node = next
  }
  const key = Uint8Array.from(node.subarray(0, 32))
  wipe(node)
  return key
}

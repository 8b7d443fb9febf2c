import { ed25519 } from '@noble/curves/ed25519.js'
import type { Bytes } from '../keys/bytes.ts'

/** A Solana key as wallets import it: the private half, then the public one, 64 bytes. */
export const solanaSecretOf = (privateKey: Bytes): Bytes => {
  const secret = new Uint8Array(64)
  secret.set(privateKey)
  secret.set(ed25519.getPublicKey(privateKey), 32)
  return secret
}

/** Signatures of Solana accounts: Ed25519 by RFC 8032, strictly, over the exact bytes. Source: SEC-116. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { SignatureClaim } from './signatureClaim.ts'

/** Whether the account's key signed the text. The signature is 64 bytes in base58, the address the key in base58. */
export function checkSolanaSignature({ address, message, signature }: SignatureClaim): boolean {
  try {
    const key = base58.decode(address)
    const signed = base58.decode(signature)
    if (key.length !== 32 || signed.length !== 64) return false
    // `zip215: false` refuses keys of small order and encodings that are not canonical.
    return ed25519.verify(signed, new TextEncoder().encode(message), key, { zip215: false })
  } catch {
    return false
  }
}

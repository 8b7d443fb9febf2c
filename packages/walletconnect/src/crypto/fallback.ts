import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** What stands in where WebCrypto is absent, as on pages that came over plain http, or lacks a curve. Loaded there alone. */
export const fallback = { ed25519, x25519, hkdf, sha256 }

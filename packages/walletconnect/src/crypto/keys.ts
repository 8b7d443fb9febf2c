/**
 * Key agreement: X25519 (RFC 7748), then HKDF-SHA256 (RFC 5869) without salt and info. Source: protocol reference, 2.1.
 * WebCrypto does the curve where it can; elsewhere noble's code is loaded.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { EngineError } from '../errors.ts'
import type { Random } from '../ports.ts'
import { fromHex, joinBytes, toHex } from './bytes.ts'
import { findSubtle } from './findSubtle.ts'

/** Two halves of an X25519 key, 32 bytes each, in hex. */
export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

/** PKCS #8 wrapping of a raw X25519 private key (RFC 8410). */
const PKCS8_X25519 = '302e020100300506032b656e04220420'

/** `u = 9`, the base point of Curve25519 (RFC 7748, section 4.1). */
const BASE_POINT = `09${'00'.repeat(31)}`

async function multiply(privateKey: string, publicKey: string, subtle: SubtleCrypto | null): Promise<Uint8Array> {
  const [own, other] = [fromHex(privateKey, 32), fromHex(publicKey, 32)]
  if (subtle) {
    try {
      const wrapped = joinBytes(fromHex(PKCS8_X25519), own)
      const [key, peer] = await Promise.all([
        subtle.importKey('pkcs8', wrapped as BufferSource, 'X25519', false, ['deriveBits']),
        subtle.importKey('raw', other as BufferSource, 'X25519', false, []),
      ])
      return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: peer }, key, 256))
    } catch {
      // A browser without this curve, or a key that is no point: noble tells which.
    }
  }
  const { x25519 } = await import('@noble/curves/ed25519.js')
  try {
    return x25519.getSharedSecret(own, other)
  } catch {
    throw new EngineError('MISSING_OR_INVALID', 'public key')
  }
}

/** A fresh key pair. */
export async function createKeyPair(random: Random, subtle: SubtleCrypto | null = findSubtle()): Promise<KeyPair> {
  const privateKey = toHex(random.bytes(32))
  return { privateKey, publicKey: toHex(await multiply(privateKey, BASE_POINT, subtle)) }
}

/** The symmetric key that two peers share, in hex. Throws `MISSING_OR_INVALID` for a public key that is none. */
export async function deriveSymKey(
  privateKey: string,
  peerPublicKey: string,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<string> {
  return toHex(hkdf(sha256, await multiply(privateKey, peerPublicKey, subtle), undefined, undefined, 32))
}

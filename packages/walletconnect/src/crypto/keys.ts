/**
 * Key agreement: X25519 (RFC 7748), then HKDF-SHA256 (RFC 5869) without salt and info. Source: WalletConnect specification,
 * Crypto. WebCrypto does both where it can; elsewhere noble's code is loaded.
 */
import { EngineError } from '../errors.ts'
import type { Random } from '../ports.ts'
import { fromBase64, fromHex, joinBytes, toHex } from './bytes.ts'
import { findSubtle, loadFallback } from './subtle.ts'

/** Two halves of an X25519 key, 32 bytes each, in hex. */
export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

/** PKCS #8 wrapping of a raw X25519 private key (RFC 8410). */
const PKCS8_X25519 = '302e020100300506032b656e04220420'

const importPrivateKey = (subtle: SubtleCrypto, key: Uint8Array, extractable: boolean): Promise<CryptoKey> =>
  subtle.importKey('pkcs8', joinBytes(fromHex(PKCS8_X25519), key) as BufferSource, 'X25519', extractable, [
    'deriveBits',
  ])

async function multiply(privateKey: string, publicKey: string, subtle: SubtleCrypto | null): Promise<Uint8Array> {
  const [own, other] = [fromHex(privateKey, 32), fromHex(publicKey, 32)]
  if (subtle) {
    try {
      const [key, peer] = await Promise.all([
        importPrivateKey(subtle, own, false),
        subtle.importKey('raw', other as BufferSource, 'X25519', false, []),
      ])
      return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: peer }, key, 256))
    } catch {
      // A browser without this curve, or a key that is no point: noble tells which.
    }
  }
  const { x25519 } = await loadFallback()
  try {
    return x25519.getSharedSecret(own, other)
  } catch {
    throw new EngineError('MISSING_OR_INVALID', 'public key')
  }
}

/** A fresh key pair. */
export async function createKeyPair(random: Random, subtle: SubtleCrypto | null = findSubtle()): Promise<KeyPair> {
  const own = random.bytes(32)
  const privateKey = toHex(own)
  if (subtle) {
    try {
      // Measured: the key's own text names its public half at half the cost of computing it.
      const { x = '' } = await subtle.exportKey('jwk', await importPrivateKey(subtle, own, true))
      const publicKey = toHex(fromBase64(x))
      if (publicKey.length === 64) return { privateKey, publicKey }
    } catch {
      // A browser without this curve.
    }
  }
  const { x25519 } = await loadFallback()
  return { privateKey, publicKey: toHex(x25519.getPublicKey(own)) }
}

/** The symmetric key that two peers share, in hex. Throws `MISSING_OR_INVALID` for a public key that is none. */
export async function deriveSymKey(
  privateKey: string,
  peerPublicKey: string,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<string> {
  const secret = await multiply(privateKey, peerPublicKey, subtle)
  if (!subtle) {
    const { hkdf, sha256 } = await loadFallback()
    return toHex(hkdf(sha256, secret, undefined, undefined, 32))
  }
  const key = await subtle.importKey('raw', secret as BufferSource, 'HKDF', false, ['deriveBits'])
  const none = new Uint8Array()
  return toHex(
    new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: none, info: none }, key, 256)),
  )
}

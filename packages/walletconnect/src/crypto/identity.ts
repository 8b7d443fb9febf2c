/**
 * Who this client is to a relay: an Ed25519 key (RFC 8032) named as `did:key`, and JSON Web Tokens (RFC 7519, RFC 8037)
 * signed with it. Source: WalletConnect specification, Relay authentication.
 */
import { fromBase64, fromHex, fromText, joinBytes, toBase64, toHex } from './bytes.ts'
import { toDidKey } from './didKey.ts'
import { findSubtle, loadFallback } from './subtle.ts'

/** How long a relay token holds, in s: a day, as with running clients. */
export const RELAY_TOKEN_LIFETIME_SECONDS = 86_400

/** PKCS #8 wrapping of a raw Ed25519 seed (RFC 8410). */
const PKCS8_ED25519 = '302e020100300506032b657004220420'

/** What a token says. */
export type TokenClaims = {
  /** The relay's address exactly as configured; a trailing slash matters. */
  readonly audience: string
  /** 32 random bytes in hex, one a client start. */
  readonly subject: string
  /** ms since 1970. */
  readonly nowMs: number
}

/** A client's identity at relays. */
export type Identity = {
  /** `did:key` of its public key. */
  readonly clientId: string
  /** A fresh token for one connection attempt. */
  signToken(claims: TokenClaims): Promise<string>
}

type Signer = { readonly publicKey: Uint8Array; sign(message: Uint8Array): Promise<Uint8Array> }

async function createSigner(seed: Uint8Array, subtle: SubtleCrypto | null): Promise<Signer> {
  if (subtle) {
    try {
      const wrapped = joinBytes(fromHex(PKCS8_ED25519), seed)
      const key = await subtle.importKey('pkcs8', wrapped as BufferSource, 'Ed25519', true, ['sign'])
      // WebCrypto has no other way from a seed to its public key.
      const publicKey = fromBase64((await subtle.exportKey('jwk', key)).x ?? '')
      if (publicKey.length === 32) {
        return {
          publicKey,
          sign: async (message) => new Uint8Array(await subtle.sign('Ed25519', key, message as BufferSource)),
        }
      }
    } catch {
      // A browser without this curve.
    }
  }
  const { ed25519 } = await loadFallback()
  return { publicKey: ed25519.getPublicKey(seed), sign: async (message) => ed25519.sign(message, seed) }
}

/** The identity that belongs to a stored seed of 32 bytes in hex. Throws `MISSING_OR_INVALID`. */
export async function createIdentity(seedHex: string, subtle: SubtleCrypto | null = findSubtle()): Promise<Identity> {
  const signer = await createSigner(fromHex(seedHex, 32), subtle)
  const clientId = toDidKey(toHex(signer.publicKey))
  const encode = (value: unknown): string => toBase64(fromText(JSON.stringify(value)), 'base64url')
  return {
    clientId,
    async signToken({ audience, subject, nowMs }) {
      const iat = Math.floor(nowMs / 1000)
      const header = { alg: 'EdDSA', typ: 'JWT' }
      const payload = { iss: clientId, sub: subject, aud: audience, iat, exp: iat + RELAY_TOKEN_LIFETIME_SECONDS }
      const signed = `${encode(header)}.${encode(payload)}`
      return `${signed}.${toBase64(await signer.sign(fromText(signed)), 'base64url')}`
    },
  }
}

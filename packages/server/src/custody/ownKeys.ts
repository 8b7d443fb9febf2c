import { type ShareBinding, shareAdditionalData, shareInfo } from '@latchkey/wire/custody/binding'
import { CUSTODY_KEYS_PATH, type CustodyKeys } from '@latchkey/wire/custody/tokens'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import type { GatewayApp } from '../gateway/environment.ts'
import type { Kms } from '../kms/kms.ts'
import type { Party } from '../kms/readMasterKeys.ts'
import { openRecord, type SealedRecord, sealRecord } from '../kms/sealRecord.ts'
import { CustodyRefusal } from './CustodyRefusal.ts'

/** A share as it travels: see `@latchkey/wire/custody/binding`. Both in base64url. */
export type SealedShare = { readonly encapsulated: string; readonly ciphertext: string }

/** The keys that a server made for itself, and what it does with them. Private halves never leave it. */
export type OwnKeys = {
  readonly publicKeys: CustodyKeys
  /** Signs a token for a reader, good for so many seconds. */
  sign(parameters: {
    type: string
    issuer: string
    audience: string
    claims: Readonly<Record<string, unknown>>
    now: number
    seconds: number
  }): Promise<string>
  /** Opens a share that was sealed for this server. Throws `CustodyRefusal` SHARE_REFUSED. */
  openUpload(share: SealedShare & { readonly keyId: string }, binding: ShareBinding): Promise<Uint8Array<ArrayBuffer>>
  /** HMAC-SHA-256 under a key that nobody else has, in base64url. */
  mark(text: string): Promise<string>
}

/** Where a server keeps what is sealed: gives what is kept under a name, or keeps this and gives it back. */
export type KeepRecord = (name: string, fresh: SealedRecord) => Promise<SealedRecord>

/** Suite of RFC 9180, as `@latchkey/wire/custody/binding` says. */
const createSuite = () => new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)

const encoder = new TextEncoder()

/** Additional data of a server's own key. */
export const ownKeyBinding = (party: Party, name: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(`latchkey/own-key/v1\n${party}\n${name}`)

/** Reads a server's own keys, or makes them at its first start. */
export async function openOwnKeys(parameters: { party: Party; kms: Kms; keep: KeepRecord }): Promise<OwnKeys> {
  const { party, kms, keep } = parameters

  async function keepKey(name: string, fresh: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const binding = ownKeyBinding(party, name)
    return openRecord(kms, await keep(name, await sealRecord(kms, fresh, binding)), binding)
  }

  const suite = createSuite()
  const freshSign = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const freshSeal = await suite.GenerateKeyPair(true)
  const signJwk = parseJwk(await keepKey('sign', encoder.encode(JSON.stringify(await exportJWK(freshSign.privateKey)))))
  const sealBytes = await keepKey('seal', Uint8Array.from(await suite.SerializePrivateKey(freshSeal.privateKey)))
  const sealPublic = await keepKey('seal-public', Uint8Array.from(await suite.SerializePublicKey(freshSeal.publicKey)))
  const markBytes = await keepKey('mark', crypto.getRandomValues(new Uint8Array(32)))

  const { x, y } = signJwk
  const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y }, 'sha256')
  const signKey = await crypto.subtle.importKey('jwk', signJwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const sealPair = {
    privateKey: await suite.DeserializePrivateKey(sealBytes, false),
    publicKey: await suite.DeserializePublicKey(sealPublic),
  }
  const markKey = await crypto.subtle.importKey('raw', markBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const keyId = Buffer.from(await crypto.subtle.digest('SHA-256', sealPublic))
    .toString('base64url')
    .slice(0, 16)

  return {
    publicKeys: {
      party,
      sign: [{ kid, kty: 'EC', crv: 'P-256', x, y }],
      seal: [{ keyId, publicKey: Buffer.from(sealPublic).toString('base64url') }],
      fingerprints: [...(await kms.fingerprints())],
    },
    sign: ({ type, issuer, audience, claims, now, seconds }) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: type, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(now / 1000) + seconds)
        .sign(signKey),
    async openUpload(share, binding) {
      if (share.keyId !== keyId)
        throw new CustodyRefusal('SHARE_REFUSED', 'The share is sealed to a key that is not here.')
      try {
        const options = { info: shareInfo('upload'), aad: shareAdditionalData('upload', binding) }
        const opened = await createSuite().Open(sealPair, decode(share.encapsulated), decode(share.ciphertext), options)
        return Uint8Array.from(opened)
      } catch {
        throw new CustodyRefusal('SHARE_REFUSED', 'The share does not open for what it was sent for.')
      }
    },
    mark: async (text) =>
      Buffer.from(await crypto.subtle.sign('HMAC', markKey, encoder.encode(text))).toString('base64url'),
  }
}

/** Seals a share to the one-time key of a frame. Throws `CustodyRefusal` for what is no key. Source: SEC-07. */
export async function sealToFrame(share: Uint8Array, publicKey: string, binding: ShareBinding): Promise<SealedShare> {
  const suite = createSuite()
  const key = await suite.DeserializePublicKey(decode(publicKey)).catch(() => {
    throw new CustodyRefusal('SHARE_REFUSED', 'The one-time key is no key.')
  })
  const options = { info: shareInfo('release'), aad: shareAdditionalData('release', binding) }
  const { encapsulatedSecret, ciphertext } = await suite.Seal(key, share, options)
  return {
    encapsulated: Buffer.from(encapsulatedSecret).toString('base64url'),
    ciphertext: Buffer.from(ciphertext).toString('base64url'),
  }
}

/** Serves the public halves, to everybody. */
export function serveKeys(app: GatewayApp, keys: CustodyKeys): void {
  app.get(CUSTODY_KEYS_PATH, (context) => {
    context.set('routeName', 'custodyKeys')
    context.header('access-control-allow-origin', '*')
    return context.json(keys)
  })
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

function parseJwk(bytes: Uint8Array): JsonWebKey & { x: string; y: string } {
  return JSON.parse(new TextDecoder().decode(bytes)) as JsonWebKey & { x: string; y: string }
}

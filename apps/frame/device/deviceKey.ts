/**
 * The device's own key: what a login is bound to (SEC-59), and what signs every call to the servers (RFC 9449). P-256, made by the
 * browser, and never to be read out of it.
 */
import { base64urlnopad } from '@scure/base'
import type { Bytes } from '../keys/bytes.ts'

/** A key pair of ECDSA on P-256. */
export type DeviceKey = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const encoder = new TextEncoder()

/** A new key for this device. */
export const createDeviceKey = (): Promise<DeviceKey> => crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])

type PublicJwk = { readonly crv: 'P-256'; readonly kty: 'EC'; readonly x: string; readonly y: string }

const jwkOf = async ({ publicKey }: DeviceKey): Promise<PublicJwk> => {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  // In the order of RFC 7638, which the thumbprint is made of.
  return { crv: 'P-256', kty: 'EC', x, y }
}

const hash = async (bytes: Bytes): Promise<string> =>
  base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** What names the device to everybody: the thumbprint of RFC 7638 in base64url. */
export const thumbprintOf = async (key: DeviceKey): Promise<string> =>
  hash(encoder.encode(JSON.stringify(await jwkOf(key))))

/** What a proof is for. */
export type ProofSubject = {
  /** Where the call goes, without query. */
  readonly url: string
  /** ms since 1970. */
  readonly now: number
  /** The session's token, where the call has one. */
  readonly token?: string | undefined
  /** The one-time key that a share shall be sealed to: uncompressed, 65 bytes. */
  readonly releaseKey?: Bytes | undefined
}

/** Signs one call: a JWT of type `dpop+jwt` that is good once, for a minute, for this address, token and one-time key alone. */
export const proveCall = async (key: DeviceKey, { url, now, token, releaseKey }: ProofSubject): Promise<string> => {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await jwkOf(key) }
  const claims = {
    jti: crypto.randomUUID(),
    htm: 'POST',
    htu: url,
    iat: Math.floor(now / 1000),
    ...(token !== undefined && { ath: await hash(encoder.encode(token)) }),
    ...(releaseKey !== undefined && { rpk: await hash(releaseKey) }),
  }
  const text = [header, claims].map((part) => base64urlnopad.encode(encoder.encode(JSON.stringify(part)))).join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, encoder.encode(text))
  return `${text}.${base64urlnopad.encode(new Uint8Array(signature))}`
}

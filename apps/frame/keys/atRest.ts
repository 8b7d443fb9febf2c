/** Shares at rest under AES-256-GCM: on the device under its wrapping key (SEC-03), or under a key that a passkey gives (SEC-13). */
import { type Purpose, type ShareBinding, shareAdditionalData } from '@latchkey/wire/custody/binding'
import type { Bytes, Random } from './bytes.ts'
import { KeyError } from './KeyError.ts'

/** A share under AES-256-GCM: 12 bytes of nonce, then ciphertext and tag. */
export type WrappedShare = Bytes

const NONCE_LENGTH = 12

const parametersOf = (nonce: Bytes, purpose: Purpose, binding: ShareBinding) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: shareAdditionalData(purpose, binding),
})

/** A key that wraps shares on this device, and that no script can read out. */
export const createWrappingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/**
 * The key that a passkey's PRF output gives. The output is 32 bytes that the authenticator computes anew each time, after its owner
 * was verified.
 */
export const derivePasskeyKey = async (prfOutput: Bytes, salt: Bytes): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', prfOutput, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('latchkey/passkey-recovery/v1')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Wraps a share. */
export const wrapShare = async (
  share: Bytes,
  key: CryptoKey,
  purpose: Purpose,
  binding: ShareBinding,
  random: Random,
): Promise<WrappedShare> => {
  const nonce = random(NONCE_LENGTH)
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parametersOf(nonce, purpose, binding), key, share))
  const wrapped = new Uint8Array(NONCE_LENGTH + sealed.length)
  wrapped.set(nonce)
  wrapped.set(sealed, NONCE_LENGTH)
  return wrapped
}

/**
 * Unwraps a share.
 *
 * @throws {KeyError} `SHARE_REFUSED` where a bit is wrong, or it was wrapped for something else
 */
export const unwrapShare = async (
  wrapped: WrappedShare,
  key: CryptoKey,
  purpose: Purpose,
  binding: ShareBinding,
): Promise<Bytes> => {
  try {
    const parameters = parametersOf(wrapped.slice(0, NONCE_LENGTH), purpose, binding)
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, wrapped.slice(NONCE_LENGTH)))
  } catch (error) {
    throw new KeyError('SHARE_REFUSED', 'A share does not open with this key and for this wallet', { cause: error })
  }
}

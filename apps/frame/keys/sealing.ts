/**
 * Shares on their way between the frame and a server, by HPKE (RFC 9180; suite and bindings: `@latchkey/wire/custody/binding`).
 *
 * The library `hpke` stands on the browser's own WebCrypto; no audit of it is known. It is held to the vectors of the RFC and to a
 * second implementation (`sealing.test.ts`).
 */
import { type ShareBinding, shareAdditionalData, shareInfo } from '@latchkey/wire/custody/binding'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import type { Bytes } from './bytes.ts'
import { KeyError } from './KeyError.ts'

/** A share that only the holder of one private key opens. */
export type SealedShare = {
  /** The sender's half of the key agreement: 65 bytes. */
  readonly encapsulated: Bytes
  readonly ciphertext: Bytes
}

const suite = () => new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)

/** A key for one release (SEC-07): the private half cannot be exported, and goes with the worker's memory. */
export type ReleaseKey = {
  /** The public half, uncompressed: 65 bytes. */
  readonly publicKey: Bytes
  /**
   * Opens the one share that a server sealed to this key.
   *
   * @throws {KeyError} `SHARE_REFUSED` where it is damaged or was sealed for something else
   */
  open(sealed: SealedShare, binding: ShareBinding): Promise<Bytes>
}

/** A fresh key for one release. */
export const createReleaseKey = async (): Promise<ReleaseKey> => {
  const hpke = suite()
  const pair = await hpke.GenerateKeyPair(false)
  return {
    publicKey: Uint8Array.from(await hpke.SerializePublicKey(pair.publicKey)),
    open: async ({ encapsulated, ciphertext }, binding) => {
      try {
        const options = { info: shareInfo('release'), aad: shareAdditionalData('release', binding) }
        // The pair, not the private key alone: the public half is part of the key agreement, and cannot be read off a key that is not extractable.
        return Uint8Array.from(await hpke.Open(pair, encapsulated, ciphertext, options))
      } catch (error) {
        throw new KeyError('SHARE_REFUSED', 'A share does not open with this key and for this wallet', { cause: error })
      }
    },
  }
}

/** Seals a share for a server that shall keep it. `publicKey`: uncompressed, 65 bytes. */
export const sealForServer = async (
  share: Uint8Array,
  publicKey: Uint8Array,
  binding: ShareBinding,
): Promise<SealedShare> => {
  const hpke = suite()
  const { encapsulatedSecret, ciphertext } = await hpke.Seal(await hpke.DeserializePublicKey(publicKey), share, {
    info: shareInfo('upload'),
    aad: shareAdditionalData('upload', binding),
  })
  return { encapsulated: Uint8Array.from(encapsulatedSecret), ciphertext: Uint8Array.from(ciphertext) }
}

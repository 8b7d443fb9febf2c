import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { ShareBinding } from '@latchkey/wire/custody/binding'
import { shareAdditionalData, shareInfo } from '@latchkey/wire/custody/binding'
import { expect, it } from 'vitest'
import { type Bytes, platformRandom } from './bytes.ts'
import { createReleaseKey, sealForServer } from './sealing.ts'

const BINDING: ShareBinding = {
  projectId: 'hollowpine',
  walletId: 'AAECAwQFBgcICQoLDA0ODw',
  holder: 'thumbprint',
  kind: 'auth-share',
  version: 1,
}

/** The second implementation: by another author. */
const second = () => new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** What a server does for a release, by the second implementation. */
const release = async (share: Bytes, publicKey: Bytes, binding: ShareBinding) => {
  const suite = second()
  const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey)
  const sender = await suite.createSenderContext({ recipientPublicKey, info: shareInfo('release') })
  return {
    encapsulated: new Uint8Array(sender.enc),
    ciphertext: new Uint8Array(await sender.seal(share, shareAdditionalData('release', binding))),
  }
}

it('SEC-07: opens what a second implementation of HPKE sealed to its one-time key', async () => {
  const share = platformRandom(32)
  const key = await createReleaseKey()
  expect([...(await key.open(await release(share, key.publicKey, BINDING), BINDING))]).toEqual([...share])
})

it('SEC-07: a second implementation opens what was sealed for a server', async () => {
  const share = platformRandom(32)
  const suite = second()
  const pair = await suite.kem.generateKeyPair()
  const publicKey = new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey))
  const sealed = await sealForServer(share, publicKey, BINDING)
  const recipient = await suite.createRecipientContext({
    recipientKey: pair,
    enc: sealed.encapsulated,
    info: shareInfo('upload'),
  })
  const opened = await recipient.open(sealed.ciphertext, shareAdditionalData('upload', BINDING))
  expect([...new Uint8Array(opened)]).toEqual([...share])
})

it('SEC-07: what was sealed to one one-time key opens with no other', async () => {
  const [one, other] = [await createReleaseKey(), await createReleaseKey()]
  const sealed = await release(platformRandom(32), one.publicKey, BINDING)
  await expect(other.open(sealed, BINDING)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
})

it.each<[string, Partial<ShareBinding>]>([
  ['project', { projectId: 'other' }],
  ['wallet', { walletId: 'AQECAwQFBgcICQoLDA0ODw' }],
  ['device', { holder: 'recovery' }],
  ['kind', { kind: 'recovery-auth-share' }],
  ['version', { version: 2 }],
])('SEC-04: a share that was released for another %s does not open', async (_, changed) => {
  const key = await createReleaseKey()
  const sealed = await release(platformRandom(32), key.publicKey, BINDING)
  await expect(key.open(sealed, { ...BINDING, ...changed })).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
})

it('refuses a share with a flipped bit at any byte, and no error tells why beyond its code', async () => {
  const key = await createReleaseKey()
  const sealed = await release(platformRandom(32), key.publicKey, BINDING)
  for (let at = 0; at < sealed.ciphertext.length; at += 1) {
    const ciphertext = sealed.ciphertext.slice()
    ciphertext[at] = (ciphertext[at] as number) ^ 1
    await expect(key.open({ ...sealed, ciphertext }, BINDING)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
  }
})

it('holds to the vector of RFC 9180 for DHKEM(P-256), HKDF-SHA256, AES-256-GCM as the library computes it', async () => {
  // A.3 of the RFC has this KEM with AES-128-GCM; its recipient key, derived from `ikmR`, is the same for every cipher.
  const ikmR = Uint8Array.from(Buffer.from('668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550', 'hex'))
  const expected =
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0'
  const suite = second()
  const theirs = await suite.kem.deriveKeyPair(ikmR.buffer)
  expect(Buffer.from(await suite.kem.serializePublicKey(theirs.publicKey)).toString('hex')).toBe(expected)
  const ours = await import('hpke')
  const hpke = new ours.CipherSuite(ours.KEM_DHKEM_P256_HKDF_SHA256, ours.KDF_HKDF_SHA256, ours.AEAD_AES_128_GCM)
  const pair = await hpke.DeriveKeyPair(ikmR)
  expect(Buffer.from(await hpke.SerializePublicKey(pair.publicKey)).toString('hex')).toBe(expected)
  // Its first message, with its `enc`, `info` and additional data.
  const opened = await hpke.Open(
    pair,
    Uint8Array.from(
      Buffer.from(
        '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
        'hex',
      ),
    ),
    Uint8Array.from(
      Buffer.from('5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434', 'hex'),
    ),
    {
      info: Uint8Array.from(Buffer.from('4f6465206f6e2061204772656369616e2055726e', 'hex')),
      aad: Uint8Array.from(Buffer.from('436f756e742d30', 'hex')),
    },
  )
  expect(new TextDecoder().decode(opened)).toBe('Beauty is truth, truth beauty')
})

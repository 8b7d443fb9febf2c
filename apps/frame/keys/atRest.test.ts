import type { ShareBinding } from '@latchkey/wire/custody/binding'
import { expect, it } from 'vitest'
import { createWrappingKey, derivePasskeyKey, unwrapShare, wrapShare } from './atRest.ts'
import { platformRandom } from './bytes.ts'

const BINDING: ShareBinding = {
  projectId: 'hollowpine',
  walletId: 'AAECAwQFBgcICQoLDA0ODw',
  holder: 'thumbprint',
  kind: 'device-share',
  version: 1,
}

it('SEC-03: the wrapping key gives no script its bytes, and what is stored is not the share', async () => {
  const key = await createWrappingKey()
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  const share = platformRandom(32)
  const wrapped = await wrapShare(share, key, 'device', BINDING, platformRandom)
  expect(Buffer.from(wrapped).includes(Buffer.from(share))).toBe(false)
  expect([...(await unwrapShare(wrapped, key, 'device', BINDING))]).toEqual([...share])
})

it.each<[string, Partial<ShareBinding>]>([
  ['project', { projectId: 'other' }],
  ['wallet', { walletId: 'AQECAwQFBgcICQoLDA0ODw' }],
  ['device', { holder: 'other' }],
  ['kind', { kind: 'auth-share' }],
  ['version', { version: 2 }],
])('SEC-04: a share at rest of another %s does not open', async (_, changed) => {
  const key = await createWrappingKey()
  const wrapped = await wrapShare(platformRandom(32), key, 'device', BINDING, platformRandom)
  await expect(unwrapShare(wrapped, key, 'device', { ...BINDING, ...changed })).rejects.toMatchObject({
    code: 'SHARE_REFUSED',
  })
  await expect(unwrapShare(wrapped, key, 'passkey', BINDING)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
})

it('SEC-03: a flipped bit at any byte of what is stored is refused, and so is what is cut', async () => {
  const key = await createWrappingKey()
  const wrapped = await wrapShare(platformRandom(32), key, 'device', BINDING, platformRandom)
  for (let at = 0; at < wrapped.length; at += 1) {
    const damaged = wrapped.slice()
    damaged[at] = (damaged[at] as number) ^ 1
    await expect(unwrapShare(damaged, key, 'device', BINDING)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
  }
  await expect(unwrapShare(wrapped.slice(0, 5), key, 'device', BINDING)).rejects.toMatchObject({
    code: 'SHARE_REFUSED',
  })
})

it('SEC-13: the key of a passkey is the same for the same output and salt, and another for another', async () => {
  const output = platformRandom(32)
  const salt = platformRandom(16)
  const share = platformRandom(32)
  const wrapped = await wrapShare(share, await derivePasskeyKey(output, salt), 'passkey', BINDING, platformRandom)
  const again = await derivePasskeyKey(output.slice(), salt.slice())
  expect([...(await unwrapShare(wrapped, again, 'passkey', BINDING))]).toEqual([...share])
  await expect(crypto.subtle.exportKey('raw', again)).rejects.toThrow()
  for (const [otherOutput, otherSalt] of [
    [platformRandom(32), salt],
    [output, platformRandom(16)],
  ] as const) {
    const key = await derivePasskeyKey(otherOutput, otherSalt)
    await expect(unwrapShare(wrapped, key, 'passkey', BINDING)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
  }
})

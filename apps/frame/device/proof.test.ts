import { expect, it } from 'vitest'
import { checkProof } from '../../../packages/server/src/custody/checkProof.ts'
import { platformRandom } from '../keys/bytes.ts'
import { createDeviceKey, proveCall, thumbprintOf } from './deviceKey.ts'

const url = 'https://api.wallet.example/v1/wallet/share/device'
const now = 1_700_000_000_500

it('SEC-74: the servers take a proof of the frame, know its device by it, and take it once', async () => {
  const key = await createDeviceKey()
  const releaseKey = platformRandom(65)
  const proof = await proveCall(key, { url, now, token: 'secret', releaseKey })
  const taken = new Set<string>()
  const takeOnce = async (id: string) => !taken.has(id) && taken.add(id) !== undefined
  const read = await checkProof({ proof, url, now, token: 'secret', takeOnce })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', releaseKey))
  expect(read).toEqual({
    thumbprint: await thumbprintOf(key),
    releaseKeyHash: Buffer.from(digest).toString('base64url'),
  })
  const refused = { code: 'PROOF_REFUSED' }
  await expect(checkProof({ proof, url, now, token: 'secret', takeOnce })).rejects.toMatchObject(refused)
  for (const wrong of [{ token: 'other' }, { token: undefined }, { url: `${url}s` }, { now: now + 120_000 }])
    await expect(
      checkProof({ proof, url, now, token: 'secret', takeOnce: async () => true, ...wrong }),
    ).rejects.toMatchObject(refused)
})

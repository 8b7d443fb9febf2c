import type { ShareBinding } from '@latchkey/wire/custody/binding'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWrappingKey, unwrapShare, wrapShare } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { createDeviceKey, proveCall, thumbprintOf } from './deviceKey.ts'
import { createPassingStore, type DeviceKeys, openDeviceStore } from './deviceStore.ts'

const never = new Promise<void>(() => {})
const make = async (): Promise<DeviceKeys> => ({
  signing: await createDeviceKey(),
  wrapping: await createWrappingKey(),
})
const open = () => openDeviceStore(() => indexedDB, { timeout: never })
const WALLET = 'AAECAwQFBgcICQoLDA0ODw'
const BINDING: ShareBinding = {
  projectId: 'hollowpine',
  walletId: WALLET,
  holder: 'one',
  kind: 'device-share',
  version: 1,
}

beforeEach(
  () =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('latchkey-frame')
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    }),
)

describe('the storage of a device', () => {
  it('SEC-03: keeps keys that no script can read out, and a half that is not the share', async () => {
    const store = await open()
    expect(store.kind).toBe('kept')
    const { signing, wrapping } = await store.keys(make)
    const share = platformRandom(32)
    const wrapped = await wrapShare(share, wrapping, 'device', BINDING, platformRandom)
    await store.propose({ projectId: 'hollowpine', walletId: WALLET, version: 1, share: wrapped })
    await store.promote('hollowpine', WALLET)

    const again = await open()
    const held = await again.keys(() => Promise.reject(new Error('the keys are there')))
    expect(await thumbprintOf(held.signing)).toBe(await thumbprintOf(signing))
    for (const [form, key] of [
      ['raw', held.wrapping],
      ['jwk', held.wrapping],
      ['jwk', held.signing.privateKey],
      ['pkcs8', held.signing.privateKey],
    ] as const)
      await expect(crypto.subtle.exportKey(form, key)).rejects.toThrow()
    const kept = await again.share('hollowpine', WALLET, 'current')
    expect(kept?.share.join()).not.toContain(share.join())
    expect([...(await unwrapShare(kept?.share as typeof wrapped, held.wrapping, 'device', BINDING))]).toEqual([
      ...share,
    ])
  })

  it('gives two tabs that begin at once the same keys', async () => {
    const [one, other] = [await open(), await open()]
    const [first, second] = await Promise.all([one.keys(make), other.keys(make)])
    expect(await thumbprintOf(first.signing)).toBe(await thumbprintOf(second.signing))
  })

  it('SEC-17: keeps on, with the keys of the device, where the browser has emptied it meanwhile', async () => {
    const store = await open()
    const { signing } = await store.keys(make)
    await store.propose({ projectId: 'hollowpine', walletId: WALLET, version: 1, share: platformRandom(60) })
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('latchkey-frame').onsuccess = resolve
    })
    expect(await store.share('hollowpine', WALLET, 'candidate')).toBeUndefined()
    await store.propose({ projectId: 'hollowpine', walletId: WALLET, version: 2, share: platformRandom(60) })
    await store.promote('hollowpine', WALLET)
    const next = await open()
    const held = await next.keys(() => Promise.reject(new Error('the keys are there')))
    expect(await thumbprintOf(held.signing)).toBe(await thumbprintOf(signing))
    expect(await next.share('hollowpine', WALLET, 'current')).toMatchObject({ version: 2 })
  })

  it.each([
    ['kept', open],
    ['that passes', async () => createPassingStore()],
  ])('%s: a candidate stands beside the current half until it takes its place', async (_, openStore) => {
    const store = await openStore()
    const propose = (version: number) =>
      store.propose({ projectId: 'hollowpine', walletId: WALLET, version, share: platformRandom(60) })
    await propose(1)
    expect(await store.share('hollowpine', WALLET, 'current')).toBeUndefined()
    await store.promote('hollowpine', WALLET)
    await propose(2)
    expect(await store.share('hollowpine', WALLET, 'current')).toMatchObject({ version: 1, state: 'current' })
    expect(await store.share('hollowpine', WALLET, 'candidate')).toMatchObject({ version: 2, state: 'candidate' })
    await store.promote('hollowpine', WALLET)
    expect(await store.share('hollowpine', WALLET, 'current')).toMatchObject({ version: 2, state: 'current' })
    expect(await store.share('hollowpine', WALLET, 'candidate')).toBeUndefined()
    // A second promotion, whose first answer was lost, loses nothing.
    await store.promote('hollowpine', WALLET)
    expect(await store.share('hollowpine', WALLET, 'current')).toMatchObject({ version: 2 })
  })

  it('keeps what was sent for every tab of the project, until it is forgotten or a month old', async () => {
    const store = await open()
    const month = 30 * 24 * 60 * 60_000
    await store.keepCalls('hollowpine', 'old', { id: '0x01', at: 0 })
    await store.keepCalls('hollowpine', 'young', { id: '0x02', at: month })
    const tab = await open()
    expect(await tab.calls('hollowpine', 'old')).toBe('0x01')
    expect(await tab.calls('other', 'old')).toBeUndefined()
    await tab.keepCalls('hollowpine', 'new', { id: '0x03', at: month + 1 })
    const list = () => Promise.all(['old', 'young', 'new'].map((key) => store.calls('hollowpine', key)))
    expect(await list()).toEqual([undefined, '0x02', '0x03'])
    await store.keepCalls('hollowpine', 'new', undefined)
    expect(await list()).toEqual([undefined, '0x02', undefined])
    await store.forget('hollowpine')
    expect(await list()).toEqual([undefined, undefined, undefined])
  })

  it('takes over the storage of an earlier version, with the keys in it', async () => {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('latchkey-frame', 1)
      request.onupgradeneeded = () => {
        for (const name of ['keys', 'shares', 'sessions']) request.result.createObjectStore(name)
      }
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
      request.onerror = () => reject(request.error)
    })
    const store = await open()
    expect(store.kind).toBe('kept')
    await store.keepCalls('hollowpine', 'one', { id: '0x01', at: 1 })
    expect(await store.calls('hollowpine', 'one')).toBe('0x01')
  })

  it.each([
    ['kept', open],
    ['that passes', async () => createPassingStore()],
  ])('SEC-19: %s: forgetting one project leaves the halves of another', async (_, openStore) => {
    const store = await openStore()
    for (const projectId of ['hollowpine', 'hollowpine-2', 'other'])
      await store.propose({ projectId, walletId: WALLET, version: 1, share: platformRandom(60) })
    await store.forget('hollowpine')
    expect(await store.share('hollowpine', WALLET, 'candidate')).toBeUndefined()
    expect(await store.share('hollowpine-2', WALLET, 'candidate')).toBeDefined()
    expect(await store.share('other', WALLET, 'candidate')).toBeDefined()
  })

  it.each<[string, () => IDBFactory | undefined, Promise<void>]>([
    ['has none', () => undefined, never],
    [
      'refuses to name it',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
      never,
    ],
    [
      'refuses to open it',
      () =>
        ({
          open: () => {
            throw new DOMException('denied', 'UnknownError')
          },
        }) as unknown as IDBFactory,
      never,
    ],
    ['never answers', () => ({ open: () => ({}) }) as unknown as IDBFactory, Promise.resolve()],
  ])('SEC-17: works for as long as the page stands where the browser %s', async (_, find, timeout) => {
    const store = await openDeviceStore(find, { timeout })
    expect(store.kind).toBe('none')
    const keys = await store.keys(make)
    expect(await store.keys(make)).toBe(keys)
  })
})

describe('the proof of a device', () => {
  it('SEC-74: is a signed text for one call, token and one-time key, and another each time', async () => {
    const key = await createDeviceKey()
    const subject = { url: 'https://api.wallet.example/v1/login/email', now: 1_700_000_000_500, token: 'secret' }
    const proof = await proveCall(key, { ...subject, releaseKey: platformRandom(65) })
    const [header = '', claims = '', signature = ''] = proof.split('.')
    const read = (part: string) => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    expect(read(header)).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } })
    expect(Object.keys(read(header).jwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
    expect(read(claims)).toMatchObject({ htm: 'POST', htu: subject.url, iat: 1_700_000_000 })
    expect(proof).not.toContain('secret')
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const signed = new TextEncoder().encode(`${header}.${claims}`)
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key.publicKey, bytes, signed)).toBe(true)
    expect(read(claims).jti).not.toBe(read((await proveCall(key, subject)).split('.')[1] ?? '').jti)
  })
})

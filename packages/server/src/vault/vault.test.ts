import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashContact, LOGIN_TOKEN_SECONDS, LOGIN_TOKEN_TYPE } from '@latchkey/wire/custody/tokens'
import {
  freezeRecovery,
  putRecoveryShare,
  releaseVaultShare,
  startDevice,
  thawRecovery,
  waitForDevice,
} from '@latchkey/wire/custody/vault'
import { afterAll, afterEach, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { createReleaseKey, sealForServer } from '../../../../apps/frame/keys/sealing.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { parseSettings } from '../config.ts'
import { type OwnKeys, openOwnKeys } from '../custody/ownKeys.ts'
import { createTestCaller, createTestDevice, FRAME, type TestDevice } from '../custody/testFrame.ts'
import { createHost } from '../gateway/createHost.ts'
import { createLog } from '../gateway/createLog.ts'
import { createMetrics } from '../gateway/metrics.ts'
import { createLocalKms } from '../kms/createLocalKms.ts'
import { parseMasterKeys } from '../kms/readMasterKeys.ts'
import { type KeyValueStore, loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { holdBack } from './holdBack.ts'
import { openVault } from './openVault.ts'
import { bindVaultShare } from './recovery.ts'
import { startVault } from './startVault.ts'
import { vaultConfig } from './vaultConfig.ts'
import { createVaultStore } from './vaultStore.ts'

/** Where the binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const VAULT = 'https://vault.example'
const GATE = 'https://gate.example'
const SHOP = 'https://shop.example'
const HOUR_MS = 3_600_000

const newKey = (party: 'gateway' | 'vault', id: string) => `${party}:${id}:${text(random(32))}`
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytes = (written: string) => Uint8Array.from(Buffer.from(written, 'base64url'))

const folder = mkdtempSync(join(tmpdir(), 'latchkey-vault-'))
let mailbox: Mailbox
let gatewayKeys: OwnKeys
let gatewayMaster: string
let person = 0
let email: string

beforeAll(async () => {
  mailbox = await startMailbox()
  gatewayMaster = newKey('gateway', 'a')
  const kms = await createLocalKms(parseMasterKeys(gatewayMaster, 'gateway'))
  gatewayKeys = await openOwnKeys({ party: 'gateway', kms, keep: async (_name, fresh) => fresh })
})
afterAll(async () => {
  await mailbox?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  email = `person${++person}@shop.example`
})

const open = new Set<{ close(): Promise<void> }>()
afterEach(async () => {
  for (const each of open) await each.close()
  open.clear()
})

const settings = (changes: object = {}) => ({
  publicUrl: VAULT,
  frameOrigin: FRAME,
  gateway: { origin: GATE },
  projects: [
    { id: 'shop', name: 'Shop', hosts: [SHOP] },
    { id: 'slow', name: 'Slow', hosts: [SHOP], delayHours: 48 },
  ],
  keys: { kind: 'environment', keys: newKey('vault', 'a') },
  mail: {
    host: '127.0.0.1',
    port: mailbox.port,
    allowClear: true,
    from: { name: 'Latchkey vault', address: 'vault@vault.example' },
  },
  limits: { calls: { capacity: 100_000, refillPerSecond: 1_000 } },
  ...changes,
})

async function openStore(name: string): Promise<KeyValueStore> {
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  return openKeyValueStore(loaded.level, join(folder, name))
}

async function createTestVault(changes: object = {}, place = randomUUID(), time = { now: Date.UTC(2026, 2, 1) }) {
  const config = parseSettings(vaultConfig, settings(changes), {})
  const clock = { now: () => time.now }
  const lines: string[] = []
  const log = createLog('info', { destination: { write: (line: string) => void lines.push(line) } })
  /** What was asked of the store, without the ids. */
  const work: string[] = []
  const held = await openStore(place)
  const store: KeyValueStore = {
    ...held,
    batch(changes, options) {
      work.push(`write ${changes.map(({ type, key }) => `${type} ${key.split(':')[0]}`).join(', ')}`)
      return held.batch(changes, options)
    },
    getMany(keys) {
      work.push(`read ${keys.map((key) => key.split(':')[0]).join(', ')}`)
      return held.getMany(keys)
    },
    iterator(range) {
      work.push(`list ${range.gte.split(':')[0]}`)
      return held.iterator(range)
    },
    compactRange: (start, end) => held.compactRange(start, end),
    close: () => held.close(),
  }
  const vault = await openVault({
    config,
    store,
    fetch: async () => Response.json(gatewayKeys.publicKeys),
    clock,
    log,
    mode: 'test',
  })
  open.add(vault)
  const app = createHost({
    config: { metrics: {}, limits: { requestTimeoutMs: 60_000 } },
    services: { clock, log, uuid: randomUUID, metrics: createMetrics(), checkReady: async () => undefined },
  })
  vault.mount(app)
  const keys = (await (await app.request(`${VAULT}/v1/custody/keys`)).json()) as OwnKeys['publicKeys']

  let network = ''

  async function press(link: string, value: string, headers: Record<string, string> = {}): Promise<number> {
    const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await (await app.request(link)).text()) ?? []
    const answer = await app.request(link, {
      method: 'POST',
      headers: { origin: VAULT, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ do: value, mark }).toString(),
    })
    return answer.status
  }

  async function createDevice(projectId = 'shop', key?: TestDevice) {
    const device = key ?? (await createTestDevice())
    const call = createTestCaller({
      device,
      url: VAULT,
      ask: (url, init) => app.request(url, init, { remoteAddress: network }),
      now: clock.now,
      host: SHOP,
    })

    async function readLink(): Promise<string> {
      await vault.settled()
      const mail = mailbox.mails
        .filter(({ to, text: said }) => to.includes(email) && said.includes(`${VAULT}/device/`))
        .at(-1)
      return /https:\/\/vault\.example\/device\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    }

    async function assert(wallet: { walletId: string; version: number } | null, claims: object = {}): Promise<string> {
      return gatewayKeys.sign({
        type: LOGIN_TOKEN_TYPE,
        issuer: GATE,
        audience: VAULT,
        claims: {
          jti: randomUUID(),
          projectId,
          userId: 'user',
          contactHash: await hashContact({ projectId, issuer: 'email', subject: email }),
          thumbprint: device.thumbprint,
          auth_time: Math.floor(clock.now() / 1000),
          wallet,
          ...claims,
        },
        now: clock.now(),
        seconds: LOGIN_TOKEN_SECONDS,
      })
    }

    return {
      device,
      call,
      readLink,
      assert,
      async letIn() {
        const asked = await call(startDevice, { projectId, email })
        if (asked.code !== '') throw new Error(asked.text)
        const status = await press(await readLink(), 'approve')
        if (status !== 200) throw new Error(`the button answered ${status}`)
        return asked.value.request
      },
      async upload(share: Uint8Array, binding: ReturnType<typeof bindVaultShare>) {
        const [seal] = keys.seal
        if (seal === undefined) throw new Error('the vault has no key')
        const { encapsulated, ciphertext } = await sealForServer(share, bytes(seal.publicKey), binding)
        return { keyId: seal.keyId, encapsulated: text(encapsulated), ciphertext: text(ciphertext) }
      },
      async put(
        walletId: string,
        version: number,
        share: Uint8Array,
        wallet: { walletId: string; version: number } | null,
      ) {
        const uploaded = await this.upload(share, bindVaultShare(projectId, walletId, version))
        return call(putRecoveryShare, { assertion: await assert(wallet), walletId, version, share: uploaded })
      },
      async take(wallet: { walletId: string; version: number }, claims: object = {}) {
        const key = await createReleaseKey()
        const answer = await call(releaseVaultShare, {
          assertion: await assert(wallet, claims),
          key: text(key.publicKey),
        })
        if (answer.code !== '') return { code: answer.code, share: undefined, answer, key }
        const { encapsulated, ciphertext } = answer.value.share
        const sealed = { encapsulated: bytes(encapsulated), ciphertext: bytes(ciphertext) }
        const binding = bindVaultShare(projectId, wallet.walletId, answer.value.version)
        return { code: '', share: await key.open(sealed, binding), answer, key }
      },
    }
  }

  return {
    vault,
    app,
    time,
    place,
    createDevice,
    press,
    held,
    work,
    log: () => lines.join(''),
    setNetwork(address: string) {
      network = address
    },
  }
}

test('a half is kept for a wallet, counts once the gateway names it, and comes back to a device that was let in', async () => {
  const { createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const walletId = text(random(16))
  const share = random(32)
  expect((await phone.put(walletId, 1, share, null)).code).toBe('')
  expect((await phone.take({ walletId, version: 1 })).share).toEqual(share)
})

test('the log says which page was refused and by which list, also where a browser asks for leave first', async () => {
  const { app, createDevice, log } = await createTestVault()
  const phone = await createDevice()
  const refused = () => {
    const lines = log().trim().split('\n')
    return JSON.parse(lines.at(-1) ?? '')
  }
  expect((await phone.call(startDevice, { projectId: 'other', email })).code).toBe('HOST_NOT_ALLOWED')
  expect(refused()).toMatchObject({ route: 'startDevice', reason: 'HOST_NOT_ALLOWED', origin: SHOP })
  const headers = { origin: 'https://elsewhere.example' }
  await app.request(`${VAULT}${startDevice.path}`, { method: 'OPTIONS', headers })
  expect(refused()).toMatchObject({ method: 'OPTIONS', reason: 'ORIGIN_NOT_ALLOWED', ...headers })
  await app.request(`${VAULT}${startDevice.path}`, { method: 'OPTIONS', headers: { origin: FRAME } })
  expect(refused()).not.toHaveProperty('reason')
})

test('SEC-64: opening the link, also many times by a scanner, lets nobody in; the button on the page does, once', async () => {
  const { app, createDevice, press } = await createTestVault()
  const phone = await createDevice()
  const { request } = (await phone.call(startDevice, { projectId: 'shop', email })).value
  const link = await phone.readLink()
  expect(link).toMatch(/\/device\/[\w-]{43}$/)
  for (const method of ['GET', 'HEAD', 'GET']) expect((await app.request(link, { method })).status).toBe(200)
  const page = await app.request(link)
  const html = await page.text()
  for (const shown of [SHOP, 'Firefox · Linux', '2026-03-01 00:00 UTC', 'Network address'])
    expect(html).toContain(shown)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  // By `no-referrer` browsers would send `Origin: null` with the page's own form.
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await press(link, 'approve', { origin: 'https://evil.example' })).toBe(403)
  expect(await press(link, 'approve', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  const forged = await app.request(link, { method: 'POST', headers: { origin: VAULT }, body: 'do=approve&mark=x' })
  expect(forged.status).toBe(403)
  expect(await press(link, 'anything')).toBe(400)
  // Nothing of that let it in.
  expect((await phone.put(text(random(16)), 1, random(32), null)).code).toBe('DEVICE_NOT_APPROVED')
  const early = phone.call(waitForDevice, { request })
  const pressed = await Promise.all([1, 2, 3, 4].map(() => press(link, 'approve')))
  expect(pressed.filter((status) => status === 200)).toHaveLength(1)
  expect((await early).value).toMatchObject({ state: 'approved' })
  expect((await app.request(link)).status).toBe(404)
})

test('the page behind a link is in the language of whoever reads it, in its direction, and says what there is to decide', async () => {
  const { app, createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.call(startDevice, { projectId: 'shop', email })
  const link = await phone.readLink()
  const read = async (language: string) =>
    (await app.request(link, { headers: { 'accept-language': language } })).text()
  expect(await read('de-AT,de;q=0.9,en;q=0.8')).toContain('<html lang="de" dir="ltr">')
  expect(await read('de')).toContain('Das bin ich: einlassen</button>')
  const arabic = await read('ar')
  expect(arabic).toContain('<html lang="ar" dir="rtl">')
  // What is never translated stands apart, so that its direction is its own.
  expect(arabic).toContain(`<dd><bdi>${SHOP}</bdi></dd>`)
  expect(await read('tlh')).toContain('Let this device in?</h1>')
})

test('SEC-64: a link ends after 15 minutes, and a refusal is told', async () => {
  const { time, app, createDevice, press } = await createTestVault()
  const phone = await createDevice()
  const { request } = (await phone.call(startDevice, { projectId: 'shop', email })).value
  const old = await phone.readLink()
  time.now += 15 * 60_000
  expect((await app.request(old)).status).toBe(404)
  expect((await phone.call(waitForDevice, { request })).code).toBe('CHALLENGE_OVER')
  const next = (await phone.call(startDevice, { projectId: 'shop', email })).value.request
  expect(await press(await phone.readLink(), 'refuse')).toBe(200)
  expect((await phone.call(waitForDevice, { request: next })).value).toEqual({ state: 'refused' })
})

test('SEC-59: only the device that asked learns of the answer, and an approval is one however often it is asked for', async () => {
  const { createDevice } = await createTestVault()
  const phone = await createDevice()
  const request = await phone.letIn()
  const thief = await createDevice()
  expect((await thief.call(waitForDevice, { request })).code).toBe('CHALLENGE_OVER')
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { value } = await phone.call(waitForDevice, { request })
      if (value.state !== 'approved') throw new Error(value.state)
      const [, payload = ''] = value.approval.split('.')
      return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string }).jti
    }),
  )
  expect(ids[0]).toBe(ids[1])
})

test('SEC-58: the vault mails an address once in 30 s, and a device asks ten times an hour', async () => {
  const { time, createDevice } = await createTestVault()
  const phone = await createDevice()
  expect((await phone.call(startDevice, { projectId: 'shop', email })).code).toBe('')
  const soon = await phone.call(startDevice, { projectId: 'shop', email })
  expect([soon.status, soon.code, soon.headers.get('retry-after')]).toEqual([429, 'TOO_OFTEN', '30'])
  for (let asked = 2; asked < 10; asked++) {
    email = `person${++person}@shop.example`
    expect((await phone.call(startDevice, { projectId: 'shop', email })).code).toBe('')
  }
  time.now += 31_000
  email = `person${++person}@shop.example`
  expect((await phone.call(startDevice, { projectId: 'shop', email })).code).toBe('TOO_OFTEN')
})

test('SEC-58: strangers from one network have half of an address’s mails, and a device that was let in has its own beside them', async () => {
  const { time, createDevice, setNetwork } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const asked = async (network: string, device = createDevice()) => {
    time.now += 31 * 60_000
    setNetwork(network)
    return (await (await device).call(startDevice, { projectId: 'shop', email })).code
  }
  for (let mail = 0; mail < 5; mail++) expect(await asked('192.0.2.1')).toBe('')
  expect(await asked('192.0.2.1')).toBe('TOO_OFTEN')
  for (let mail = 0; mail < 4; mail++) expect(await asked('192.0.2.2')).toBe('')
  // That and the first one are ten.
  expect(await asked('192.0.2.3')).toBe('TOO_OFTEN')
  for (let mail = 0; mail < 10; mail++) expect(await asked('192.0.2.1', Promise.resolve(phone))).toBe('')
  expect(await asked('192.0.2.1', Promise.resolve(phone))).toBe('TOO_OFTEN')
})

test('SEC-60: known and unknown addresses are answered the same, and each gets a mail', async () => {
  const { time, createDevice } = await createTestVault()
  await (await createDevice()).letIn()
  time.now += 60_000
  const known = await (await createDevice()).call(startDevice, { projectId: 'shop', email })
  email = `person${++person}@shop.example`
  const unknown = await (await createDevice()).call(startDevice, { projectId: 'shop', email })
  const shape = (said: string) => said.replaceAll(/[\w-]{43}/g, '…')
  expect([shape(known.text), known.status]).toEqual([shape(unknown.text), unknown.status])
})

test('SEC-60: known and unknown addresses are the same work for the store, step by step', async () => {
  const { time, createDevice, work } = await createTestVault()
  await (await createDevice()).letIn()
  time.now += 60_000
  const workOf = async (): Promise<readonly string[]> => {
    const stranger = await createDevice()
    work.length = 0
    await stranger.call(startDevice, { projectId: 'shop', email })
    return [...work]
  }
  const known = await workOf()
  email = `person${++person}@shop.example`
  // The first mail of an hour writes the same as a later one.
  expect(await workOf()).toEqual(known)
  expect(known.length).toBeGreaterThan(5)
})

test('SEC-12: a half is handed out only with a fresh login, a device that was just let in, and three times a day, each with a notice', async () => {
  const { vault, time, createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  const old = Math.floor(time.now / 1000) - 301
  expect((await phone.take(wallet, { auth_time: old })).code).toBe('LOGIN_TOO_OLD')
  expect((await phone.take({ ...wallet, walletId: text(random(16)) })).code).toBe('WALLET_UNKNOWN')
  const stranger = await createDevice()
  expect((await stranger.take(wallet)).code).toBe('DEVICE_NOT_APPROVED')
  // An assertion for one device is of no use to another, nor one that the gateway did not sign for the vault.
  const forPhone = await phone.assert(wallet)
  const key = text((await createReleaseKey()).publicKey)
  expect((await stranger.call(releaseVaultShare, { assertion: forPhone, key })).code).toBe('TOKEN_REFUSED')
  expect((await phone.call(releaseVaultShare, { assertion: `${forPhone.slice(0, -4)}AAAA`, key })).code).toBe(
    'TOKEN_REFUSED',
  )
  for (let taken = 0; taken < 3; taken++) expect((await phone.take(wallet)).code).toBe('')
  expect((await phone.take(wallet)).code).toBe('TOO_OFTEN')
  await vault.settled()
  expect(mailbox.mails.filter(({ to, subject }) => to.includes(email) && subject.includes('recovered'))).toHaveLength(3)
  time.now += 15 * 60_000 + 1
  expect((await phone.take(wallet)).code).toBe('DEVICE_NOT_APPROVED')
})

test('SEC-12: the recovery of an older wallet waits for as long as its project says, and goes on by itself', async () => {
  const { time, createDevice } = await createTestVault()
  const phone = await createDevice('slow')
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  expect((await phone.take(wallet)).code).toBe('')
  time.now += 31 * 24 * HOUR_MS
  await phone.letIn()
  const first = await phone.take(wallet)
  expect([first.code, first.answer.headers.get('retry-after')]).toEqual(['RELEASE_WAITS', String(48 * 3600)])
  time.now += 47 * HOUR_MS
  await phone.letIn()
  expect((await phone.take(wallet)).code).toBe('RELEASE_WAITS')
  time.now += HOUR_MS
  await phone.letIn()
  expect((await phone.take(wallet)).code).toBe('')
})

test('SEC-07: the half opens with the key that the device named alone, and no key counts twice', async () => {
  const { createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  const { key } = await phone.take(wallet)
  const body = { assertion: await phone.assert(wallet), key: text(key.publicKey) }
  expect((await phone.call(releaseVaultShare, body)).code).toBe('KEY_USED')
  const fresh = { ...body, key: text((await createReleaseKey()).publicKey) }
  const url = `${VAULT}${releaseVaultShare.path}`
  const proof = await phone.device.prove({ url, now: Date.UTC(2026, 2, 1) })
  expect((await phone.call(releaseVaultShare, fresh, { proof })).code).toBe('PROOF_REFUSED')
})

test('a candidate takes the place of nothing until the gateway names it, is never overwritten, and never goes by its age', async () => {
  const { vault, time, createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const [lost, kept] = [text(random(16)), text(random(16))]
  const share = random(32)
  await phone.put(lost, 1, random(32), null)
  await phone.put(kept, 1, share, null)
  expect((await phone.put(kept, 1, share, null)).code).toBe('')
  expect((await phone.put(kept, 1, random(32), null)).code).toBe('VERSION_CONFLICT')
  expect((await phone.put(kept, 102, random(32), { walletId: kept, version: 1 })).code).toBe('VERSION_CONFLICT')
  expect((await phone.put(kept, 1, random(32), { walletId: kept, version: 2 })).code).toBe('VERSION_CONFLICT')
  // The answer of the gateway was lost, and the person comes back after a year.
  time.now += 365 * 24 * HOUR_MS
  await vault.sweep()
  await phone.letIn()
  expect((await phone.take({ walletId: kept, version: 1 })).share).toEqual(share)
  expect((await phone.take({ walletId: lost, version: 1 })).code).toBe('WALLET_UNKNOWN')
  // A next pair: until the gateway names it the first one works, afterwards it is gone.
  const next = random(32)
  expect((await phone.put(kept, 2, next, { walletId: kept, version: 1 })).code).toBe('')
  expect((await phone.take({ walletId: kept, version: 1 })).share).toEqual(share)
  expect((await phone.take({ walletId: kept, version: 2 })).share).toEqual(next)
  expect((await phone.take({ walletId: kept, version: 1 })).code).toBe('WALLET_UNKNOWN')
})

test('SEC-11: the gateway alone cannot have the vault keep or hand out anything: it knows people by mails of its own', async () => {
  const { createDevice } = await createTestVault()
  // A gateway that was taken over signs what it likes, for a device key of its own.
  const phone = await createDevice()
  const wallet = { walletId: text(random(16)), version: 1 }
  expect((await phone.put(wallet.walletId, 1, random(32), null)).code).toBe('DEVICE_NOT_APPROVED')
  await phone.letIn()
  await phone.put(wallet.walletId, 1, random(32), null)
  const taken = await createDevice()
  expect((await taken.take(wallet)).code).toBe('DEVICE_NOT_APPROVED')
  expect((await taken.put(wallet.walletId, 2, random(32), wallet)).code).toBe('DEVICE_NOT_APPROVED')
})

test('SEC-80: what the operator holds back, of one person or a whole project, the vault hands out to nobody', async () => {
  const { createDevice, held } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  const store = createVaultStore(held)
  const hold = (whom: string | undefined, isHeld: boolean, projectId = 'shop') =>
    holdBack(store, { now: 1, projectId, email: whom, isHeld })
  expect(await hold('nobody@shop.example', true)).toBe('unknown')
  expect([await hold(email, true), await hold(email, true)]).toEqual(['done', 'same'])
  expect((await phone.take(wallet)).code).toBe('WALLET_FROZEN')
  expect([await hold(email, false), await hold(email, false)]).toEqual(['done', 'same'])
  await hold(undefined, true, 'slow')
  expect((await phone.take(wallet)).code).toBe('')
  await hold(undefined, true)
  expect((await phone.take(wallet)).code).toBe('WALLET_FROZEN')
})

test('SEC-80: frozen, the half stays; thawing wants a fresh login and a device that was let in since', async () => {
  const { time, createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  expect((await phone.call(freezeRecovery, { assertion: await phone.assert(wallet) })).code).toBe('')
  expect((await phone.take(wallet)).code).toBe('WALLET_FROZEN')
  expect((await phone.call(thawRecovery, { assertion: await phone.assert(wallet) })).code).toBe('DEVICE_NOT_APPROVED')
  time.now += 60_000
  await phone.letIn()
  const old = { auth_time: Math.floor(time.now / 1000) - 301 }
  expect((await phone.call(thawRecovery, { assertion: await phone.assert(wallet, old) })).code).toBe('LOGIN_TOO_OLD')
  expect((await phone.call(thawRecovery, { assertion: await phone.assert(wallet) })).code).toBe('')
  expect((await phone.take(wallet)).code).toBe('')
})

test('SEC-79: the link of the vault’s notice freezes by its button alone', async () => {
  const { vault, app, createDevice, press } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  await phone.put(wallet.walletId, 1, random(32), null)
  await phone.take(wallet)
  await vault.settled()
  const notice = mailbox.mails.filter(({ to, subject }) => to.includes(email) && subject.includes('recovered')).at(-1)
  const [link = ''] = /https:\/\/vault\.example\/not-me\/\S+/.exec(notice?.text ?? '') ?? []
  await app.request(link)
  expect((await phone.take(wallet)).code).toBe('')
  expect(await press(link, 'freeze')).toBe(200)
  expect((await phone.take(wallet)).code).toBe('WALLET_FROZEN')
})

test('SEC-02, SEC-06: nothing in the vault’s folder or log is a share, and opened with its keys it is noise without the other half', async () => {
  const { vault, place, createDevice, log } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  const secret = random(32)
  const pad = random(32)
  await phone.put(wallet.walletId, 1, pad, null)
  const { share = secret } = await phone.take(wallet)
  expect(share).not.toEqual(secret)
  await vault.close()
  open.clear()
  const dump = readdirSync(join(folder, place))
    .map((name) => readFileSync(join(folder, place, name)).toString('latin1'))
    .join('')
  expect(dump).toContain('share:')
  for (const each of [secret, pad]) {
    for (const form of [text(each), Buffer.from(each).toString('hex'), Buffer.from(each).toString('latin1')]) {
      expect(dump).not.toContain(form)
      expect(log()).not.toContain(form)
    }
  }
  expect(log()).not.toContain(email)
})

test('SEC-18: the vault’s halves and own keys move under a new master key, and open without the old one', async () => {
  const [older, newer] = [newKey('vault', 'older'), newKey('vault', 'newer')]
  const place = randomUUID()
  const time = { now: Date.UTC(2026, 2, 1) }
  const wallet = { walletId: text(random(16)), version: 1 }
  const share = random(32)
  const first = await createTestVault({ keys: { kind: 'environment', keys: older } }, place, time)
  const phone = await first.createDevice()
  await phone.letIn()
  await phone.put(wallet.walletId, 1, share, null)
  await first.vault.close()
  const both = await createTestVault({ keys: { kind: 'environment', keys: `${newer},${older}` } }, place, time)
  await both.vault.sweep()
  await both.vault.close()
  const alone = await createTestVault({ keys: { kind: 'environment', keys: newer } }, place, time)
  const same = await alone.createDevice('shop', phone.device)
  expect((await same.take(wallet)).share).toEqual(share)
  await alone.vault.close()
  open.clear()
})

test('what ran out is swept, and people, devices and halves stay', async () => {
  const { vault, time, createDevice } = await createTestVault()
  const phone = await createDevice()
  await phone.letIn()
  const wallet = { walletId: text(random(16)), version: 1 }
  const share = random(32)
  await phone.put(wallet.walletId, 1, share, null)
  time.now += 60 * 24 * HOUR_MS
  await vault.sweep()
  await phone.letIn()
  expect((await phone.take(wallet)).share).toEqual(share)
})

test('SEC-136: a vault that starts with halves of wallets and no word of backups warns its operator; an empty one does not', async () => {
  const { vault, createDevice, log } = await createTestVault()
  await vault.checkBackups()
  expect(log()).not.toContain('backupsUnknown')
  const phone = await createDevice()
  await phone.letIn()
  const walletId = text(random(16))
  await phone.put(walletId, 1, random(32), null)
  await phone.put(walletId, 2, random(32), { walletId, version: 1 })
  await vault.checkBackups()
  expect(log()).toContain('"event":"backupsUnknown","wallets":1')
})

test('SEC-11: a vault does not start in the folder of a gateway, nor with the gateway’s keys, nor beside a gateway with its keys', async () => {
  const dataDir = join(folder, 'gateway-data')
  mkdirSync(join(dataDir, 'pglite'), { recursive: true })
  const start = (changes: object) =>
    startVault({
      config: parseSettings(vaultConfig, settings({ port: 0, logLevel: 'silent', ...changes }), {}),
      mode: 'test',
    })
  await expect(start({ dataDir })).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  const own = join(folder, 'own-data')
  await expect(start({ dataDir: own, keys: { kind: 'environment', keys: gatewayMaster } })).rejects.toMatchObject({
    code: 'MASTER_KEY_UNUSABLE',
  })
  const same = gatewayMaster.replace('gateway:a', 'vault:b')
  const clock = { now: () => Date.UTC(2026, 2, 1) }
  const vault = await openVault({
    config: parseSettings(vaultConfig, settings({ keys: { kind: 'environment', keys: same } }), {}),
    store: await openStore('shared'),
    fetch: async () => Response.json(gatewayKeys.publicKeys),
    clock,
    log: createLog('silent'),
    mode: 'test',
  })
  open.add(vault)
  await expect(vault.checkPeer()).rejects.toMatchObject({ code: 'SECRET_SHARED' })
})

test('SEC-63: a vault with the keys of development does not start in production', async () => {
  const config = parseSettings(
    vaultConfig,
    settings({ port: 0, dataDir: join(folder, 'dev'), keys: { kind: 'development' } }),
    {},
  )
  await expect(startVault({ config, mode: 'production' })).rejects.toMatchObject({ code: 'MASTER_KEY_UNUSABLE' })
})

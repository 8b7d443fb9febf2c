/** The frame's side over the real servers: gateway, vault, their stores, and mail by SMTP. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveLogin, finishLogin, startLogin } from '@latchkey/wire/custody/login'
import type { CustodyKeys } from '@latchkey/wire/custody/tokens'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { parseSettings } from '../../../packages/server/src/config.ts'
import { FRAME } from '../../../packages/server/src/custody/testFrame.ts'
import { createHost } from '../../../packages/server/src/gateway/createHost.ts'
import { createLog } from '../../../packages/server/src/gateway/createLog.ts'
import { createMetrics } from '../../../packages/server/src/gateway/metrics.ts'
import { createTestGateway, SHOP } from '../../../packages/server/src/gateway/testGateway.ts'
import { openLogin } from '../../../packages/server/src/login/openLogin.ts'
import { newMasterKey } from '../../../packages/server/src/login/testLogin.ts'
import { loadLevel, openKeyValueStore } from '../../../packages/server/src/storage/keyValueStore.ts'
import { openStorage } from '../../../packages/server/src/storage/openStorage.ts'
import type { Storage } from '../../../packages/server/src/storage/storage.ts'
import { openVault } from '../../../packages/server/src/vault/openVault.ts'
import { vaultConfig } from '../../../packages/server/src/vault/vaultConfig.ts'
import { loadEmptyDatabase } from '../../../packages/testing/src/emptyDatabase.ts'
import { type Mailbox, startMailbox } from '../../../packages/testing/src/mailbox.ts'
import { createDeviceKey, thumbprintOf } from '../device/deviceKey.ts'
import { createPassingStore, type DeviceKeys } from '../device/deviceStore.ts'
import { createWrappingKey } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { createKeyring } from '../keys/createKeyring.ts'
import { bringWallet } from './bringWallet.ts'
import { CallRefusedError, createCaller } from './createCaller.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const GATE = 'https://gate.example'
const VAULT = 'https://vault.example'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
let mailbox: Mailbox
let storage: Storage
let person = 0
let email = ''
let servers: Awaited<ReturnType<typeof startServers>>

// One pair of servers for all: every test has a person of its own.
beforeAll(async () => {
  mailbox = await startMailbox()
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  servers = await startServers()
})
afterAll(async () => {
  await servers?.close()
  await storage?.close()
  await mailbox?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  email = `visitor${++person}@shop.example`
  servers.line.ask = servers.reach
  // What the servers count by hour and day begins anew.
  servers.time.now += 25 * 60 * 60_000
})

const mail = (address: string) => ({
  host: '127.0.0.1',
  port: mailbox.port,
  allowClear: true,
  from: { name: 'Latchkey', address },
})

/** Both servers in this process, each with its own keys and store, and the network between them and the frame. */
async function startServers() {
  const log = createLog('error', { destination: { write: () => {} } })
  const calls = { capacity: 100_000, refillPerSecond: 1_000 }
  const time = { now: Date.now() }
  const clock = { now: () => time.now }
  const config = {
    projects: [{ id: 'shop', name: 'Shop', origins: [SHOP] }],
    login: {
      frameOrigin: FRAME,
      vault: { origin: VAULT },
      keys: { kind: 'environment' as const, keys: newMasterKey('gateway', 'a') },
      mail: mail('wallet@gate.example'),
      limits: { calls },
    },
  }
  const base = createTestGateway({ config })
  if (base.config.login === undefined) throw new Error('logins are not configured')
  /** Answers a call of either server; replaced by tests that cut the line. */
  const line = { ask: (url: string, init?: RequestInit): Promise<Response> => reach(url, init) }
  const login = await openLogin({
    config: base.config.login,
    names: new Map([['shop', 'Shop']]),
    storage,
    publicUrl: GATE,
    fetch: async (url) => reach(String(url)),
    clock,
    log,
    mode: 'test',
  })
  const gateway = createTestGateway({ config, services: { login, clock } })
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  const vault = await openVault({
    config: parseSettings(
      vaultConfig,
      {
        publicUrl: VAULT,
        frameOrigin: FRAME,
        gateway: { origin: GATE },
        projects: [{ id: 'shop', name: 'Shop', hosts: [SHOP] }],
        keys: { kind: 'environment', keys: newMasterKey('vault', 'a') },
        mail: mail('vault@vault.example'),
        limits: { calls },
      },
      {},
    ),
    store: await openKeyValueStore(loaded.level, join(folder, randomUUID())),
    fetch: async (url) => reach(String(url)),
    clock,
    log,
    mode: 'test',
  })
  const vaultApp = createHost({
    config: { metrics: {}, limits: { requestTimeoutMs: 60_000 } },
    services: { clock, log, uuid: randomUUID, metrics: createMetrics(), checkReady: async () => undefined },
  })
  vault.mount(vaultApp)
  async function reach(url: string, init?: RequestInit): Promise<Response> {
    return url.startsWith(VAULT) ? vaultApp.request(url, init) : gateway.app.request(url, init)
  }
  const readKeys = async (url: string) => (await (await reach(`${url}/v1/custody/keys`)).json()) as CustodyKeys
  return {
    time,
    line,
    reach,
    keys: { gateway: await readKeys(GATE), vault: await readKeys(VAULT) },
    /** The newest mail to the visitor that says this. */
    readMail: async (pattern: RegExp) => {
      await login.settled()
      await vault.settled()
      const texts = mailbox.mails.filter(({ to }) => to.includes(email)).map(({ text }) => pattern.exec(text))
      const found = texts.filter((match) => match !== null).at(-1)
      if (!found) throw new Error(`no mail says ${pattern}`)
      return found
    },
    close: async () => {
      await login.close()
      await vault.close()
    },
  }
}

/** A browser of the visitor's, with the frame in it. */
async function createBrowser(held?: { keys: DeviceKeys; store: ReturnType<typeof createPassingStore> }) {
  const store = held?.store ?? createPassingStore()
  const { signing, wrapping } = await store.keys(async () => ({
    signing: await createDeviceKey(),
    wrapping: await createWrappingKey(),
  }))
  const fetch = (async (url: string, init: RequestInit) =>
    // A browser says where a call comes from by itself.
    servers.line.ask(url, { ...init, headers: { ...init.headers, origin: FRAME } })) as typeof globalThis.fetch
  const parts = { projectId: 'shop', host: SHOP, key: signing, fetch, now: () => servers.time.now }
  const gateway = createCaller({ serverUrl: GATE, ...parts })
  const vault = createCaller({ serverUrl: VAULT, ...parts })
  const keyring = createKeyring({ random: platformRandom, clock: { after: () => () => {} }, wrappingKey: wrapping })
  const device = await thumbprintOf(signing)
  const around = { projectId: 'shop', device, gateway, vault, keys: servers.keys, keyring, store }
  return {
    keyring,
    store,
    around,
    logIn: async () => {
      const { challenge, action } = await gateway(startLogin, { email })
      if (action === 'device') {
        const { request } = await vault(startDevice, { projectId: 'shop', email })
        const [link] = await servers.readMail(/https:\/\/vault\.example\/device\/\S+/)
        const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await (await servers.reach(link)).text()) ?? []
        await servers.reach(link, {
          method: 'POST',
          headers: { origin: VAULT, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ do: 'approve', mark }).toString(),
        })
        const waited = await vault(waitForDevice, { request })
        if (waited.state !== 'approved') throw new Error(`the vault says ${waited.state}`)
        await gateway(approveLogin, { challenge, approval: waited.approval })
      }
      const [, one = '', two = ''] = await servers.readMail(/\n(\d{3}) (\d{3})\n/)
      // Two mails within 30 s are one too many.
      servers.time.now += 31_000
      return gateway(finishLogin, { challenge, code: one + two })
    },
    /** The page is loaded again: what was unlocked is gone, what is stored stays. */
    reload: () => createBrowser({ keys: { signing, wrapping }, store }),
  }
}

/** Lets calls of one kind end as a page that is closed, or a line that breaks, would: before or after the server carried them out. */
const cut = (path: string, when: 'before' | 'after', times = Number.POSITIVE_INFINITY) => {
  let left = times
  servers.line.ask = async (url, init) => {
    if (!url.includes(path) || left <= 0) return servers.reach(url, init)
    left -= 1
    if (when === 'after') await servers.reach(url, init)
    throw new TypeError('fetch failed')
  }
}
const mend = () => {
  servers.line.ask = servers.reach
}

test('a newcomer gets a wallet, and the same one after a reload and on another device', async () => {
  const phone = await createBrowser()
  const created = await bringWallet(phone.around, await phone.logIn())
  expect(created.how).toBe('created')
  const words = phone.keyring.exportWords()

  const again = await phone.reload()
  const unlocked = await bringWallet(again.around, await again.logIn())
  expect([unlocked.how, again.keyring.exportWords()]).toEqual(['unlocked', words])

  const laptop = await createBrowser()
  const recovered = await bringWallet(laptop.around, await laptop.logIn())
  expect([recovered.how, laptop.keyring.exportWords()]).toEqual(['recovered', words])
  const laptopAgain = await laptop.reload()
  const own = await bringWallet(laptopAgain.around, await laptopAgain.logIn())
  expect([own.how, laptopAgain.keyring.exportWords(), own.wallet.addresses]).toEqual([
    'unlocked',
    words,
    created.wallet.addresses,
  ])
})

test.each([
  ['/v1/vault/recovery/put', 'before', 'created'],
  ['/v1/vault/recovery/put', 'after', 'created'],
  ['/v1/wallet/create', 'before', 'created'],
  // The wallet is there, and this device has its half as a candidate.
  ['/v1/wallet/create', 'after', 'unlocked'],
] as const)(
  'a page that ends %s was carried out (%s) neither loses a wallet nor makes two',
  async (path, when, how) => {
    const phone = await createBrowser()
    cut(path, when)
    await expect(bringWallet(phone.around, await phone.logIn())).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
    const first = phone.keyring.exportWords()
    mend()
    const again = await phone.reload()
    const brought = await bringWallet(again.around, await again.logIn())
    expect(brought.how).toBe(how)
    if (how === 'unlocked') expect(again.keyring.exportWords()).toBe(first)
    // Whoever comes later finds this one.
    const laptop = await createBrowser()
    await bringWallet(laptop.around, await laptop.logIn())
    expect(laptop.keyring.exportWords()).toBe(again.keyring.exportWords())
  },
)

test.each(['before', 'after'] as const)(
  'an answer that is lost %s the wallet was made is asked for again',
  async (when) => {
    const phone = await createBrowser()
    cut('/v1/wallet/create', when, 1)
    const { how, wallet } = await bringWallet(phone.around, await phone.logIn())
    expect([how, wallet.version]).toEqual(['created', 1])
  },
)

test.each([
  ['/v1/wallet/device/add', 'before', 'recovered'],
  ['/v1/wallet/device/add', 'after', 'unlocked'],
] as const)(
  'a new device whose page ends while it gets its half (%s, %s) has the wallet at the next login',
  async (path, when, how) => {
    const phone = await createBrowser()
    await bringWallet(phone.around, await phone.logIn())
    const laptop = await createBrowser()
    cut(path, when)
    await expect(bringWallet(laptop.around, await laptop.logIn())).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
    mend()
    const again = await laptop.reload()
    const brought = await bringWallet(again.around, await again.logIn())
    expect([brought.how, again.keyring.exportWords()]).toEqual([how, phone.keyring.exportWords()])
  },
)

test('two devices that make the first wallet at once end with one', async () => {
  const [phone, laptop] = [await createBrowser(), await createBrowser()]
  const [one, other] = [await phone.logIn(), await laptop.logIn()]
  expect([one.user.wallet, other.user.wallet]).toEqual([null, null])
  await bringWallet(phone.around, one)
  const brought = await bringWallet(laptop.around, other)
  expect([brought.how, laptop.keyring.exportWords()]).toEqual(['recovered', phone.keyring.exportWords()])
})

test('a device whose storage was emptied gets the wallet back as a new one', async () => {
  const phone = await createBrowser()
  await bringWallet(phone.around, await phone.logIn())
  const emptied = await createBrowser()
  const brought = await bringWallet(emptied.around, await emptied.logIn())
  expect([brought.how, emptied.keyring.exportWords()]).toEqual(['recovered', phone.keyring.exportWords()])
})

test('SEC-01: of all that is sent and answered nothing holds entropy, a half, a word or a private key in any common encoding', async () => {
  const heard: string[] = []
  const taken: Uint8Array[] = []
  const original = servers.reach
  servers.line.ask = async (url, init) => {
    heard.push(JSON.stringify([url, init?.headers, init?.body]))
    const answer = await original(url, init)
    heard.push(await answer.clone().text())
    return answer
  }
  const phone = await createBrowser()
  const random = (length: number) => {
    const bytes = platformRandom(length)
    taken.push(bytes.slice())
    return bytes
  }
  const wrappingKey = await createWrappingKey()
  const keyring = createKeyring({ random, clock: { after: () => () => {} }, wrappingKey })
  await bringWallet({ ...phone.around, keyring }, await phone.logIn())
  const secrets = taken.filter(({ length }) => length === 32)
  const [entropy] = secrets
  expect(secrets).toHaveLength(3)
  const masked = secrets.slice(1).map((pad) => pad.map((byte, index) => byte ^ (entropy?.[index] ?? 0)))
  const all = heard.join('\n')
  expect(all.length).toBeGreaterThan(5000)
  for (const secret of [...secrets, ...masked]) {
    const bytes = Buffer.from(secret)
    for (const written of [
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.join(','),
    ])
      expect(all.includes(written.slice(0, 20))).toBe(false)
  }
  const words = keyring.exportWords().split(' ')
  expect(all).not.toContain(words.slice(0, 2).join(' '))
})

test('a server that refuses says why by its code, and one that is no server of ours is none', async () => {
  const phone = await createBrowser()
  await expect(phone.around.gateway(startLogin, { email: 'no address' })).rejects.toMatchObject({
    code: 'MAIL_ADDRESS_REFUSED',
  })
  servers.line.ask = async () => new Response('<h1>Please log in to the Wi-Fi</h1>')
  await expect(phone.around.gateway(startLogin, { email })).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  servers.line.ask = async () => Response.json({ challenge: 1 })
  await expect(phone.around.gateway(startLogin, { email })).rejects.toBeInstanceOf(CallRefusedError)
})

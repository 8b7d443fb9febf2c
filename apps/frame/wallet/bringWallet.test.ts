/** The frame's side over the real servers: gateway, vault, their stores, and mail by SMTP. */
import { startLogin } from '@latchkey/wire/custody/login'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { createWrappingKey } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { createKeyring } from '../keys/createKeyring.ts'
import { bringWallet } from './bringWallet.ts'
import { CallRefusedError } from './createCaller.ts'
import { startTestServers, type TestServers } from './testServers.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

let servers: TestServers
let person = 0
let email = ''

// One pair of servers for all: every test has a person of its own.
beforeAll(async () => {
  servers = await startTestServers()
})
afterAll(() => servers?.close())
beforeEach(() => {
  email = `visitor${++person}@shop.example`
  servers.mend()
  // What the servers count by hour and day begins anew.
  servers.time.now += 25 * 60 * 60_000
})

const createBrowser = () => servers.createBrowser(email)
const cut = (...how: Parameters<TestServers['cut']>) => servers.cut(...how)
const mend = () => servers.mend()

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

/** Changes of the address over the real servers. */
import { startContactChange, startEmailChange } from '@latchkey/wire/custody/email'
import { refreshLogin, startLogin } from '@latchkey/wire/custody/login'
import { releaseVaultShare } from '@latchkey/wire/custody/vault'
import { freezeWallet, releaseRecoveryShare } from '@latchkey/wire/custody/wallet'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { platformRandom } from '../keys/bytes.ts'
import { bringWallet } from './bringWallet.ts'
import { changeEmail, type EmailChange, resumeEmailChange } from './changeEmail.ts'
import { startTestServers, type TestServers } from './testServers.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const HOUR_MS = 60 * 60_000
const CODE = /\n(\d{3}) (\d{3})\n/

let servers: TestServers
let person = 0
let former = ''
let next = ''

beforeAll(async () => {
  servers = await startTestServers()
})
afterAll(() => servers?.close())
beforeEach(() => {
  former = `former${++person}@shop.example`
  next = `next${person}@shop.example`
  servers.mend()
  servers.time.now += 25 * HOUR_MS
})

/** A visitor with a wallet. */
async function createHolder() {
  const phone = await servers.createBrowser(former)
  const { session } = await bringWallet(phone.around, await phone.logIn())
  const parts = { ...phone.around, random: platformRandom }
  return { phone, session, parts, words: phone.keyring.exportWords() }
}

/** The code that is wanted, out of its mail. */
async function readCode(change: EmailChange): Promise<string> {
  const wanted = change.wanted()
  if (wanted.sender === 'done') throw new Error('no code is wanted')
  const of = wanted.sender === 'vault' ? /vault’s code[^\n]*\n\n(\d{3}) (\d{3})\n/ : CODE
  const [, one = '', two = ''] = await servers.readMail(wanted.address === 'old' ? former : next, of)
  return one + two
}

/** Types every code that is wanted, up to the one of this server. */
async function typeAll(change: EmailChange, until: 'vault' | 'done' = 'done'): Promise<void> {
  while (change.wanted().sender !== until) await change.type(await readCode(change))
}

/** Begins a change, later than the last mail. */
async function begin({ parts, session }: Awaited<ReturnType<typeof createHolder>>): Promise<EmailChange> {
  servers.time.now += 31_000
  return changeEmail(parts, session, next)
}

const linkOf = async (path: string): Promise<string> => {
  const [link] = await servers.readMail(former, new RegExp(`https://\\S+${path}/\\S+`))
  return link
}

const logInBy = async (email: string) => {
  const browser = await servers.createBrowser(email)
  return { browser, session: await browser.logIn() }
}

test('SEC-65: four codes move a wallet to another address, at both servers; its devices stay, and a recovery by the new address rests 24 h', async () => {
  const holder = await createHolder()
  const change = await begin(holder)
  expect(change.wanted()).toEqual({ sender: 'gateway', address: 'old' })
  await change.type(await readCode(change))
  expect(change.wanted()).toEqual({ sender: 'gateway', address: 'new' })
  await change.type(await readCode(change))
  expect(change.session().user.email).toBe(next)
  expect(change.wanted()).toEqual({ sender: 'vault', address: 'old' })
  await typeAll(change)
  expect(change.session().emailChange?.undoUntil).toBeGreaterThan(servers.time.now + 71 * HOUR_MS)

  const again = await holder.phone.reload()
  expect((await bringWallet(again.around, change.session())).how).toBe('unlocked')

  servers.time.now += 60_000
  const early = await logInBy(next)
  expect(early.session.user.wallet?.walletId).toBe(
    holder.session.user.wallet?.walletId ?? change.session().user.wallet?.walletId,
  )
  await expect(bringWallet(early.browser.around, early.session)).rejects.toMatchObject({ code: 'RELEASE_WAITS' })
  // Each server refuses by itself.
  const { keyring, around } = early.browser
  const { token, assertion, user } = early.session
  const { publicKey } = await keyring.beginRelease()
  const key = Buffer.from(publicKey).toString('base64url')
  const asked = { walletId: user.wallet?.walletId ?? '', key }
  const refused = { code: 'RELEASE_WAITS' }
  const sent = { token, releaseKey: publicKey }
  await expect(around.gateway(releaseRecoveryShare, asked, sent)).rejects.toMatchObject(refused)
  await expect(around.vault(releaseVaultShare, { assertion, key }, { releaseKey: publicKey })).rejects.toMatchObject(
    refused,
  )
  servers.time.now += 25 * HOUR_MS
  const late = await logInBy(next)
  expect((await bringWallet(late.browser.around, late.session)).how).toBe('recovered')
  expect(late.browser.keyring.exportWords()).toBe(holder.words)
})

test('SEC-65: the links to the old address take the change back within 72 h at each server, freeze, and log everybody out', async () => {
  const holder = await createHolder()
  const change = await begin(holder)
  await typeAll(change)
  const [atGateway, atVault] = [await linkOf('/v1/login/undo-email'), await linkOf('/undo-email')]
  expect(atVault).toContain('vault.example')
  servers.time.now += 71 * HOUR_MS
  // Looking does nothing.
  for (const link of [atGateway, atVault]) expect((await servers.reach(link)).status).toBe(200)
  expect(await Promise.all([1, 2, 3].map(() => servers.press(atGateway, 'undo')))).toContain(200)
  expect(await servers.press(atVault, 'undo')).toBe(200)
  for (const link of [atGateway, atVault]) expect((await servers.reach(link)).status).toBe(404)
  await expect(holder.parts.gateway(freezeWallet, {}, { token: change.session().token })).rejects.toMatchObject({
    code: 'SESSION_REFUSED',
  })
  servers.time.now += 60_000
  const back = await logInBy(former)
  expect(back.session.user).toMatchObject({ email: former, wallet: { isFrozen: true } })
  await expect(bringWallet(back.browser.around, back.session)).rejects.toMatchObject({ code: 'WALLET_FROZEN' })
  // The other address is nobody's again.
  expect((await logInBy(next)).session.user.wallet).toBeNull()
})

test('SEC-65: after 72 h a link takes nothing back, and until then neither another change nor a stranger gets in between', async () => {
  const holder = await createHolder()
  const change = await begin(holder)
  await typeAll(change)
  const link = await linkOf('/v1/login/undo-email')
  servers.time.now += 31_000
  const more = await changeEmail(holder.parts, change.session(), former)
  next = former
  former = `next${person}@shop.example`
  await expect(more.type(await readCode(more))).rejects.toMatchObject({ code: 'TOO_OFTEN' })
  // Whoever has the old mailbox is told after its code, and not before.
  const stranger = await servers.createBrowser(next)
  expect((await stranger.around.gateway(startLogin, { email: next })).action).toBe('device')
  await expect(stranger.logIn()).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
  servers.time.now += 72 * HOUR_MS
  expect((await servers.reach(link)).status).toBe(404)
  expect((await logInBy(next)).session.user.wallet).toBeNull()
})

test('SEC-60: an address that is another’s is refused once its code is typed, and not before', async () => {
  const other = await servers.createBrowser(next)
  await bringWallet(other.around, await other.logIn())
  const holder = await createHolder()
  const change = await begin(holder)
  await change.type(await readCode(change))
  await expect(change.type(await readCode(change))).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
  servers.time.now += 31_000
  const again = await other.reload()
  expect((await again.logIn()).user.email).toBe(next)
})

test('SEC-57: a wrong code counts at each server, and the sixth is refused though it is right', async () => {
  const holder = await createHolder()
  const change = await begin(holder)
  await typeAll(change, 'vault')
  const code = await readCode(change)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tried = 0; tried < 5; tried++)
    await expect(change.type(wrong)).rejects.toMatchObject({ code: 'CODE_REFUSED' })
  await expect(change.type(code)).rejects.toMatchObject({ code: 'CHALLENGE_OVER' })
  servers.time.now += 31_000
  await change.mailAgain()
  await typeAll(change)
})

test('SEC-77: without a fresh code to the old address the gateway mails nobody, and without the gateway’s change the vault does not', async () => {
  const holder = await createHolder()
  const { token, assertion } = holder.session
  await expect(holder.parts.gateway(startEmailChange, { email: next }, { token })).rejects.toMatchObject({
    code: 'STEP_UP_NEEDED',
  })
  await expect(holder.parts.vault(startContactChange, { assertion, email: next })).rejects.toMatchObject({
    code: 'CHALLENGE_OVER',
  })
})

test.each([
  ['/v1/wallet/email/finish', 'before'],
  ['/v1/wallet/email/finish', 'after'],
  ['/v1/vault/contact/confirm', 'before'],
  ['/v1/vault/contact/confirm', 'after'],
] as const)('an answer of %s that is lost once (%s it was done) is asked for again', async (path, when) => {
  const holder = await createHolder()
  const change = await begin(holder)
  servers.cut(path, when, 1)
  await typeAll(change)
  expect(change.session().user.email).toBe(next)
})

test.each(['/v1/vault/contact/start', '/v1/vault/contact/confirm'])(
  'a page that ends at %s leaves a wallet that works by the new address, and the vault follows later',
  async (path) => {
    const holder = await createHolder()
    const change = await begin(holder)
    servers.cut(path, 'before')
    await expect(typeAll(change)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
    servers.mend()
    servers.time.now += 60_000
    const { browser, session } = await logInBy(next)
    await expect(bringWallet(browser.around, session)).rejects.toMatchObject({ code: 'WALLET_UNKNOWN' })

    const again = await holder.phone.reload()
    const resumed = await resumeEmailChange({ ...again.around, random: platformRandom }, change.session())
    await typeAll(resumed)
    expect((await resumeEmailChange({ ...again.around, random: platformRandom }, resumed.session())).wanted()).toEqual({
      sender: 'done',
    })
    servers.time.now += 25 * HOUR_MS
    const late = await logInBy(next)
    expect((await bringWallet(late.browser.around, late.session)).how).toBe('recovered')
    expect(late.browser.keyring.exportWords()).toBe(holder.words)
  },
)

test('SEC-121: of two changes that end at once one is made', async () => {
  const holder = await createHolder()
  const one = await begin(holder)
  await one.type(await readCode(one))
  const first = await readCode(one)
  servers.time.now += 31_000
  const addresses = [next, `aside${person}@shop.example`] as const
  next = addresses[1]
  const other = await changeEmail(holder.parts, holder.session, next)
  await other.type(await readCode(other))
  const second = await readCode(other)
  const ended = await Promise.allSettled([one.type(first), other.type(second)])
  const made = addresses.filter((_address, index) => ended[index]?.status === 'fulfilled')
  const now = await holder.parts.gateway(refreshLogin, {}, { token: holder.session.token })
  expect([now.user.email]).toEqual(made)
})

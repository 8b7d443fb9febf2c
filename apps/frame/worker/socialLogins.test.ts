/** Logins by other services, through the key worker, over both servers and live providers. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { SiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { FRAME } from '../../../packages/server/src/custody/testFrame.ts'
import { SHOP } from '../../../packages/server/src/gateway/testGateway.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { loginLimits } from '../../../packages/server/src/storage/loginTables.ts'
import { keyOf } from '../../../packages/server/src/vault/records.ts'
import { type Anvil, startAnvil } from '../../../packages/testing/src/anvil.ts'
import { answerChannel } from '../../../packages/testing/src/farcaster/answerChannel.ts'
import { placeRegistries, type Registries } from '../../../packages/testing/src/farcaster/placeRegistries.ts'
import { createVisitor } from '../../../packages/testing/src/oauth/createVisitor.ts'
import { type Providers, startProviders } from '../../../packages/testing/src/oauth/startProviders.ts'
import { createPassingStore, type DeviceStore } from '../device/deviceStore.ts'
import { platformRandom } from '../keys/bytes.ts'
import { GATE, startTestServers, type TestServers, VAULT } from '../wallet/testServers.ts'
import { openKeyService } from './createKeyService.ts'
import type { Lock } from './sessions.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let providers: Providers
let chain: Anvil
let registries: Registries
let servers: TestServers
let person = 0
let login = ''

beforeAll(async () => {
  providers = await startProviders({ gateway: GATE })
  chain = await startAnvil({ chainId: 10 })
  registries = await placeRegistries(chain.url, privateKeyToAccount(generatePrivateKey()))
  servers = await startTestServers({ providers, farcasterRpc: chain.url })
})
afterAll(async () => {
  await servers?.close()
  await providers?.close()
  await chain?.stop()
})
beforeEach(async () => {
  // Issuers have the clock of the machine, by which what they sign is of now.
  servers.time.now = Math.max(servers.time.now, Date.now())
  login = `person${++person}`
  servers.mend()
  // One network address begins twenty an hour, and the providers' clock is the real one.
  await servers.storage.database.delete(loginLimits)
  for (const { key } of await listTimes()) await servers.level.batch([{ type: 'del', key }], { sync: true })
})

async function listTimes(): Promise<readonly { readonly key: string }[]> {
  const found: { key: string }[] = []
  const entries = servers.level.iterator({ gte: '~times:', lt: '~times:\u007f' })
  for (;;) {
    const some = await entries.nextv(100)
    if (some.length === 0) break
    for (const [key] of some) found.push({ key })
  }
  await entries.close()
  return found
}

const browse = () =>
  createVisitor({
    ask: async (url, init) => (url.startsWith(GATE) ? servers.reach(url, init) : fetch(url, init)),
    userAgent: BROWSER,
  })

/** A frame in one browser. */
const openFrame = async (store: DeviceStore = createPassingStore()) => {
  const lock: Lock = (_, run) => run()
  const tasks = await openKeyService(
    { projectId: 'shop', host: SHOP, gatewayUrl: GATE, vaultUrl: VAULT, language: 'en' },
    {
      store,
      lock,
      random: platformRandom,
      clock: { now: () => servers.time.now, after: () => () => {} },
      fetch: (async (url: string, init: RequestInit = {}) =>
        servers.line.ask(url, {
          ...init,
          headers: { ...init.headers, origin: FRAME, 'user-agent': BROWSER },
        })) as typeof fetch,
    },
  )
  return {
    tasks,
    store,
    reload: () => openFrame(store),
    /** Logs in at the provider in a window. */
    goThrough: async (provider: string, name = login, returnUrl?: string) => {
      const { uri } = await tasks.startSocial(provider, returnUrl)
      const visitor = browse()
      const back = await visitor.send(await visitor.open(uri, { referer: `${SHOP}/` }), { login: name, do: 'login' })
      return back.url.origin === providers.url ? visitor.send(back, {}) : back
    },
    account: async () => {
      const account = await tasks.account()
      if (!account) throw new Error('nobody is logged in')
      return account
    },
  }
}

/** Presses the button behind the vault's newest link. */
const letIn = async (email: string, value = 'approve') => {
  const [link] = await servers.readMail(email, /https:\/\/vault\.example\/device\/\S+/)
  return servers.press(link, value)
}

for (const provider of ['google', 'apple', 'example']) {
  test(`${provider}: a newcomer gets a wallet without a mail, and a second device brings the same one`, async () => {
    const mails = servers.mails.length
    const first = await openFrame()
    await first.goThrough(provider)
    expect(await first.tasks.waitForSocial()).toEqual({ state: 'in' })
    const { addresses, ...account } = await first.account()
    expect(account).toMatchObject({ email: `${login}@people.example`, provider })
    await servers.login.settled()
    await servers.vault.settled()
    expect(servers.mails.length).toBe(mails)

    const second = await openFrame()
    await second.goThrough(provider)
    expect(await second.tasks.waitForSocial()).toEqual({ state: 'in' })
    expect((await second.account()).addresses).toEqual(addresses)
    // Both servers tell of a device that is new, and of what was recovered (SEC-79).
    const told = await servers.readMail(`${login}@people.example`, /https:\/\/vault\.example\/not-me\/\S+/)
    expect(told).not.toBeNull()

    // The first one again: it has its half, and needs no vault.
    servers.cut('/v1/vault/', 'before')
    const again = await first.reload()
    await again.goThrough(provider)
    expect(await again.tasks.waitForSocial()).toEqual({ state: 'in' })
    expect((await again.account()).addresses).toEqual(addresses)
  })
}

for (const provider of ['github', 'discord', 'facebook']) {
  test(`${provider}: devices come in by the vault's own link, to the address that it keeps`, async () => {
    const first = await openFrame()
    await first.goThrough(provider)
    const wanted = { state: 'device', sentTo: `p…@people.example` }
    expect(await first.tasks.waitForSocial()).toEqual(wanted)
    // Nobody is in yet.
    expect(await first.tasks.account()).toBeUndefined()
    const waiting = first.tasks.waitForDevice()
    await letIn(`${login}@people.example`)
    await waiting
    const { addresses } = await first.account()

    const second = await openFrame()
    await second.goThrough(provider)
    // Two mails within 30 s are one too many; the login stays, and whoever asks again a little later goes on.
    await expect(second.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'TOO_OFTEN' } })
    servers.time.now += 31_000
    expect(await second.tasks.waitForSocial()).toEqual(wanted)
    const other = second.tasks.waitForDevice()
    await letIn(`${login}@people.example`, 'refuse')
    await expect(other).rejects.toMatchObject({ told: { reason: 'DEVICE_REFUSED' } })
    expect(await second.tasks.account()).toBeUndefined()
    servers.time.now += 31_000
    await second.goThrough(provider)
    await second.tasks.waitForSocial()
    const third = second.tasks.waitForDevice()
    await letIn(`${login}@people.example`)
    await third
    expect((await second.account()).addresses).toEqual(addresses)
    servers.time.now -= 62_000
  })
}

test('X: whoever has no address there gives one for the first device, and no later one can name another', async () => {
  const first = await openFrame()
  await first.goThrough('x')
  expect(await first.tasks.waitForSocial()).toEqual({ state: 'email' })
  await expect(first.tasks.giveSocialEmail('no address')).rejects.toMatchObject({
    told: { reason: 'MAIL_ADDRESS_REFUSED' },
  })
  expect(await first.tasks.giveSocialEmail(`own.${login}@shop.example`)).toEqual({
    state: 'device',
    sentTo: 'o…@shop.example',
  })
  // Whoever asks again is told the same, and no other mail goes out.
  expect(await first.tasks.waitForSocial()).toEqual({ state: 'device', sentTo: 'o…@shop.example' })
  const waiting = first.tasks.waitForDevice()
  await letIn(`own.${login}@shop.example`)
  await waiting
  const { addresses, ...account } = await first.account()
  expect(account).toMatchObject({ email: null, name: login, provider: 'x' })

  servers.time.now += 31_000
  const thief = await openFrame()
  await thief.goThrough('x')
  expect(await thief.tasks.waitForSocial()).toEqual({ state: 'device', sentTo: 'o…@shop.example' })
  // A frame that was changed, and names an address of its own.
  await servers.storage.database.delete(loginLimits)
  servers.time.now += 31_000
  expect(await thief.tasks.giveSocialEmail('thief@evil.example')).toEqual({
    state: 'device',
    sentTo: 'o…@shop.example',
  })
  await servers.vault.settled()
  expect(servers.mails.filter(({ to }) => to.includes('thief@evil.example'))).toEqual([])
  const other = thief.tasks.waitForDevice()
  await letIn(`own.${login}@shop.example`)
  await other
  expect((await thief.account()).addresses).toEqual(addresses)
  servers.time.now -= 62_000
})

test('SEC-67: the same address by another service, or by e-mail, is another wallet', async () => {
  const wallets = []
  for (const provider of ['google', 'example']) {
    const frame = await openFrame()
    await frame.goThrough(provider)
    await frame.tasks.waitForSocial()
    wallets.push((await frame.account()).addresses.eip155)
  }
  expect(new Set(wallets).size).toBe(2)
})

test('SEC-69: a page that went to the provider itself goes on with the ticket that it came back with', async () => {
  const frame = await openFrame()
  const { uri } = await frame.tasks.startSocial('google', `${SHOP}/cart`)
  const visitor = createVisitor({
    ask: async (url, init) => {
      if (url.startsWith(SHOP)) return new Response('the shop')
      return url.startsWith(GATE) ? servers.reach(url, init) : fetch(url, init)
    },
    userAgent: BROWSER,
  })
  const page = await visitor.send(await visitor.open(uri, { referer: `${SHOP}/` }), { login, do: 'login' })
  expect(page.url.pathname).toBe('/cart')
  const result = page.url.searchParams.get('result_uri') ?? ''
  const again = await frame.reload()
  await again.tasks.takeSocialResult(result)
  expect(await again.tasks.waitForSocial()).toEqual({ state: 'in' })
  // Another device that has seen the address gets nothing by it.
  const stranger = await openFrame()
  await expect(stranger.tasks.takeSocialResult(result)).rejects.toMatchObject({ told: { reason: 'CHALLENGE_OVER' } })
  await expect(stranger.tasks.takeSocialResult('https://evil.example/oauth/result?ticket=x')).rejects.toMatchObject({
    told: { reason: 'CHALLENGE_OVER' },
  })
})

test('F-44: whoever says no, a provider that is away, and a login that another one replaced, end in a word', async () => {
  const frame = await openFrame()
  const { uri } = await frame.tasks.startSocial('github')
  const waiting = frame.tasks.waitForSocial()
  const visitor = browse()
  await visitor.send(await visitor.open(uri, { referer: `${SHOP}/` }), { do: 'cancel' })
  await expect(waiting).rejects.toMatchObject({ told: { reason: 'PROVIDER_DENIED' } })
  await expect(frame.tasks.startSocial('nobody')).rejects.toMatchObject({ told: { reason: 'PROVIDER_UNKNOWN' } })
  await frame.goThrough('github')
  await frame.tasks.startSocial('google')
  await frame.tasks.logOut()
  await expect(frame.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'CHALLENGE_OVER' } })
  await expect(frame.tasks.startSocial('github', 'https://evil.example/')).rejects.toMatchObject({
    told: { reason: 'RETURN_NOT_ALLOWED' },
  })
  expect((await frame.tasks.listSocials()).map(({ id }) => id)).toContain('example')
})

for (const [path, when] of [
  ['/v1/login/social/finish', 'after'],
  ['/v1/vault/device/admit', 'after'],
  ['/v1/wallet/create', 'before'],
  ['/v1/wallet/create', 'after'],
  ['/v1/vault/recovery/put', 'after'],
] as const) {
  test(`a page that ends ${when} ${path} leads, at the next login, to one wallet and not two`, async () => {
    const frame = await openFrame()
    await frame.goThrough('google')
    servers.cut(path, when)
    await expect(frame.tasks.waitForSocial()).rejects.toBeDefined()
    servers.mend()
    const again = await frame.reload()
    await again.goThrough('google')
    expect(await again.tasks.waitForSocial()).toEqual({ state: 'in' })
    const { addresses } = await again.account()
    const other = await openFrame()
    await other.goThrough('google')
    expect(await other.tasks.waitForSocial()).toEqual({ state: 'in' })
    expect((await other.account()).addresses).toEqual(addresses)
  })
}

test('SEC-77: whoever has no address logs in again in place of a code, and may then see the words', async () => {
  const frame = await openFrame()
  await frame.goThrough('x')
  await frame.tasks.waitForSocial()
  await frame.tasks.giveSocialEmail(`own.${login}@shop.example`)
  const waiting = frame.tasks.waitForDevice()
  await letIn(`own.${login}@shop.example`)
  await waiting
  const way = await frame.tasks.startStepUp('export')
  if (way.how !== 'social') throw new Error('a code was mailed')
  expect(way.provider).toBe('x')
  await expect(frame.tasks.exportWords()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  const proven = frame.tasks.finishStepUp()
  const visitor = browse()
  // The frame cannot open a window, so the person opens the address, and says on the page there that it is theirs.
  const page = await visitor.press(await visitor.open(way.uri))
  await visitor.send(page, { login, do: 'login' })
  await proven
  expect((await frame.tasks.exportWords()).split(' ')).toHaveLength(24)
})

type Frame = Awaited<ReturnType<typeof openFrame>>

/** Types the newest code that was mailed. */
const readCode = async (email: string): Promise<string> => {
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  return one + two
}

/** Links a login at a service, after a fresh code. */
const link = async ({ tasks }: Frame, provider: string, name: string): Promise<void> => {
  const { uri } = await tasks.startLink(provider)
  const linked = tasks.finishLink()
  const visitor = browse()
  // A frame opens no window: the person says on the gateway's page that it is theirs.
  const page = await visitor.press(await visitor.open(uri))
  const back = await visitor.send(page, { login: name, do: 'login' })
  if (back.url.origin === providers.url) await visitor.send(back, {})
  await linked
}

/** Somebody who is in by Google, and may change the logins of the wallet. */
const comeIn = async () => {
  const frame = await openFrame()
  const email = `${login}@people.example`
  await frame.goThrough('google')
  await frame.tasks.waitForSocial()
  await frame.tasks.startStepUp('identities')
  await frame.tasks.finishStepUp(await readCode(email))
  return { frame, email, addresses: (await frame.account()).addresses }
}

test('SEC-67: a linked login leads to the wallet, which comes to a new device by the vault’s link for the first one', async () => {
  const { frame, email, addresses } = await comeIn()
  const friend = `linked.${login}`
  await link(frame, 'example', friend)
  expect(await frame.tasks.listIdentities()).toMatchObject([
    { provider: 'google', email, isFirst: true, isThis: true },
    { provider: 'example', email: `${friend}@people.example`, isFirst: false, isThis: false },
  ])
  // Where the wallet is already, the login is enough.
  await frame.tasks.logOut()
  await frame.goThrough('example', friend)
  expect(await frame.tasks.waitForSocial()).toEqual({ state: 'in' })
  expect((await frame.account()).addresses).toEqual(addresses)

  const other = await openFrame()
  await other.goThrough('example', friend)
  // The issuer's word let the device in as this login, and not as the first one, of which the vault has its half.
  await expect(other.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'DEVICE_NOT_APPROVED' } })
  await expect(other.tasks.account()).rejects.toMatchObject({ told: { reason: 'DEVICE_NOT_APPROVED' } })
  servers.time.now += 31_000
  await other.tasks.startLetIn()
  const coming = other.tasks.finishLetIn()
  await letIn(email)
  await coming
  expect((await other.account()).addresses).toEqual(addresses)
  expect(await other.tasks.listIdentities()).toMatchObject([{ isThis: false }, { isThis: true }])
  servers.time.now -= 31_000
})

test('SEC-67: the backup file brings the wallet to a device of a linked login too, and no other person’s link does', async () => {
  const { frame, email, addresses } = await comeIn()
  const friend = `linked.${login}`
  await link(frame, 'example', friend)
  servers.time.now += 31_000
  await frame.tasks.startStepUp('recovery')
  await frame.tasks.finishStepUp(await readCode(email))
  const { file, phrase } = await frame.tasks.makeBackup()
  const other = await openFrame()
  await other.goThrough('example', friend)
  await expect(other.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'DEVICE_NOT_APPROVED' } })
  servers.time.now += 31_000
  await other.tasks.startLetIn()
  const coming = other.tasks.finishLetIn()
  // Nothing goes to the linked login's own address.
  await servers.vault.settled()
  const toLinked = servers.mails.filter(({ to }) => to.includes(`${friend}@people.example`))
  expect(toLinked.filter(({ text }) => text.includes('/device/'))).toEqual([])
  await letIn(email, 'refuse')
  await expect(coming).rejects.toMatchObject({ told: { reason: 'DEVICE_REFUSED' } })
  await other.tasks.recoverByFile(file, phrase)
  expect((await other.account()).addresses).toEqual(addresses)
  // The vault does not know this device; the gateway freezes for it all the same.
  await other.tasks.freeze()
  expect((await other.account()).isFrozen).toBe(true)
  servers.time.now -= 62_000
})

test('SEC-67: an address is linked by its code; a login that was unlinked is out, and forgotten by the vault', async () => {
  const { frame, email } = await comeIn()
  const second = `second.${login}@shop.example`
  await frame.tasks.startEmailLink(second)
  await frame.tasks.finishEmailLink(await readCode(second))
  const [, linked] = await frame.tasks.listIdentities()
  expect(linked).toMatchObject({ provider: null, email: second, isFirst: false })

  servers.time.now += 31_000
  const other = await openFrame()
  expect(await other.tasks.startLogin(second)).toBe('device')
  const waiting = other.tasks.waitForDevice()
  await letIn(second)
  await waiting
  await expect(other.tasks.finishLogin(await readCode(second))).rejects.toMatchObject({
    told: { reason: 'DEVICE_NOT_APPROVED' },
  })
  const own = keyOf.person(linked?.id ?? '')
  expect(await servers.level.getMany([own])).not.toEqual([undefined])

  await frame.tasks.unlinkIdentity(linked?.id ?? '')
  expect(await other.tasks.account()).toBeUndefined()
  await servers.login.settled()
  expect(await servers.level.getMany([own])).toEqual([undefined])
  await expect(frame.tasks.unlinkIdentity((await frame.tasks.listIdentities())[0]?.id ?? '')).rejects.toMatchObject({
    told: { reason: 'IDENTITY_KEPT' },
  })
  expect((await frame.account()).email).toBe(email)
  servers.time.now -= 31_000
})

test('SEC-67: nothing is linked without a fresh code for it, nor once nobody waits for it; who unlinks the login in use is out', async () => {
  const stranger = await openFrame()
  await stranger.goThrough('example', `owner.${login}`)
  await stranger.tasks.waitForSocial()
  await expect(stranger.tasks.startLink('google')).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  await expect(stranger.tasks.startEmailLink('a@shop.example')).rejects.toMatchObject({
    told: { reason: 'STEP_UP_NEEDED' },
  })

  const { frame } = await comeIn()
  await expect(link(frame, 'example', `owner.${login}`)).rejects.toMatchObject({ told: { reason: 'IDENTITY_TAKEN' } })
  const { uri } = await frame.tasks.startLink('github')
  const dropped = frame.tasks.finishLink()
  await frame.tasks.dropLink()
  const visitor = browse()
  await visitor.send(await visitor.press(await visitor.open(uri)), { login, do: 'login' })
  await expect(dropped).rejects.toMatchObject({ told: { reason: 'CHALLENGE_OVER' } })
  expect(await frame.tasks.listIdentities()).toHaveLength(1)

  await link(frame, 'github', login)
  await frame.tasks.logOut()
  await frame.goThrough('github')
  await frame.tasks.waitForSocial()
  servers.time.now += 31_000
  await frame.tasks.startStepUp('identities')
  await frame.tasks.finishStepUp(await readCode(`${login}@people.example`))
  const [, own] = await frame.tasks.listIdentities()
  await frame.tasks.unlinkIdentity(own?.id ?? '')
  expect(await frame.tasks.account()).toBeUndefined()
  servers.time.now -= 31_000
})

/** A phone with the Farcaster app. */
async function createPhone() {
  const account = privateKeyToAccount(generatePrivateKey())
  const fid = await registries.register(account)
  return {
    fid,
    account,
    answer: (url: string, changes?: Partial<SiweMessage>, by = account) =>
      answerChannel({
        url,
        fid,
        account: by,
        userName: login,
        ask: (to, init) => servers.reach(to, init),
        changes,
        now: servers.time.now,
      }),
  }
}

test('SEC-71: Farcaster: a phone that signs lets a newcomer in, and every device of theirs, by its account and not by a mail', async () => {
  const phone = await createPhone()
  const first = await openFrame()
  expect((await first.tasks.listSocials()).at(-1)).toEqual({ id: 'farcaster', label: 'Farcaster', icon: null })
  const { url } = await first.tasks.startFarcaster()
  expect(new URL(url).origin).toBe(GATE)
  const waiting = first.tasks.waitForSocial()
  expect(await phone.answer(url)).toBe(201)
  expect(await waiting).toEqual({ state: 'in' })
  const { addresses, ...account } = await first.account()
  expect(account).toMatchObject({ email: null, name: login, provider: 'farcaster' })

  const second = await openFrame()
  await phone.answer((await second.tasks.startFarcaster()).url)
  expect(await second.tasks.waitForSocial()).toEqual({ state: 'in' })
  expect((await second.account()).addresses).toEqual(addresses)

  // By an address that the account added for signing in, it is the same account.
  const auth = privateKeyToAccount(generatePrivateKey())
  await registries.addKey(phone.fid, auth.address)
  const third = await openFrame()
  await phone.answer((await third.tasks.startFarcaster()).url, {}, auth)
  expect(await third.tasks.waitForSocial()).toEqual({ state: 'in' })
  expect((await third.account()).addresses).toEqual(addresses)

  // A fresh proof in place of a code, because there is no address.
  const way = await third.tasks.startStepUp('export')
  if (way.how !== 'social') throw new Error('a code was mailed')
  await phone.answer(way.uri)
  await third.tasks.finishStepUp()
  expect((await third.tasks.exportWords()).split(' ')).toHaveLength(24)
})

test('SEC-67, SEC-71: an account of Farcaster is linked by what its phone signs, and leads to the wallet', async () => {
  const phone = await createPhone()
  const { frame, addresses } = await comeIn()
  const { uri } = await frame.tasks.startLink('farcaster')
  const linked = frame.tasks.finishLink()
  await phone.answer(uri)
  await linked
  expect(await frame.tasks.listIdentities()).toMatchObject([{}, { provider: 'farcaster', userName: login }])
  await frame.tasks.logOut()
  await phone.answer((await frame.tasks.startFarcaster()).url)
  expect(await frame.tasks.waitForSocial()).toEqual({ state: 'in' })
  expect((await frame.account()).addresses).toEqual(addresses)
})

test('SEC-71: a channel is answered once, and what was signed for another page, login or account lets nobody in', async () => {
  const phone = await createPhone()
  const stranger = privateKeyToAccount(generatePrivateKey())
  const frame = await openFrame()
  const other = await openFrame()
  const otherUrl = (await other.tasks.startFarcaster()).url
  const { signatureParams } = (await (
    await servers.reach(`${GATE}/farcaster/v1/channel/status`, {
      headers: { authorization: `Bearer ${new URL(otherUrl).searchParams.get('channelToken')}` },
    })
  ).json()) as { signatureParams: { nonce: string } }
  const wrong: readonly (readonly [Partial<SiweMessage>, typeof stranger])[] = [
    [{ domain: 'evil.example' }, phone.account],
    [{ uri: 'https://evil.example' }, phone.account],
    // What a person signs for a login of theirs, brought into a stranger's channel.
    [{ nonce: signatureParams.nonce }, phone.account],
    [{}, stranger],
  ]
  for (const [changes, by] of wrong) {
    const { url } = await frame.tasks.startFarcaster()
    expect(await phone.answer(url, changes, by)).toBe(201)
    await expect(frame.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'PROVIDER_REFUSED' } })
  }
  const { url } = await frame.tasks.startFarcaster()
  expect(await phone.answer(url)).toBe(201)
  // The second one finds it answered, and changes nothing.
  expect(await phone.answer(url, { domain: 'evil.example' })).toBe(200)
  expect(await frame.tasks.waitForSocial()).toEqual({ state: 'in' })
  expect((await servers.reach(`${GATE}/farcaster/v1/channel/status`)).status).toBe(404)
  expect(await phone.answer(`${GATE}/farcaster/siwf?channelToken=${'A'.repeat(43)}`)).toBe(404)
})

test('SEC-71: what a phone signed for one device lets no other one in at the vault, whoever brings it', async () => {
  const phone = await createPhone()
  const frame = await openFrame()
  const calls: { url: string; body: string; headers: HeadersInit | undefined }[] = []
  servers.line.ask = async (url, init) => {
    if (url.includes('/v1/vault/device/farcaster'))
      calls.push({ url, body: String(init?.body), headers: init?.headers })
    return servers.reach(url, init)
  }
  await phone.answer((await frame.tasks.startFarcaster()).url)
  expect(await frame.tasks.waitForSocial()).toEqual({ state: 'in' })
  const [sent] = calls
  // Brought by another device, by whoever has seen it.
  const thief = await openFrame()
  const stolen = JSON.parse(sent?.body ?? '{}') as { message: string }
  expect(stolen.message).toContain(`farcaster://fid/${phone.fid}`)
  servers.line.ask = async (url, init) =>
    servers.reach(url, url.includes('/v1/vault/device/farcaster') ? { ...init, body: sent?.body ?? '' } : init)
  const other = await createPhone()
  await other.answer((await thief.tasks.startFarcaster()).url)
  await expect(thief.tasks.waitForSocial()).rejects.toMatchObject({ told: { reason: 'TOKEN_REFUSED' } })
})

test('SEC-80: whoever logs in by a service thaws a frozen wallet by a fresh code and the vault’s link, to the address that it keeps', async () => {
  const frame = await openFrame()
  const email = `${login}@people.example`
  await frame.goThrough('google')
  await frame.tasks.waitForSocial()
  await frame.tasks.freeze()
  expect((await frame.account()).isFrozen).toBe(true)
  expect(await frame.tasks.startStepUp('thaw')).toEqual({ how: 'code' })
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  await frame.tasks.finishStepUp(one + two)
  await frame.tasks.startThaw()
  const thawing = frame.tasks.finishThaw()
  // What the person pressed after the freeze counts.
  servers.time.now += 1_000
  await letIn(email)
  await thawing
  servers.time.now -= 1_000
  expect((await frame.account()).isFrozen).toBe(false)
})

import {
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { createTestPhone, type TestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { noticeOf } from '../../kernel/connections/notice.ts'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../kernel/connections/disconnect.ts'
import '../../kernel/connections/reconnect.ts'
import './restoreSession.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { getRoute } from '../../flow/router.ts'
import { checkAttempt } from '../../kernel/attempt/checkAttempt.ts'
import { connectWallet } from '../../kernel/attempt/connectWallet.ts'
import type { BrowserPort, WalletWindow } from '../../services/ports.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { renewPairing } from './renewPairing.ts'
import { prepareWalletConnect } from './startWalletConnect.ts'
import { tellLinkOpened } from './tellLinkOpened.ts'

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const LAMP = 'So11111111111111111111111111111111111111112'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'

const solana = testNetwork('main', { chainNamespace: 'solana' })
const fox: WalletListing = {
  key: 'fox',
  name: 'Fox',
  connectors: [],
  isInstalled: false,
  isRecent: false,
  isLookalike: false,
  links: { mobileLink: 'fox://' },
}

type Parts = {
  phone?: TestPhone
  options?: Partial<CreateLatchkeyOptions>
  browser?: Partial<BrowserPort>
  walletWindow?: WalletWindow
  disk?: ReturnType<typeof createFakeDisk>
}

async function setUp(parts: Parts = {}) {
  const phone = parts.phone ?? (await createTestPhone())
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: phone.walletConnect,
    browser: parts.browser,
    walletWindow: parts.walletWindow,
    disk: parts.disk,
  })
  const made = createTestLatchkey({ services, options: parts.options ?? {} })
  const { instance, latchkey } = made
  const getAttempt = () => instance.stores.connection.get().attempt
  const getUri = () => phone.until(() => getAttempt()?.pairing?.uri)
  return {
    ...made,
    phone,
    services,
    getAttempt,
    getUri,
    nextUri: (old: string) => phone.until(() => getAttempt()?.pairing?.uri !== old && getAttempt()?.pairing?.uri),
    codesOf: () => made.failures.map(({ code }) => code),
    connected: async (...accounts: readonly string[]) => {
      const asked = connectWalletConnect(instance)
      await phone.approve(await getUri(), ...accounts)
      await phone.until(() => latchkey.getState().status === 'connected')
      return asked
    },
  }
}

test('one approval connects every namespace that the wallet grants, with its name and checksummed addresses', async () => {
  const made = await setUp({ options: { networks: [testNetwork(1), testNetwork(10), solana] } })
  const { latchkey, phone, events, getAttempt } = made
  const connection = await made.connected(`eip155:1:${LOWER}`, `eip155:10:${LOWER}`, `solana:main:${LAMP}`)
  expect(connection.connector).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Pocket Fox' })
  expect(latchkey.getState()).toMatchObject({ address: VITALIK, networkId: 'eip155:1', walletName: 'Pocket Fox' })
  expect(made.instance.stores.accounts.get().byNamespace.solana?.active.address).toBe(LAMP)
  expect(getAttempt()).toBeUndefined()
  expect(phone.proposals[0]?.requiredNamespaces).toEqual({})
  expect(phone.proposals[0]?.optionalNamespaces).toMatchObject({
    eip155: { chains: ['eip155:1', 'eip155:10'] },
    solana: { chains: ['solana:main'], events: ['accountsChanged', 'chainChanged'] },
  })
  expect(events.find(({ name }) => name === 'CONNECT_SUCCESS')?.properties).toEqual({
    method: 'qrcode',
    name: 'Pocket Fox',
  })
})

test('asking for the wallet that is being asked joins the open attempt: one code, one proposal', async () => {
  const { instance, phone, getUri } = await setUp()
  const first = connectWalletConnect(instance, { wallet: fox })
  expect(connectWalletConnect(instance, { wallet: fox })).toBe(first)
  const uri = await getUri()
  void connectWalletConnect(instance, { wallet: fox })
  await phone.until(() => phone.relay.countCalls('wc_proposeSession') === 1)
  await phone.clock.advance(1_000)
  expect(await getUri()).toBe(uri)
  expect(phone.relay.countCalls('wc_proposeSession')).toBe(1)
})

test('SEC-88: a code is gone from state and storage once a wallet is connected, and stands in no event, failure or log', async () => {
  const made = await setUp()
  const { instance, phone, events, failures, services, getUri } = made
  const asked = connectWalletConnect(instance)
  const uri = await getUri()
  const secret = /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? 'no key'
  await phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.until(() => made.latchkey.getState().status === 'connected')
  await asked
  const { client } = (await instance.live.walletConnect) ?? {}
  await phone.until(() => client?.pairing.length === 0)
  const keys = client?.internals.leading()?.tables.keychain.getAll() ?? []
  expect(keys.length).toBeGreaterThan(0)
  expect(keys).not.toContain(secret)
  const said = JSON.stringify([events, failures, services.log, services.disk.read(), instance.stores.connection.get()])
  expect(said).not.toContain(secret)
})

test('F-03: a refusal is said, and the next code is another one', async () => {
  const { instance, phone, getUri, nextUri, getAttempt, events } = await setUp()
  const asked = connectWalletConnect(instance, { wallet: fox })
  const uri = await getUri()
  await phone.refuse(uri)
  await expect(asked).rejects.toMatchObject({ code: 'USER_REJECTED', step: 'pair' })
  expect(getAttempt()).toMatchObject({ phase: 'failed', error: { code: 'USER_REJECTED' } })
  expect(events.map(({ name }) => name)).toContain('USER_REJECTED')
  void connectWalletConnect(instance, { wallet: fox }).catch(() => undefined)
  expect(await nextUri(uri)).toMatch(/^wc:/)
})

test('F-13: a code is renewed five times without a word, then the visitor asks for a new one', async () => {
  const { instance, phone, getUri, nextUri, getAttempt, codesOf } = await setUp()
  void connectWalletConnect(instance).catch(() => undefined)
  let uri = await getUri()
  for (let renewal = 1; renewal <= 5; renewal += 1) {
    await phone.clock.advance(230_000)
    uri = await nextUri(uri)
    expect(getAttempt()?.pairing).toMatchObject({ renewals: renewal, isExpired: false })
  }
  expect(codesOf()).toEqual([])
  await phone.clock.advance(230_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', hint: 'PAIRING_EXPIRED', pairing: { isExpired: true, uri } })
  renewPairing(instance)
  uri = await nextUri(uri)
  expect(getAttempt()).toMatchObject({ hint: undefined, pairing: { isExpired: false, renewals: 0 } })
})

test('F-13: a code is not renewed while nobody looks, but as soon as somebody does', async () => {
  const { instance, phone, services, getUri, nextUri, getAttempt } = await setUp()
  void connectWalletConnect(instance).catch(() => undefined)
  const uri = await getUri()
  services.browser.setVisible(false)
  await phone.clock.advance(600_000)
  expect(getAttempt()?.pairing).toMatchObject({ renewals: 0 })
  services.browser.setVisible(true)
  await nextUri(uri)
  expect(getAttempt()?.pairing).toMatchObject({ renewals: 1, isExpired: false })
})

test('a yes to the code before the renewal counts', async () => {
  const { instance, phone, latchkey, getUri, nextUri } = await setUp()
  const asked = connectWalletConnect(instance)
  const first = await getUri()
  const proposal = await phone.scan(first)
  await phone.clock.advance(230_000)
  await nextUri(first)
  const namespaces = { eip155: { accounts: [`eip155:1:${LOWER}`], methods: ['personal_sign'], events: [] } }
  void phone.client.approve({ id: proposal.id, namespaces })
  await phone.until(() => latchkey.getState().status === 'connected')
  await expect(asked).resolves.toMatchObject({ networkId: 'eip155:1' })
})

test('F-14: a wallet that refuses the networks is asked once more for the active one, over the same code', async () => {
  const { instance, phone, latchkey, getUri, getAttempt } = await setUp()
  const asked = connectWalletConnect(instance)
  const uri = await getUri()
  await phone.refuse(uri, 5100, 'Unsupported chains.')
  const second = await phone.until(() => phone.proposals[1])
  expect(getAttempt()).toMatchObject({ phase: 'waiting' })
  expect(second.optionalNamespaces.eip155?.chains).toEqual(['eip155:1'])
  const namespaces = { eip155: { accounts: [`eip155:1:${LOWER}`], methods: ['personal_sign'], events: [] } }
  void phone.client.approve({ id: second.id, namespaces })
  await phone.until(() => latchkey.getState().status === 'connected')
  await asked
})

test('F-14: refused twice, it says so', async () => {
  const { instance, phone, getUri, codesOf } = await setUp()
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await phone.refuse(await getUri(), 5100, 'Unsupported chains.')
  const second = await phone.until(() => phone.proposals[1])
  void phone.client.reject({ id: second.id, reason: { code: 5100, message: 'Unsupported chains.' } })
  await phone.until(() => codesOf().length > 0)
  await expect(asked).rejects.toMatchObject({ code: 'CHAINS_UNSUPPORTED' })
})

test('F-15: a namespace without an account is told, and the others are connected', async () => {
  const made = await setUp({ options: { networks: [testNetwork(1), solana] } })
  await made.connected(`eip155:1:${LOWER}`)
  expect(made.codesOf()).toEqual(['NAMESPACES_PARTIAL'])
  expect(noticeOf(made.instance).get().notice).toMatchObject({
    code: 'NAMESPACES_PARTIAL',
    walletName: 'Pocket Fox',
    namespaces: ['solana'],
  })
  expect(made.latchkey.getState()).toMatchObject({ status: 'connected', address: VITALIK })
})

test('F-10: after the third failed try the network is named, "Try again" goes to the next address, and a yes follows', async () => {
  const made = await setUp()
  const { instance, phone, getAttempt, getUri, latchkey } = made
  const end = phone.relay.refuse(1006)
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await phone.until(() => getAttempt()?.phase === 'failed')
  await expect(asked).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE', step: 'pair' })
  const tried = phone.relay.attempts.length
  const again = connectWalletConnect(instance)
  end()
  const uri = await getUri()
  expect(phone.relay.attempts.slice(tried).some(({ url }) => url.startsWith('wss://other.test'))).toBe(true)
  await phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.until(() => latchkey.getState().status === 'connected')
  await again
})

test('a code stands before the engine is here, and who scans it first is asked once it is', async () => {
  const phone = await createTestPhone()
  let arrive: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: () => arrived.then(phone.walletConnect),
  })
  const { instance, latchkey } = createTestLatchkey({ services })
  const asked = connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  expect(phone.countOpened()).toBe(0)
  const approved = phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.clock.advance(1_000)
  expect(phone.proposals).toEqual([])
  arrive?.()
  await approved
  await phone.until(() => latchkey.getState().status === 'connected')
  await asked
  expect(phone.proposals).toHaveLength(1)
})

test('a code that stands before the engine is here is proposed by as it is while it has four minutes left, and made anew after that', async () => {
  for (const [waitMs, isKept] of [
    [50_000, true],
    [70_000, false],
  ] as const) {
    const phone = await createTestPhone()
    const services = createFakeServices({
      clock: phone.clock,
      walletConnect: async () => {
        await new Promise<void>((resolve) => phone.clock.after(waitMs, resolve))
        return phone.walletConnect()
      },
    })
    const { instance } = createTestLatchkey({ services })
    const getAttempt = () => instance.stores.connection.get().attempt
    connectWalletConnect(instance).catch(() => undefined)
    const uri = await phone.until(() => getAttempt()?.pairing?.uri)
    await phone.clock.advance(waitMs)
    const proposed = await phone.until(() => {
      const pairing = getAttempt()?.pairing
      return pairing?.expiresAt ? pairing : undefined
    })
    expect(proposed.uri === uri).toBe(isKept)
    await phone.scan(proposed.uri ?? '')
    const wc = await instance.live.walletConnect
    const [pairing] = wc?.client.pairing.values ?? []
    expect(proposed.expiresAt).toBeLessThanOrEqual((pairing?.expiry ?? 0) * 1000)
  }
})

test('an engine that cannot be had takes the code off the screen, and none is shown ahead of it again', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  })
  const { instance, failures } = createTestLatchkey({ services })
  const uris: (string | undefined)[] = []
  instance.stores.connection.watch(({ attempt }) => uris.push(attempt?.pairing?.uri))
  for (let turn = 0; turn < 2; turn += 1) {
    uris.length = 0
    const asked = connectWalletConnect(instance)
    asked.catch(() => undefined)
    await phone.until(() => instance.stores.connection.get().attempt?.phase === 'failed')
    await expect(asked).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', step: 'pair' })
    expect(uris.some((uri) => uri !== undefined)).toBe(turn === 0)
    expect(uris.at(-1)).toBeUndefined()
  }
  expect(failures).toHaveLength(2)
})

test('who leaves a code at once has no engine opened for it', async () => {
  const { instance, phone, getUri } = await setUp()
  void openModal(instance, { view: 'ConnectingWalletConnect', data: {} })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await getUri()
  closeModal(instance, 'closeButton')
  await expect(asked).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  await phone.clock.advance(1_000)
  expect(phone.countOpened()).toBe(0)
})

/** Has the page reach its relay ahead of a press, as the pointer over a row does. */
async function reachRelay({ instance, phone }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  prepareWalletConnect(instance)
  const wc = await instance.live.walletConnect
  let isReached = false
  wc?.client.on('relayer', ({ name }) => {
    isReached ||= name === 'relayer_connect'
  })
  await phone.until(() => isReached)
}

test('a code stands before the relay has its proposal where the relay is reached already, and who scans it first is asked once the proposal is there', async () => {
  const made = await setUp()
  const { instance, phone, latchkey, getAttempt, getUri } = made
  await reachRelay(made)
  phone.relay.interfere(({ method }) => (method === 'wc_proposeSession' ? { delayMs: 2_000 } : 'pass'))
  const asked = connectWalletConnect(instance)
  const uri = await getUri()
  expect(getAttempt()?.pairing).toMatchObject({ expiresAt: 0 })
  await phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.until(() => latchkey.getState().status === 'connected')
  await asked
  expect(phone.proposals).toHaveLength(1)
})

test('F-10: a code whose proposal the relay does not take is spoken of at 4 s, gone with the failure, and not shown ahead again', async () => {
  const made = await setUp()
  const { instance, phone, failures, getAttempt, getUri } = made
  await reachRelay(made)
  phone.relay.interfere(({ method }) => (method === 'wc_proposeSession' ? 'drop' : 'pass'))
  connectWalletConnect(instance).catch(() => undefined)
  await getUri()
  await phone.clock.advance(4_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', pairing: { isSlow: true, expiresAt: 0 } })
  await phone.clock.advance(11_000)
  expect(failures[0]).toMatchObject({ code: 'RELAY_UNREACHABLE', step: 'pair' })
  for (let second = 0; second < 60; second += 1) {
    await phone.clock.advance(1_000)
    expect(getAttempt()?.pairing?.uri).toBeUndefined()
  }
})

test('F-10: the failure of a relay that takes sockets and no proposal stands, whatever sockets it takes again, until it takes one', async () => {
  const made = await setUp()
  const { instance, phone, failures, getAttempt, getUri } = made
  let isDropping = true
  phone.relay.interfere(({ method }) => (isDropping && method === 'wc_proposeSession' ? 'drop' : 'pass'))
  // The second attempt finds the socket open that the first one has left.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    connectWalletConnect(instance).catch(() => undefined)
    await phone.until(() => phone.relay.attempts.length > 0)
    for (let second = 0; second < 15; second += 1) await phone.clock.advance(1_000)
    expect(getAttempt()).toMatchObject({ phase: 'failed', error: { code: 'RELAY_UNREACHABLE' } })
    const sockets = phone.relay.attempts.length
    for (let second = 0; second < 25; second += 1) {
      await phone.clock.advance(1_000)
      expect(getAttempt()?.phase, `${second} s later`).toBe('failed')
    }
    expect(phone.relay.attempts.length).toBeGreaterThan(sockets)
  }
  expect(failures.map(({ code }) => code)).toEqual(['RELAY_UNREACHABLE', 'RELAY_UNREACHABLE'])
  isDropping = false
  for (let second = 0; second < 16; second += 1) await phone.clock.advance(1_000)
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()?.phase).toBe('waiting')
})

test('on a phone no link stands before the relay has the proposal that it leads to', async () => {
  const made = await setUp({ browser: { isMobile: () => true } })
  const { instance, phone, getAttempt } = made
  await reachRelay(made)
  phone.relay.interfere(({ method }) => (method === 'wc_proposeSession' ? 'drop' : 'pass'))
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  await phone.clock.advance(3_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', pairing: { uri: undefined } })
})

test('F-10: a relay that hangs is spoken of at 4 s, tried a second time beside the first at 5 s and named at 15 s, and dialled on behind that', async () => {
  const { instance, phone, failures, getAttempt, getUri } = await setUp()
  const end = phone.relay.stall()
  connectWalletConnect(instance).catch(() => undefined)
  const startedAt = phone.clock.now()
  const at = async (ms: number) => phone.clock.advance(startedAt + ms - phone.clock.now())
  // The engine comes by chunks that are loaded with it, which takes real time.
  await phone.until(() => phone.relay.attempts.length === 1)
  await at(3_999)
  expect(getAttempt()?.pairing?.isSlow).toBeUndefined()
  await at(4_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', pairing: { isSlow: true } })
  expect(phone.relay.attempts).toHaveLength(1)
  await at(6_000)
  expect(phone.relay.attempts).toHaveLength(2)
  await at(14_999)
  expect(getAttempt()?.phase).toBe('waiting')
  await at(15_000)
  expect(getAttempt()).toMatchObject({ phase: 'failed', error: { code: 'RELAY_UNREACHABLE' } })
  expect(failures.map(({ code }) => code)).toEqual(['RELAY_UNREACHABLE'])
  end()
  await phone.clock.advance(10_000)
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()?.phase).toBe('waiting')
})

test('F-10: where the second attempt gets through there is a code, and nothing has failed', async () => {
  const { instance, phone, failures, getAttempt, getUri } = await setUp()
  const end = phone.relay.stall()
  connectWalletConnect(instance).catch(() => undefined)
  await phone.until(() => phone.relay.attempts.length === 1)
  await phone.clock.advance(4_500)
  // The second one, made at 5 s, is the one that gets through.
  end()
  await phone.clock.advance(3_500)
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', pairing: { isSlow: true } })
  await phone.clock.advance(20_000)
  expect(getAttempt()?.phase).toBe('waiting')
  expect(failures).toEqual([])
})

test('F-10: a network that heals takes the failure off the screen by itself', async () => {
  const { instance, phone, getAttempt, getUri } = await setUp()
  const end = phone.relay.refuse(1006)
  connectWalletConnect(instance).catch(() => undefined)
  await phone.until(() => getAttempt()?.phase === 'failed')
  end()
  await phone.clock.advance(60_000)
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()).toMatchObject({ phase: 'waiting' })
})

test('without a network the visitor hears that, not that the relay is blocked', async () => {
  const { instance, phone, services, getAttempt, getUri } = await setUp()
  services.browser.setOnline(false)
  phone.reachability.setOnline(false)
  connectWalletConnect(instance).catch(() => undefined)
  await phone.clock.advance(60_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', hint: 'OFFLINE' })
  phone.reachability.setOnline(true)
  services.browser.setOnline(true)
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()?.hint).toBeUndefined()
})

test('F-58: a browser that says for ever that it is offline keeps nobody from a code, and the hint goes with the first answer', async () => {
  const { instance, phone, services, getAttempt, getUri } = await setUp()
  services.browser.setOnline(false)
  phone.reachability.sayOnline(false)
  connectWalletConnect(instance).catch(() => undefined)
  expect(getAttempt()?.hint).toBe('OFFLINE')
  expect(await getUri()).toMatch(/^wc:/)
  expect(getAttempt()?.hint).toBeUndefined()
  await phone.clock.advance(30_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting', hint: undefined })
})

test('F-58: a network that comes back without a word is found within seconds, and at once by "Try now"', async () => {
  for (const isPressed of [false, true]) {
    const { instance, phone, services, getAttempt } = await setUp()
    services.browser.setOnline(false)
    phone.reachability.setOnline(false)
    connectWalletConnect(instance).catch(() => undefined)
    await phone.clock.advance(11_000)
    expect(getAttempt()).toMatchObject({ phase: 'waiting', hint: 'OFFLINE' })
    phone.reachability.setOnline(true)
    phone.reachability.sayOnline(false)
    const backAt = phone.clock.now()
    if (isPressed) void checkAttempt(instance)
    else await phone.clock.advance(5000)
    await phone.until(() => getAttempt()?.pairing?.uri)
    expect(getAttempt()?.hint).toBeUndefined()
    expect(phone.clock.now() - backAt).toBeLessThan(isPressed ? 1000 : 7000)
  }
})

test('F-11: a fresh token that the relay finds untimely means a wrong clock', async () => {
  const { instance, phone, getAttempt } = await setUp()
  phone.relay.refuse(3000, 'JWT not yet valid')
  connectWalletConnect(instance).catch(() => undefined)
  await phone.until(() => getAttempt()?.phase === 'failed')
  expect(getAttempt()?.error?.code).toBe('CLOCK_WRONG')
})

test('F-12: a relay that refuses the site says the setting to the developer once, and is not blamed on the visitor', async () => {
  const { instance, phone, services, getAttempt } = await setUp()
  phone.relay.refuse(3000, 'Unauthorized: origin not allowed')
  for (let turn = 0; turn < 2; turn += 1) {
    connectWalletConnect(instance).catch(() => undefined)
    await phone.until(() => getAttempt()?.phase === 'failed')
    expect(getAttempt()?.error?.code).toBe('SITE_REFUSED')
  }
  expect(services.log.filter((line) => line.startsWith('error The relay refuses'))).toHaveLength(1)
})

test('a site without a relay is told so', async () => {
  const { instance } = createTestLatchkey()
  await expect(connectWalletConnect(instance)).rejects.toMatchObject({ code: 'CONNECTOR_NOT_FOUND' })
})

test('closing the modal drops the code: the wallet that scans it later finds nothing', async () => {
  const { instance, phone, getUri } = await setUp()
  void openModal(instance, { view: 'ConnectingWalletConnect', data: {} })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  const uri = await getUri()
  closeModal(instance, 'closeButton')
  await expect(asked).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  await phone.clock.advance(1_000)
  connectWalletConnect(instance).catch(() => undefined)
  expect(await getUri()).not.toBe(uri)
})

test('in Safari on iOS the code outlives the modal: it is shown again, and a yes meanwhile connects', async () => {
  const walletWindow = Object.assign(new EventTarget(), { navigator: { userAgent: IPHONE, maxTouchPoints: 5 } })
  const { instance, phone, latchkey, getUri } = await setUp({ walletWindow, browser: { isMobile: () => true } })
  void openModal(instance, { view: 'ConnectingWalletConnect', data: { wallet: fox } })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  const uri = await getUri()
  closeModal(instance, 'closeButton')
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  expect(await getUri()).toBe(uri)
  closeModal(instance, 'closeButton')
  await phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.until(() => latchkey.getState().status === 'connected')
  expect(latchkey.getState().address).toBe(VITALIK)
  expect(phone.relay.countCalls('wc_proposeSession')).toBe(1)
})

test('another wallet takes the place of a waiting one; the earlier promise rejects as given up', async () => {
  const evm = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const { instance, getUri } = await setUp({ options: { adapters: [evm.create] } })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await getUri()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  await expect(asked).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
})

test('F-20: a page that is still looked at 2 s after the tap says that no app opened', async () => {
  const { instance, phone, events, getUri, getAttempt } = await setUp({ browser: { isMobile: () => true } })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  await getUri()
  tellLinkOpened(instance, { way: 'mobile', base: 'fox://' })
  expect(getAttempt()?.pairing?.linkOpenedAt).toBe(phone.clock.now())
  await phone.clock.advance(1_999)
  expect(getAttempt()?.hint).toBeUndefined()
  await phone.clock.advance(1)
  expect(getAttempt()?.hint).toBe('APP_NOT_OPENED')
  expect(events.filter(({ name }) => name === 'CONNECT_PROXY_ERROR')).toMatchObject([
    { properties: { message: 'APP_NOT_OPENED', name: fox.name } },
  ])
})

test('F-20: an app that opened is not asked about', async () => {
  const { instance, phone, services, events, getUri, getAttempt } = await setUp({ browser: { isMobile: () => true } })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  await getUri()
  tellLinkOpened(instance, { way: 'mobile', base: 'fox://' })
  await phone.clock.advance(500)
  services.browser.setFocused(false)
  await phone.clock.advance(5_000)
  expect(getAttempt()?.hint).toBeUndefined()
  expect(events.some(({ name }) => name === 'CONNECT_PROXY_ERROR')).toBe(false)
})

test('F-21: inside another app a link that was not left in 2 s is blocked, and a late yes still connects', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/126.0 Instagram'
  const walletWindow = Object.assign(new EventTarget(), { navigator: { userAgent, maxTouchPoints: 5 } })
  const { instance, phone, latchkey, events, getUri, getAttempt } = await setUp({ walletWindow })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  const uri = await getUri()
  tellLinkOpened(instance, { way: 'mobile', base: 'https://fox.test/' })
  await phone.clock.advance(2_000)
  expect(getAttempt()).toMatchObject({ phase: 'failed', error: { code: 'LINK_SCHEME_BLOCKED' } })
  const told = events.filter(({ name }) => name === 'CONNECT_PROXY_ERROR' || name === 'CONNECT_ERROR')
  expect(told.map(({ name, properties }) => [name, properties])).toEqual([
    ['CONNECT_ERROR', { message: 'LINK_SCHEME_BLOCKED' }],
    ['CONNECT_PROXY_ERROR', { message: 'LINK_SCHEME_BLOCKED', name: fox.name }],
  ])
  await phone.approve(uri, `eip155:1:${LOWER}`)
  await phone.until(() => latchkey.getState().status === 'connected')
})

test('F-22: back from the wallet without an approval for 10 s, the visitor hears how to check', async () => {
  const { instance, phone, services, getUri, getAttempt } = await setUp({ browser: { isMobile: () => true } })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  const uri = await getUri()
  tellLinkOpened(instance, { way: 'mobile', base: 'fox://' })
  services.browser.setVisible(false)
  await phone.clock.advance(5_000)
  services.browser.setVisible(true)
  await phone.clock.advance(9_999)
  expect(getAttempt()?.hint).toBeUndefined()
  await phone.clock.advance(1)
  expect(getAttempt()).toMatchObject({ hint: 'APPROVAL_LOST', pairing: { uri } })
})

test('F-22: approved while the page slept, it connects by itself on return', async () => {
  const { instance, phone, services, latchkey, getUri } = await setUp({ browser: { isMobile: () => true } })
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  const uri = await getUri()
  tellLinkOpened(instance, { way: 'mobile', base: 'fox://' })
  const proposal = await phone.scan(uri)
  services.browser.setVisible(false)
  phone.reachability.setVisible(false)
  phone.relay.cut(1006, '', phone.relay.listClients()[0])
  const namespaces = { eip155: { accounts: [`eip155:1:${LOWER}`], methods: ['personal_sign'], events: [] } }
  void phone.client.approve({ id: proposal.id, namespaces })
  await phone.clock.advance(30_000)
  phone.reachability.setVisible(true)
  services.browser.setVisible(true)
  await phone.until(() => latchkey.getState().status === 'connected')
})

test('a site without adapters opens on the code; with an account, on the account', async () => {
  const made = await setUp()
  void openModal(made.instance)
  expect(getRoute(made.instance.stores.router.get()).view).toBe('ConnectingWalletConnectBasic')
  await made.connected(`eip155:1:${LOWER}`)
  expect(made.instance.stores.modal.get().open).toBe(false)
  void openModal(made.instance)
  expect(getRoute(made.instance.stores.router.get()).view).toBe('Account')
})

test('a session is restored on load without asking the wallet, in every namespace that it serves', async () => {
  const phone = await createTestPhone()
  const disk = createFakeDisk()
  const options = { networks: [testNetwork(1), testNetwork(10), solana] as const }
  const first = await setUp({ phone, disk, options })
  await first.connected(`eip155:1:${LOWER}`, `solana:main:${LAMP}`)
  first.latchkey.destroy()
  await phone.clock.advance(100)
  const second = await setUp({ phone, disk, options })
  expect(second.latchkey.getState().status).toBe('connecting')
  await phone.until(() => second.latchkey.getState().ready)
  expect(second.latchkey.getState()).toMatchObject({ status: 'connected', address: VITALIK, walletName: 'Pocket Fox' })
  expect(second.instance.stores.accounts.get().byNamespace.solana?.active.address).toBe(LAMP)
  expect(phone.requests).toEqual([])
})

test('a page without a stored session opens no client', async () => {
  const { phone } = await setUp()
  await phone.clock.advance(10_000)
  expect(phone.countOpened()).toBe(0)
})

test('a recent wallet is the one that was chosen, at most two, and never the session', async () => {
  const { instance, phone, latchkey, getUri } = await setUp()
  void connectWalletConnect(instance, { wallet: fox })
  await phone.approve(await getUri(), `eip155:1:${LOWER}`)
  await phone.until(() => latchkey.getState().status === 'connected')
  expect(instance.stores.connectors.get().recent).toEqual(['fox'])
})

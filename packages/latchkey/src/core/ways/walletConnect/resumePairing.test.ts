import { createFakeDisk, createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createTestPhone, type TestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../kernel/connections/disconnect.ts'
import '../../kernel/connections/reconnect.ts'
import './restoreSession.ts'
import { startAttempt } from '../../kernel/attempt/attempt.ts'
import { cancelAttempt } from '../../kernel/attempt/cancelAttempt.ts'
import type { WalletListing } from '../../types/listing.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { lookForPending } from './lookForPending.ts'
import { PENDING_RECORD } from './pendingRecord.ts'
import { resumePairing } from './resumePairing.ts'
import { tellLinkOpened } from './tellLinkOpened.ts'

const ETH = 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const fox: WalletListing = {
  key: 'fox',
  name: 'Pocket Fox',
  connectors: [],
  isInstalled: false,
  isRecent: false,
  isLookalike: false,
  explorerId: 'fox',
  links: { mobileLink: 'fox://' },
}

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

function load(phone: TestPhone, disk: ReturnType<typeof createFakeDisk>, userAgent = ANDROID) {
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: phone.walletConnect,
    disk,
    browser: { isMobile: () => true },
    walletWindow: Object.assign(new EventTarget(), {
      navigator: { userAgent, maxTouchPoints: userAgent === DESKTOP ? 0 : 5 },
    }),
  })
  const made = createTestLatchkey({ services })
  const getAttempt = () => made.instance.stores.connection.get().attempt
  return { ...made, services, getAttempt, getPending: () => services.storage.get(PENDING_RECORD) }
}

/** A page whose visitor has tapped the wallet's link, and which the browser then drops. */
async function leave(userAgent = ANDROID) {
  const phone = await createTestPhone()
  const disk = createFakeDisk()
  const page = load(phone, disk, userAgent)
  connectWalletConnect(page.instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  const uri = await phone.until(() => page.getAttempt()?.pairing?.uri)
  tellLinkOpened(page.instance, { way: 'mobile', base: 'fox://' })
  await phone.until(() => page.getPending())
  const drop = async (): Promise<void> => {
    const kept = page.getPending() ?? ''
    const wc = await page.instance.live.walletConnect
    await wc?.client.close()
    // A page that is dropped hears of nothing, and so it cleans up nothing.
    await phone.until(() => page.getPending() === undefined)
    page.services.storage.set(PENDING_RECORD, kept)
  }
  return { phone, disk, page, uri, drop }
}

test.each([
  ['Android', ANDROID],
  ['iOS', IPHONE],
])('F-22: a yes that is given after %s dropped the page connects it when it is loaded again', async (_, userAgent) => {
  const { phone, disk, uri, drop } = await leave(userAgent)
  await drop()
  const { instance, latchkey, getPending, getAttempt } = load(phone, disk, userAgent)
  await resumePairing(instance)
  expect(getAttempt(), 'nothing is shown before the yes').toBeUndefined()
  await phone.approve(uri, ETH)
  await phone.until(() => latchkey.getState().status === 'connected' && getAttempt() === undefined)
  expect(latchkey.getState().address).toBe(VITALIK)
  expect(instance.stores.connection.get().byNamespace.eip155?.connection?.connector.explorerId).toBe('fox')
  const wc = await instance.live.walletConnect
  expect(wc?.client.getDeepLink(wc.session?.topic ?? '')).toEqual({ href: 'fox://', name: 'Pocket Fox' })
  await phone.until(() => wc?.client.pairing.length === 0)
  expect(getPending()).toBeUndefined()
})

test('F-22: a yes that was given while no page was there waits at the relay', async () => {
  const { phone, disk, uri, drop } = await leave()
  await drop()
  const approving = phone.approve(uri, ETH)
  approving.catch(() => undefined)
  await phone.clock.advance(20_000)
  const { instance, latchkey } = load(phone, disk)
  await resumePairing(instance)
  await phone.until(() => latchkey.getState().status === 'connected')
  expect(latchkey.getState().address).toBe(VITALIK)
})

test('F-22: a new code for the same wallet is given up for the yes to the first one', async () => {
  const { phone, disk, uri, drop } = await leave()
  await drop()
  const { instance, latchkey, getAttempt } = load(phone, disk)
  await resumePairing(instance)
  const asked = connectWalletConnect(instance, { wallet: fox, way: 'mobile' })
  asked.catch(() => undefined)
  await phone.until(() => getAttempt()?.pairing?.uri)
  await phone.approve(uri, ETH)
  await phone.until(() => latchkey.getState().status === 'connected' && getAttempt() === undefined)
  expect(phone.client.session.length).toBe(1)
})

/** A page that is loaded again while its wallet shows what was proposed, and the wallet's late yes to that. */
async function loadAgain(userAgent = ANDROID) {
  const { phone, disk, uri, drop } = await leave(userAgent)
  const proposal = await phone.scan(uri)
  await drop()
  const page = load(phone, disk, userAgent)
  const approve = (): void => {
    const namespaces = { eip155: { chains: ['eip155:1'], accounts: [ETH], methods: ['personal_sign'], events: [] } }
    phone.client.approve({ id: proposal.id, namespaces }).catch(() => undefined)
  }
  return { phone, approve, ...page }
}

test('F-22: whoever tapped the link once more and then said yes to what the wallet showed first is connected', async () => {
  const { phone, instance, latchkey, getAttempt, getPending, approve } = await loadAgain()
  await resumePairing(instance)
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  await phone.until(() => getAttempt()?.pairing?.uri)
  const before = getPending()
  tellLinkOpened(instance, { way: 'mobile', base: 'fox://' })
  await phone.until(() => getPending() !== before)
  approve()
  await phone.until(() => latchkey.getState().status === 'connected' && getAttempt() === undefined)
  expect(latchkey.getState().address).toBe(VITALIK)
  expect(getPending()).toBeUndefined()
})

test.each([
  ['Android, where closing gives it up,', ANDROID, 0],
  ['iOS, where a pairing outlives the modal,', IPHONE, 1],
])('on %s a new code for the same wallet is given up, and so is what came before', async (_, userAgent, count) => {
  const { phone, instance, latchkey, getAttempt, approve } = await loadAgain(userAgent)
  await resumePairing(instance)
  connectWalletConnect(instance, { wallet: fox, way: 'mobile' }).catch(() => undefined)
  await phone.until(() => getAttempt()?.pairing?.uri)
  cancelAttempt(instance)
  approve()
  await phone.clock.advance(5_000)
  await phone.until(() => phone.client.session.length === count)
  expect(latchkey.getState().address).toBe(count === 0 ? undefined : VITALIK)
})

test('a yes that comes after another wallet was connected while the engine was loading ends at once', async () => {
  const { phone, instance, latchkey, getPending, approve } = await loadAgain()
  const resuming = resumePairing(instance)
  // In the same turn a wallet in the page is asked, and says yes.
  const { id } = startAttempt(instance, {
    kind: 'connect',
    namespace: 'eip155',
    connectorId: 'io.fern',
    networkId: undefined,
    key: 'eip155/io.fern',
    ask: () => undefined,
    complete: async (_, connection) => connection,
  })
  instance.stores.connection.set((state) => (state.attempt?.id === id ? { ...state, attempt: undefined } : state))
  await resuming
  expect(getPending()).toBeUndefined()
  approve()
  await phone.clock.advance(5_000)
  await phone.until(() => phone.client.session.length === 0)
  expect(latchkey.getState().address).toBeUndefined()
})

test('a yes that comes after another wallet was chosen ends at once', async () => {
  const { phone, disk, uri, drop } = await leave()
  const proposal = await phone.scan(uri)
  await drop()
  const { instance, latchkey, getPending, getAttempt } = load(phone, disk)
  await resumePairing(instance)
  connectWalletConnect(instance, { wallet: { ...fox, key: 'owl' }, way: 'mobile' }).catch(() => undefined)
  expect(getPending()).toBeUndefined()
  await phone.until(() => getAttempt()?.pairing?.uri)
  const namespaces = { eip155: { chains: ['eip155:1'], accounts: [ETH], methods: ['personal_sign'], events: [] } }
  phone.client.approve({ id: proposal.id, namespaces }).catch(() => undefined)
  await phone.clock.advance(5_000)
  await phone.until(() => phone.client.session.length === 0)
  expect(latchkey.getState().address).toBeUndefined()
})

test('F-22: where the page was there after all, one tab takes the yes, the other follows, and the session stays', async () => {
  const { phone, disk, page, uri } = await leave()
  const second = load(phone, disk)
  await resumePairing(second.instance)
  await phone.approve(uri, ETH)
  for (const { latchkey, getAttempt } of [page, second])
    await phone.until(() => latchkey.getState().status === 'connected' && getAttempt() === undefined)
  await phone.clock.advance(5_000)
  expect(phone.client.session.length).toBe(1)
  expect([page, second].map(({ latchkey }) => latchkey.getState().address)).toEqual([VITALIK, VITALIK])
  expect([page, second].flatMap(({ failures }) => failures)).toEqual([])
})

test('on a desktop, which drops no pages, nothing is kept', async () => {
  const phone = await createTestPhone()
  const page = load(phone, createFakeDisk(), DESKTOP)
  connectWalletConnect(page.instance, { wallet: fox, way: 'web' }).catch(() => undefined)
  await phone.until(() => page.getAttempt()?.pairing?.uri)
  tellLinkOpened(page.instance, { way: 'web', base: 'https://fox.test/' })
  await phone.clock.advance(100)
  expect(page.getPending()).toBeUndefined()
})

test('SEC-88: what is kept is no code and holds no key, and it goes when the attempt is left or answered', async () => {
  const { phone, disk, page, uri } = await leave()
  const key = /symKey=([0-9a-f]+)/.exec(uri)?.[1] ?? 'none'
  expect(JSON.stringify(disk.read())).not.toContain(key)
  expect(page.getPending()).toContain('fox://')
  cancelAttempt(page.instance)
  expect(page.getPending()).toBeUndefined()

  const other = await leave()
  await other.phone.refuse(other.uri)
  await other.phone.until(() => other.page.getAttempt()?.phase === 'failed')
  expect(other.page.getPending()).toBeUndefined()
  expect(phone.countOpened()).toBe(1)
})

test('a pairing that is over, or a record of another shape, loads nothing and is forgotten', async () => {
  const { phone, disk, drop } = await leave()
  await drop()
  phone.clock.sleep(301_000)
  const late = load(phone, disk)
  await resumePairing(late.instance)
  expect(late.getPending()).toBeUndefined()
  for (const text of ['', '{}', '{"v":1,"value":null}', '{"v":1,"value":{"topic":1}}', '{"v":1,"value":[]}']) {
    late.services.storage.set(PENDING_RECORD, text)
    await resumePairing(late.instance)
    expect(late.getPending(), text).toBeUndefined()
  }
  expect(phone.countOpened()).toBe(1)
})

test('a refusal that came while no page was there is forgotten with its pairing', async () => {
  const { phone, disk, uri, drop } = await leave()
  await phone.scan(uri)
  await drop()
  await phone.refuse(uri).catch(() => undefined)
  const { instance, getPending } = load(phone, disk)
  await resumePairing(instance)
  await phone.clock.advance(301_000)
  const next = load(phone, disk)
  await resumePairing(next.instance)
  expect([getPending(), next.getPending()]).toEqual([undefined, undefined])
})

test('a page is looked at once, and only what an earlier page left is taken up', async () => {
  const phone = await createTestPhone()
  const page = load(phone, createFakeDisk())
  lookForPending(page.instance)
  page.services.storage.set(PENDING_RECORD, 'x')
  lookForPending(page.instance)
  await phone.clock.advance(1_000)
  expect(page.getPending()).toBe('x')
})

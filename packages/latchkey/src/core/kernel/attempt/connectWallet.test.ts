import {
  createAnswer,
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  type ScriptedAdapter,
  type TestLatchkey,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { pushView } from '../../flow/pushView.ts'
import { requestClose } from '../../flow/requestClose.ts'
import { getRoute } from '../../flow/router.ts'
import type { Connection } from '../../types/adapter.ts'
import type { AfterConnectStep } from '../../types/afterConnect.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { cancelAttempt } from './cancelAttempt.ts'
import { checkAttempt } from './checkAttempt.ts'
import { connectWallet } from './connectWallet.ts'

const fox = fakeConnector('io.fox')
const owl = fakeConnector('io.owl')
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const OWL = { namespace: 'eip155', connectorId: 'io.owl' } as const
const listing: WalletListing = {
  key: 'io.fox',
  name: 'fox',
  connectors: [{ namespace: 'eip155', connectorId: 'io.fox' }],
  isInstalled: true,
  isRecent: false,
  isLookalike: false,
  links: {},
}

function setUp(
  options: Partial<CreateLatchkeyOptions> = {},
  services = createFakeServices(),
): TestLatchkey & { wallet: ScriptedAdapter; getHint: () => string | undefined; getError: () => string | undefined } {
  const wallet = createScriptedAdapter('eip155', [fox, owl])
  const made = createTestLatchkey({ options: { adapters: [wallet.create], ...options }, services })
  const attempt = () => made.instance.stores.connection.get().attempt
  return { ...made, wallet, getHint: () => attempt()?.hint, getError: () => attempt()?.error?.code }
}

test('a yes makes the account active, is kept for the next load and told to the host', async () => {
  const { instance, latchkey, services, events } = setUp()
  await connectWallet(instance, FOX)
  expect(latchkey.getState()).toMatchObject({
    status: 'connected',
    address: fakeAddress(1),
    caipAddress: `eip155:1:${fakeAddress(1)}`,
    walletName: 'fox',
    connectorId: 'io.fox',
    loading: false,
  })
  expect(services.disk.read()['@latchkey/default/eip155/connector']).toBe(
    JSON.stringify({ v: 1, value: { connectorId: 'io.fox', networkId: 'eip155:1', address: fakeAddress(1) } }),
  )
  expect(events.map((event) => event.name)).toEqual(['MODAL_CREATED', 'CONNECT_SUCCESS'])
  expect(instance.stores.connection.get().attempt).toBeUndefined()
})

test('the host is told where in the modal a wallet was connected, and its place in the directory', async () => {
  const { instance, events } = setUp()
  const getTold = () => events.find(({ name }) => name === 'CONNECT_SUCCESS')?.properties
  void openModal(instance)
  pushView(instance, { view: 'ConnectingExternal', data: { wallet: { ...listing, walletRank: 40 } } })
  await connectWallet(instance, FOX)
  expect(getTold()).toEqual({ method: 'browser', name: 'fox', view: 'ConnectingExternal', walletRank: 40 })
  const closed = setUp()
  await connectWallet(closed.instance, FOX)
  expect(closed.events.at(-1)?.properties).toStrictEqual({ method: 'browser', name: 'fox' })
})

test('asking twice for one wallet is one request and one answer', async () => {
  const { instance, wallet } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  const first = connectWallet(instance, FOX)
  const second = connectWallet(instance, FOX)
  answer.ok(fakeConnection(fox))
  expect(await first).toBe(await second)
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('choosing another wallet takes the place of the first, whose late yes counts for nothing', async () => {
  const { instance, latchkey, wallet } = setUp()
  const late = createAnswer<Connection>()
  wallet.script.connect = () => late
  const first = connectWallet(instance, FOX)
  const refused = expect(first).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  wallet.script.connect = async () => fakeConnection(owl, { accounts: fakeAccounts(2) })
  await connectWallet(instance, OWL)
  await refused
  late.ok(fakeConnection(fox))
  await late
  expect(latchkey.getState().walletName).toBe('owl')
})

test('a refusal is shown, told and can be tried again (F-03)', async () => {
  const { instance, wallet, latchkey, getError, events, failures } = setUp()
  wallet.script.connect = async () => {
    throw { code: 4001, message: 'no' }
  }
  await expect(connectWallet(instance, FOX)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(getError()).toBe('USER_REJECTED')
  expect(latchkey.getState().status).toBe('disconnected')
  expect(events.at(-1)).toMatchObject({ name: 'USER_REJECTED', properties: { message: 'USER_REJECTED' } })
  expect(failures).toMatchObject([{ code: 'USER_REJECTED', step: 'connect', final: true, connectorId: 'io.fox' }])
  wallet.script.connect = async () => fakeConnection(fox)
  await connectWallet(instance, FOX)
  expect(latchkey.getState().status).toBe('connected')
})

test('a wallet that waits shows no hint before 3 s, and a lock after it (F-01)', async () => {
  const { instance, wallet, services, getHint, failures } = setUp()
  wallet.script.connect = () => createAnswer()
  wallet.script.probe = { ...wallet.script.probe, isUnlocked: async () => false }
  void connectWallet(instance, FOX)
  await services.clock.advance(2_999)
  expect(getHint()).toBeUndefined()
  await services.clock.advance(1)
  expect(getHint()).toBe('WALLET_LOCKED')
  expect(failures).toMatchObject([{ code: 'WALLET_LOCKED', final: false }])
})

test('the hint of a lock leaves once the wallet is unlocked, and the first request still wins', async () => {
  const { instance, wallet, services, getHint, latchkey } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  wallet.script.probe = { ...wallet.script.probe, isUnlocked: async () => false }
  const connected = connectWallet(instance, FOX)
  await services.clock.advance(3_000)
  wallet.script.probe = { ...wallet.script.probe, isUnlocked: async () => true }
  await services.clock.advance(2_000)
  expect(getHint()).toBeUndefined()
  answer.ok(fakeConnection(fox))
  await connected
  expect(latchkey.getState().status).toBe('connected')
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('a wallet that cannot tell its lock is believed locked only if it was connected before and shares nothing', async () => {
  const { instance, wallet, services, getHint } = setUp()
  wallet.script.connect = () => createAnswer()
  void connectWallet(instance, FOX)
  await services.clock.advance(9_000)
  expect(getHint()).toBeUndefined()
  cancelAttempt(instance)
  wallet.script.connect = async () => fakeConnection(owl)
  await connectWallet(instance, OWL)
  wallet.script.connect = () => createAnswer()
  void connectWallet(instance, OWL)
  await services.clock.advance(3_000)
  expect(getHint()).toBe('WALLET_LOCKED')
})

test('"I unlocked it" reads the accounts and asks for no second window (F-01)', async () => {
  const { instance, wallet, services, latchkey } = setUp()
  wallet.script.connect = () => createAnswer()
  wallet.script.reconnect = async () => null
  wallet.script.probe = { ...wallet.script.probe, isUnlocked: async () => false }
  const connected = connectWallet(instance, FOX)
  await services.clock.advance(3_000)
  await checkAttempt(instance)
  expect(latchkey.getState().status).toBe('connecting')
  wallet.script.reconnect = async () => fakeConnection(fox)
  await checkAttempt(instance)
  await connected
  expect(latchkey.getState().status).toBe('connected')
  expect(wallet.asked).toEqual(['connect io.fox', 'reconnect io.fox', 'reconnect io.fox'])
})

test('a prompt that is open already keeps the promise open and asks nothing more (F-02)', async () => {
  const { instance, wallet, services, latchkey, getHint } = setUp()
  wallet.script.connect = async () => {
    throw { code: -32002, message: 'already pending' }
  }
  wallet.script.reconnect = async () => null
  const connected = connectWallet(instance, FOX)
  await services.clock.advance(0)
  expect(getHint()).toBe('PROMPT_PENDING')
  const checked = checkAttempt(instance)
  await services.clock.advance(4_000)
  wallet.script.reconnect = async () => fakeConnection(fox)
  await services.clock.advance(1_000)
  await Promise.all([connected, checked])
  expect(latchkey.getState().status).toBe('connected')
  expect(wallet.asked.filter((line) => line.startsWith('connect'))).toHaveLength(1)
})

test('"Check again" gives up reading after 60 s', async () => {
  const { instance, wallet, services } = setUp()
  wallet.script.connect = async () => {
    throw { code: -32002 }
  }
  wallet.script.reconnect = async () => null
  void connectWallet(instance, FOX)
  await services.clock.advance(0)
  const checked = checkAttempt(instance)
  await services.clock.advance(70_000)
  await checked
  expect(wallet.asked.filter((line) => line.startsWith('reconnect'))).toHaveLength(60)
})

test('a page that lost and regained its focus names the hidden prompt 5 s later (F-02)', async () => {
  const { instance, wallet, services, getHint } = setUp()
  wallet.script.connect = () => createAnswer()
  void connectWallet(instance, FOX)
  await services.clock.advance(0)
  services.browser.setFocused(false)
  services.browser.setFocused(true)
  await services.clock.advance(4_999)
  expect(getHint()).toBeUndefined()
  await services.clock.advance(1)
  expect(getHint()).toBe('PROMPT_PENDING')
})

test('a wallet that leaves two probes unanswered is not responding, and a late yes still wins (F-05)', async () => {
  const { instance, wallet, services, latchkey, getError, failures } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  wallet.script.probe = { ...wallet.script.probe, isAlive: () => createAnswer() }
  const connected = connectWallet(instance, FOX)
  const refused = expect(connected).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
  await services.clock.advance(8_999)
  expect(getError()).toBeUndefined()
  await services.clock.advance(1)
  await refused
  expect(getError()).toBe('WALLET_NOT_RESPONDING')
  expect(failures).toMatchObject([{ code: 'WALLET_NOT_RESPONDING', final: true }])
  answer.ok(fakeConnection(fox))
  await services.clock.advance(0)
  expect(latchkey.getState().status).toBe('connected')
  expect(instance.stores.connection.get().attempt).toBeUndefined()
})

test('time alone never ends the decision of a person while the wallet answers', async () => {
  const { instance, wallet, services, getError, latchkey } = setUp()
  wallet.script.connect = () => createAnswer()
  void connectWallet(instance, FOX)
  await services.clock.advance(600_000)
  expect(getError()).toBeUndefined()
  expect(latchkey.getState().status).toBe('connecting')
})

test('after closing, the yes of the old window connects nobody, and choosing again joins that window', async () => {
  const { instance, wallet, services, latchkey } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  void openModal(instance)
  connectWallet(instance, FOX).catch(() => undefined)
  await services.clock.advance(0)
  closeModal(instance, 'closeButton')
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', open: false })
  const again = connectWallet(instance, FOX)
  await services.clock.advance(0)
  answer.ok(fakeConnection(fox))
  await again
  expect(latchkey.getState().status).toBe('connected')
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('a wallet that answers after the site closed the modal changes nothing', async () => {
  const { instance, wallet, services, latchkey } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  void openModal(instance)
  connectWallet(instance, FOX).catch(() => undefined)
  await services.clock.advance(0)
  closeModal(instance, 'host')
  answer.ok(fakeConnection(fox))
  await services.clock.advance(0)
  expect(latchkey.getState().status).toBe('disconnected')
})

test('a visitor who closed the modal and then says yes in the wallet is connected, and the host is told', async () => {
  const { instance, wallet, services, latchkey, events } = setUp()
  const answer = createAnswer<Connection>()
  wallet.script.connect = () => answer
  const opened = openModal(instance)
  const given = connectWallet(instance, FOX)
  const givenUp = expect(given).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  await services.clock.advance(0)
  requestClose(instance, 'escape')
  await givenUp
  expect(await opened).toMatchObject({ status: 'closed', reason: 'escape' })
  expect(latchkey.getState().status).toBe('disconnected')
  answer.ok(fakeConnection(fox))
  await expect.poll(() => latchkey.getState().status).toBe('connected')
  expect(events.map(({ name }) => name)).toContain('CONNECT_SUCCESS')
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('the late yes of a wallet that another one was chosen after connects nobody', async () => {
  const { instance, wallet, services, latchkey } = setUp()
  const [first, second] = [createAnswer<Connection>(), createAnswer<Connection>()]
  wallet.script.connect = () => first
  void openModal(instance)
  connectWallet(instance, FOX).catch(() => undefined)
  await services.clock.advance(0)
  requestClose(instance, 'overlay')
  wallet.script.connect = () => second
  connectWallet(instance, OWL).catch(() => undefined)
  first.ok(fakeConnection(fox))
  await services.clock.advance(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(latchkey.getState().status).toBe('connecting')
})

test('a wallet that announces itself 1.5 s after it was chosen connects by itself (F-07)', async () => {
  const { instance, wallet, services, latchkey } = setUp()
  const late = fakeConnector('io.late')
  wallet.script.connect = async () => fakeConnection(late)
  const connected = connectWallet(instance, { namespace: 'eip155', connectorId: 'io.late' })
  await services.clock.advance(1_500)
  wallet.announce(late)
  await connected
  expect(latchkey.getState().walletName).toBe('late')
})

test('a chosen wallet that is not there after 3 s is not seen (F-07)', async () => {
  const { instance, services, getError } = setUp()
  const missing = connectWallet(instance, { namespace: 'eip155', connectorId: 'io.missing' })
  const refused = expect(missing).rejects.toMatchObject({ code: 'WALLET_NOT_SEEN' })
  await services.clock.advance(2_999)
  expect(getError()).toBeUndefined()
  await services.clock.advance(1)
  await refused
})

test('a framed page without any wallet says so after 1 s (F-53)', async () => {
  const wallet = createScriptedAdapter('eip155')
  const services = createFakeServices({ browser: { isFramed: () => true } })
  const { instance } = createTestLatchkey({ options: { adapters: [wallet.create] }, services })
  const refused = expect(connectWallet(instance, FOX)).rejects.toMatchObject({ code: 'FRAMED_NO_WALLET' })
  await services.clock.advance(1_000)
  await refused
})

test('a page without https is told so instead of waiting (F-52)', async () => {
  const { instance, wallet } = setUp({}, createFakeServices({ browser: { isSecureContext: () => false } }))
  await expect(connectWallet(instance, FOX)).rejects.toMatchObject({ code: 'INSECURE_CONTEXT' })
  expect(wallet.asked).toEqual([])
})

test('a namespace without an adapter is refused with ADAPTER_NOT_FOUND', async () => {
  const { instance } = setUp()
  await expect(connectWallet(instance, { namespace: 'solana', connectorId: 'x' })).rejects.toMatchObject({
    code: 'ADAPTER_NOT_FOUND',
  })
})

test('at most two recent wallets are kept, the newest first', async () => {
  const { instance, wallet, services } = setUp()
  for (const id of ['io.a', 'io.b', 'io.c', 'io.b']) {
    const connector = fakeConnector(id)
    wallet.announce(connector)
    wallet.script.connect = async () => fakeConnection(connector)
    await connectWallet(instance, { namespace: 'eip155', connectorId: id })
  }
  expect(instance.stores.connectors.get().recent).toEqual(['io.b', 'io.c'])
  expect(services.disk.read()['@latchkey/default/recent']).toBe('{"v":1,"value":["io.b","io.c"]}')
})

test('success closes the modal and resolves the opening with the account', async () => {
  const { instance, latchkey } = setUp()
  const opened = openModal(instance)
  pushView(instance, { view: 'ConnectingExternal', data: { wallet: listing } })
  await connectWallet(instance, FOX)
  expect(await opened).toEqual({
    status: 'connected',
    account: { address: fakeAddress(1), type: 'eoa' },
    networkId: 'eip155:1',
  })
  expect(latchkey.getState()).toMatchObject({ open: false, view: 'Connect' })
})

test('a redirect view is where success leads, and the modal stays open', async () => {
  const { instance, latchkey } = setUp()
  void openModal(instance)
  pushView(instance, { view: 'ConnectingExternal', data: { wallet: listing } })
  await connectWallet(instance, { ...FOX, redirectView: 'Networks' })
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Networks' })
  expect(instance.stores.toast.get().toast).toMatchObject({ key: 'walletConnected', values: { wallet: 'fox' } })
})

test('a wallet on a network that the site did not ask for opens UnsupportedChain once connected (F-29)', async () => {
  const { instance, wallet, latchkey, failures } = setUp()
  wallet.script.connect = async () => fakeConnection(fox, { networkId: 'eip155:5' })
  await connectWallet(instance, FOX)
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'UnsupportedChain', network: undefined })
  expect(failures).toMatchObject([{ code: 'NETWORK_NOT_OFFERED', final: false, networkId: 'eip155:5' }])
})

test.each([
  ['unsupported chains are allowed', { allowUnsupportedChain: true }],
  ['network switching is off', { enableNetworkSwitch: false }],
])('where %s, a foreign network asks nothing', async (_name, options) => {
  const { instance, wallet, latchkey } = setUp(options)
  wallet.script.connect = async () => fakeConnection(fox, { networkId: 'eip155:5' })
  await connectWallet(instance, FOX)
  expect(latchkey.getState().open).toBe(false)
})

test('a wanted network is asked for after connecting, and a refusal leaves the wallet connected', async () => {
  const { instance, wallet, latchkey, failures } = setUp()
  wallet.script.switchNetwork = async () => {
    throw { code: 4001 }
  }
  await connectWallet(instance, { ...FOX, networkId: 'eip155:10' })
  expect(wallet.asked).toEqual(['connect io.fox', 'switchNetwork eip155:10'])
  expect(latchkey.getState()).toMatchObject({ status: 'connected', networkId: 'eip155:1' })
  expect(failures).toMatchObject([{ code: 'USER_REJECTED', step: 'switch' }])
})

test('connecting another namespace makes it the active one', async () => {
  const key = fakeConnector('Lamp', { namespace: 'solana' })
  const evm = createScriptedAdapter('eip155', [fox])
  const sol = createScriptedAdapter('solana', [key])
  const { instance, latchkey } = createTestLatchkey({
    options: {
      networks: [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })],
      adapters: [evm.create, sol.create],
    },
  })
  await connectWallet(instance, FOX)
  await connectWallet(instance, { namespace: 'solana', connectorId: 'Lamp' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', walletName: 'Lamp', networkId: 'solana:main' })
  expect(instance.stores.accounts.get().byNamespace.eip155?.active.address).toBe(fakeAddress(1))
})

test('steps after connecting run in order with the account, before the modal closes', async () => {
  const ran: string[] = []
  const step = (name: string): AfterConnectStep => ({
    name,
    run: async ({ account, network, signMessage }) => {
      ran.push(`${name} ${account.address === fakeAddress(1)} ${network.name} ${await signMessage('hi')}`)
    },
  })
  const { instance } = setUp({ afterConnect: [step('one'), step('two')] })
  await connectWallet(instance, FOX)
  expect(ran).toEqual(['one true Network 1 signed hi', 'two true Network 1 signed hi'])
})

test('a required step that fails disconnects the wallet and rejects', async () => {
  const run = async (): Promise<void> => {
    throw { code: 4001 }
  }
  const { instance, latchkey, wallet, services } = setUp({ afterConnect: [{ name: 'sign in', required: true, run }] })
  await expect(connectWallet(instance, FOX)).rejects.toMatchObject({ code: 'USER_REJECTED', step: 'signIn' })
  expect(latchkey.getState().status).toBe('disconnected')
  expect(wallet.asked).toEqual(['connect io.fox', 'disconnect io.fox'])
  expect(services.disk.read()['@latchkey/default/eip155/connector']).toBeUndefined()
})

test('a step that is not required and fails is told, and the wallet stays', async () => {
  const run = async (): Promise<void> => {
    throw new Error('the newsletter is down')
  }
  const { instance, latchkey, failures } = setUp({ afterConnect: [{ name: 'newsletter', run }] })
  await connectWallet(instance, FOX)
  expect(latchkey.getState().status).toBe('connected')
  expect(failures).toMatchObject([{ code: 'UNKNOWN_FAILURE', step: 'signIn', final: false }])
})

test('F-56: with storage denied connecting works, and the host is told once that nothing is remembered', async () => {
  const disk = createFakeDisk()
  disk.deny()
  const { instance, latchkey, failures, wallet } = setUp({}, createFakeServices({ disk }))
  void openModal(instance)
  await connectWallet(instance, FOX)
  wallet.script.connect = async () => fakeConnection(owl)
  await connectWallet(instance, OWL)
  expect(latchkey.getState().walletName).toBe('owl')
  expect(failures.filter(({ code }) => code === 'STORAGE_DENIED')).toHaveLength(1)
})

test('a hundred rounds of connecting leave no listener and no timer behind', async () => {
  const { instance, wallet, services } = setUp()
  await connectWallet(instance, FOX)
  const listeners = wallet.countListeners()
  const timers = services.clock.countTimers()
  for (let round = 0; round < 100; round += 1) await connectWallet(instance, FOX)
  expect(wallet.countListeners()).toBe(listeners)
  expect(services.clock.countTimers()).toBe(timers)
  expect(getRoute(instance.stores.router.get()).view).toBe('Connect')
})

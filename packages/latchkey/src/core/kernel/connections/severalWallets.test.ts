import {
  createAnswer,
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  type FakeDisk,
  type FakeServices,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import type { ViewTarget } from '../../types/views.ts'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import { getConnections } from '../../../actions/getConnections.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { pushView } from '../../flow/pushView.ts'
import type { Connection, Connector } from '../../types/adapter.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { switchNetwork } from '../networks/switchNetwork.ts'
import { disconnect } from './disconnect.ts'
import { switchConnection } from './switchConnection.ts'

const fox = fakeConnector('io.fox')
const owl = fakeConnector('io.owl')
const elk = fakeConnector('io.elk')
const WALLETS: readonly Connector[] = [fox, owl, elk]
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const OWL = { namespace: 'eip155', connectorId: 'io.owl' } as const
const ELK = { namespace: 'eip155', connectorId: 'io.elk' } as const

/** What each wallet shares; a test changes it as it goes. */
function shareAccounts(): Record<string, Connection> {
  return {
    'io.fox': fakeConnection(fox, { accounts: fakeAccounts(1) }),
    'io.owl': fakeConnection(owl, { accounts: fakeAccounts(2, 3) }),
    'io.elk': fakeConnection(elk, { accounts: fakeAccounts(4), networkId: 'eip155:10' }),
  }
}

type SetUp = {
  options?: Partial<CreateLatchkeyOptions>
  services?: FakeServices
  shared?: Record<string, Connection>
  connectors?: readonly Connector[]
}

function setUp({
  options = {},
  services = createFakeServices(),
  shared = shareAccounts(),
  connectors = WALLETS,
}: SetUp = {}) {
  const wallet = createScriptedAdapter('eip155', connectors)
  const answer = (): Connection | undefined => shared[wallet.asked.at(-1)?.split(' ')[1] ?? '']
  wallet.script.connect = async () => answer() ?? fakeConnection(fox)
  wallet.script.reconnect = async () => answer() ?? null
  const made = createTestLatchkey({ options: { adapters: [wallet.create], ...options }, services })
  const list = (): readonly string[] => getConnections(made.latchkey).map(({ connector }) => connector.name)
  return { ...made, wallet, shared, list, settle: () => services.clock.advance(0) }
}

async function connectBoth(parameters: SetUp = {}) {
  const made = setUp(parameters)
  await connectWallet(made.instance, FOX)
  await connectWallet(made.instance, OWL)
  return made
}

/** Waits until a tab has told its host something, or has become what a test waits for. */
async function until(isSo: () => boolean, settle: () => Promise<unknown>): Promise<void> {
  for (let turns = 0; turns < 100 && !isSo(); turns += 1) await settle()
  expect(isSo()).toBe(true)
}

describe('connecting', () => {
  test('another wallet leaves the first one connected, and is the one in use', async () => {
    const { latchkey, list, wallet } = await connectBoth()
    expect(list()).toEqual(['owl', 'fox'])
    expect(latchkey.getState()).toMatchObject({ walletName: 'owl', address: fakeAddress(2), status: 'connected' })
    expect(wallet.asked).toEqual(['connect io.fox', 'connect io.owl'])
  })

  test('a wallet that is connected already takes its own place and no second one', async () => {
    const { instance, list, wallet } = await connectBoth()
    const listeners = wallet.countListeners()
    await connectWallet(instance, FOX)
    expect(list()).toEqual(['fox', 'owl'])
    expect(wallet.countListeners()).toBe(listeners)
  })

  test('a refusal of another wallet leaves the first one as it was', async () => {
    const { instance, latchkey, list, wallet } = setUp()
    await connectWallet(instance, FOX)
    wallet.script.connect = async () => {
      throw { code: 4001, message: 'no' }
    }
    await expect(connectWallet(instance, OWL)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(list()).toEqual(['fox'])
    expect(latchkey.getState()).toMatchObject({ status: 'connected', walletName: 'fox' })
  })

  test('the first wallet closes the modal; another one shows what is connected, with "Wallet added"', async () => {
    const { instance, latchkey } = setUp()
    const first = openModal(instance)
    await connectWallet(instance, FOX)
    expect(latchkey.getState().open).toBe(false)
    expect(await first).toMatchObject({ status: 'connected' })
    const second = openModal(instance, { view: 'Connect' })
    await connectWallet(instance, OWL)
    expect(latchkey.getState()).toMatchObject({ open: true })
    expect(latchkey.getState().view).not.toBe('Connect')
    expect(instance.stores.toast.get().toast).toMatchObject({ variant: 'success', key: 'walletAdded' })
    expect(await second).toMatchObject({ status: 'connected', account: { address: fakeAddress(2) } })
  })

  test('a view that the caller wanted comes before the wallets', async () => {
    const { instance, latchkey } = setUp()
    await connectWallet(instance, FOX)
    void openModal(instance, { view: 'Connect' })
    await connectWallet(instance, { ...OWL, redirectView: 'Networks' })
    expect(latchkey.getState()).toMatchObject({ open: true, view: 'Networks' })
  })

  test('connecting the same wallet anew is no addition', async () => {
    const { instance, latchkey } = setUp()
    await connectWallet(instance, FOX)
    void openModal(instance, { view: 'Connect' })
    await connectWallet(instance, FOX)
    expect(latchkey.getState().open).toBe(false)
  })
})

describe('what wallets tell', () => {
  test('another account of a wallet that is not in use changes its stored connection, and not the active account', async () => {
    const { latchkey, wallet, services } = await connectBoth()
    wallet.tell('io.fox', { accounts: fakeAccounts(9) })
    expect(latchkey.getState().address).toBe(fakeAddress(2))
    expect(getConnections(latchkey)[1]?.accounts).toEqual(fakeAccounts(9))
    expect(services.disk.read()['@latchkey/default/eip155/connectors']).toContain(fakeAddress(9))
  })

  test('another network of a wallet that is not in use moves nothing and asks nothing', async () => {
    const { latchkey, wallet, settle } = await connectBoth()
    wallet.tell('io.fox', { networkId: 'eip155:999' })
    await settle()
    expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:1', open: false })
    expect(getConnections(latchkey)[1]?.networkId).toBe('eip155:999')
  })

  test('the end of a wallet that is not in use removes it alone', async () => {
    const { latchkey, list, wallet, services } = await connectBoth()
    wallet.tell('io.fox', { ended: 'wallet' })
    expect(list()).toEqual(['owl'])
    expect(latchkey.getState().walletName).toBe('owl')
    expect(services.disk.read()['@latchkey/default/eip155/connectors']).toBeUndefined()
  })

  test('the end of the one in use makes the next one current, and an open modal says "Wallet removed"', async () => {
    const { instance, latchkey, list, wallet, settle, services } = await connectBoth()
    void openModal(instance)
    wallet.tell('io.owl', { accounts: [] })
    await until(() => instance.stores.toast.get().toast !== undefined, settle)
    expect(list()).toEqual(['fox'])
    expect(latchkey.getState()).toMatchObject({ open: true, walletName: 'fox', address: fakeAddress(1) })
    expect(instance.stores.toast.get().toast).toMatchObject({ key: 'walletRemoved' })
    expect(services.disk.read()['@latchkey/default/eip155/connector']).toContain('io.fox')
  })

  test('the last wallet that goes closes the modal', async () => {
    const { instance, latchkey, wallet, settle } = setUp()
    await connectWallet(instance, FOX)
    void openModal(instance)
    wallet.tell('io.fox', { accounts: [] })
    await until(() => !latchkey.getState().open, settle)
    expect(latchkey.getState().status).toBe('disconnected')
  })

  test('an embedded modal stays when the last wallet goes, and says "Wallet removed"', async () => {
    const { instance, latchkey, wallet, settle } = setUp()
    await connectWallet(instance, FOX)
    instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
    wallet.tell('io.fox', { accounts: [] })
    await until(() => instance.stores.toast.get().toast !== undefined, settle)
    expect(instance.stores.toast.get().toast?.key).toBe('walletRemoved')
    expect(latchkey.getState()).toMatchObject({ open: true, view: 'Connect', status: 'disconnected' })
  })
})

describe('switching', () => {
  test('makes another wallet the one in use without asking it, and is kept', async () => {
    const { instance, latchkey, list, wallet, services } = await connectBoth()
    const asked = wallet.asked.length
    await switchConnection(instance, FOX)
    expect(list()).toEqual(['fox', 'owl'])
    expect(latchkey.getState()).toMatchObject({ walletName: 'fox', address: fakeAddress(1) })
    expect(wallet.asked).toHaveLength(asked)
    expect(services.disk.read()['@latchkey/default/eip155/connector']).toContain('io.fox')
  })

  test('says "Wallet switched" or "Account switched", and the modal stays', async () => {
    const { instance, latchkey, services } = await connectBoth()
    void openModal(instance)
    await switchConnection(instance, FOX)
    expect(instance.stores.toast.get().toast?.key).toBe('walletSwitched')
    await switchConnection(instance, OWL)
    await services.clock.advance(200)
    await switchConnection(instance, { ...OWL, address: fakeAddress(3) })
    await services.clock.advance(200)
    expect(instance.stores.toast.get().toast?.key).toBe('accountSwitched')
    expect(latchkey.getState().open).toBe(true)
  })

  test('goes to the network of the wallet, and asks the visitor when the site does not work on it', async () => {
    const { instance, latchkey, wallet } = await connectBoth()
    await connectWallet(instance, ELK)
    expect(latchkey.getState().networkId).toBe('eip155:10')
    await switchConnection(instance, FOX)
    expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:1', open: false })
    wallet.tell('io.owl', { networkId: 'eip155:999' })
    await switchConnection(instance, OWL)
    expect(latchkey.getState()).toMatchObject({ open: true, view: 'UnsupportedChain', network: undefined })
  })

  test('chooses another account of a wallet, which stays chosen at the next load', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    await switchConnection(one.instance, { ...OWL, address: fakeAddress(3) })
    expect(one.latchkey.getState()).toMatchObject({ address: fakeAddress(3), accounts: fakeAccounts(3, 2) })
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }) })
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.latchkey.getState()).toMatchObject({ walletName: 'owl', address: fakeAddress(3) })
  })

  test('a further account that a wallet shares does not undo that choice, at this load or the next', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    await switchConnection(one.instance, { ...OWL, address: fakeAddress(3) })
    one.wallet.tell('io.owl', { accounts: fakeAccounts(2, 3, 5) })
    expect(one.latchkey.getState().address).toBe(fakeAddress(3))
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }) })
    await two.settle()
    two.wallet.tell('io.owl', { accounts: fakeAccounts(2, 3, 6) })
    expect(two.latchkey.getState().address).toBe(fakeAddress(3))
    expect(getConnections(two.latchkey)[0]?.accounts).toEqual(fakeAccounts(3, 2, 6))
    // A chosen account that is shared no more is chosen no more.
    two.wallet.tell('io.owl', { accounts: fakeAccounts(2, 6) })
    expect(two.latchkey.getState().address).toBe(fakeAddress(2))
  })

  test("the wallet's own word on its active account ends that choice", async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    await switchConnection(one.instance, { ...OWL, address: fakeAddress(3) })
    one.wallet.tell('io.owl', { accounts: fakeAccounts(2, 3) })
    expect(one.latchkey.getState().address).toBe(fakeAddress(2))
    expect(disk.read()['@latchkey/default/eip155/connector']).not.toContain('isChosen')
  })

  test.each([
    ['a wallet that is not connected', ELK, 'NOT_CONNECTED'],
    ['an address that it does not share', { ...FOX, address: fakeAddress(8) }, 'ACCOUNT_NOT_SHARED'],
  ])('%s is refused, and nothing moves', async (_name, parameters, code) => {
    const { instance, list } = await connectBoth()
    await expect(switchConnection(instance, parameters)).rejects.toMatchObject({ code })
    expect(list()).toEqual(['owl', 'fox'])
  })

  test('addresses of eip155 are one in any case', async () => {
    const shared = shareAccounts()
    const mixed = '0xAbCdEfAbCdEfAbCdEfAbCdEfAbCdEfAbCdEfAbCd'
    shared['io.owl'] = fakeConnection(owl, { accounts: [...fakeAccounts(2), { address: mixed, type: 'eoa' }] })
    const { instance, latchkey } = await connectBoth({ shared })
    await switchConnection(instance, { ...OWL, address: mixed.toLowerCase() })
    expect(latchkey.getState().address).toBe(mixed)
  })

  test('steps of the site run for the account that becomes active', async () => {
    const seen: string[] = []
    const run = async ({ account }: { account: { address: string } }) => void seen.push(account.address)
    const { instance } = await connectBoth({ options: { afterConnect: [{ name: 'greet', run }] } })
    await switchConnection(instance, FOX)
    expect(seen).toEqual([fakeAddress(1), fakeAddress(2), fakeAddress(1)])
  })
})

describe('disconnecting', () => {
  test('the one in use ends, and the next one is in use', async () => {
    const { instance, latchkey, list, wallet } = await connectBoth()
    await disconnect(instance, { namespace: 'eip155' })
    expect(list()).toEqual(['fox'])
    expect(latchkey.getState()).toMatchObject({ walletName: 'fox', status: 'connected', address: fakeAddress(1) })
    expect(wallet.asked.at(-1)).toBe('disconnect io.owl')
  })

  test('one wallet ends by its id, the one in use stays', async () => {
    const { latchkey, list, wallet } = await connectBoth()
    await latchkey.disconnect({ connectorId: 'io.fox' })
    expect(list()).toEqual(['owl'])
    expect(latchkey.getState().walletName).toBe('owl')
    expect(wallet.asked.at(-1)).toBe('disconnect io.fox')
  })

  test('all end together, and nothing is kept', async () => {
    const { instance, latchkey, list, services } = await connectBoth()
    await connectWallet(instance, ELK)
    await disconnect(instance)
    expect(list()).toEqual([])
    expect(latchkey.getState()).toMatchObject({ status: 'disconnected', address: undefined })
    const kept = Object.keys(services.disk.read()).filter((name) => /connectors?$/.test(name))
    expect(kept).toEqual([])
  })

  test('the modal shows what is left, and says that it is done', async () => {
    const { instance, latchkey } = await connectBoth()
    void openModal(instance)
    await disconnect(instance, { namespace: 'eip155' })
    expect(latchkey.getState().open).toBe(true)
    expect(instance.stores.toast.get().toast?.key).toBe('disconnected')
  })

  test('the list of wallets stays when the last one is left from there', async () => {
    const { instance, latchkey } = await connectBoth()
    void openModal(instance)
    pushView(instance, { view: 'ProfileWallets' } as ViewTarget)
    await disconnect(instance)
    expect(latchkey.getState()).toMatchObject({ open: true, view: 'ProfileWallets', status: 'disconnected' })
    expect(instance.stores.router.get().history).toHaveLength(1)
  })

  test('a wallet that is connected anew while it is being told goodbye stays', async () => {
    const { instance, list, wallet } = await connectBoth()
    const goodbye = createAnswer<void>()
    wallet.script.disconnect = () => goodbye
    const leaving = disconnect(instance, { connectorId: 'io.fox' })
    await connectWallet(instance, FOX)
    goodbye.ok()
    await leaving
    expect(list()).toEqual(['fox', 'owl'])
  })
})

describe('the next load', () => {
  test('every wallet comes back side by side without a prompt, the one in use in its place', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    await connectWallet(one.instance, ELK)
    await switchConnection(one.instance, OWL)
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }) })
    expect(two.latchkey.getState()).toMatchObject({ status: 'connecting', restoringAddress: fakeAddress(2) })
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.list()).toEqual(['owl', 'elk', 'fox'])
    expect([...two.wallet.asked].sort()).toEqual(['reconnect io.elk', 'reconnect io.fox', 'reconnect io.owl'])
    expect(two.latchkey.getState()).toMatchObject({ walletName: 'owl', restoringAddress: undefined })
  })

  test('when the one in use does not come, another one stands in, and storage goes on to name the first (F-54)', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }), connectors: [fox] })
    await two.services.clock.advance(4_999)
    expect(two.latchkey.getState()).toMatchObject({ status: 'connecting', ready: false })
    expect(two.list()).toEqual(['fox'])
    await two.services.clock.advance(1)
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.latchkey.getState()).toMatchObject({ status: 'connected', walletName: 'fox' })
    expect(two.failures).toMatchObject([{ code: 'RESTORE_FAILED', connectorId: 'io.owl', final: false }])
    expect(disk.read()['@latchkey/default/eip155/connector']).toContain('io.owl')
    // Announced after 6 s: it is what the visitor wanted to use.
    two.wallet.announce(owl)
    await until(() => two.latchkey.getState().walletName === 'owl', two.settle)
    expect(two.list()).toEqual(['owl', 'fox'])
  })

  test('a wallet beside the one in use that is announced late comes back as well', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }), connectors: [owl] })
    await two.services.clock.advance(6_000)
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.list()).toEqual(['owl'])
    two.wallet.announce(fox)
    await until(() => two.list().length === 2, two.settle)
    expect(two.latchkey.getState().walletName).toBe('owl')
  })

  test('a disconnect while they are being restored leaves them all, and tells those that answer late', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    one.latchkey.destroy()
    const two = setUp({ services: createFakeServices({ disk }) })
    const late = createAnswer<Connection>()
    two.wallet.script.reconnect = () => late
    await until(() => two.wallet.asked.length === 2, two.settle)
    await disconnect(two.instance)
    expect(two.latchkey.getState()).toMatchObject({ status: 'disconnected', restoringAddress: undefined })
    late.ok(fakeConnection(owl))
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.list()).toEqual([])
    expect(two.wallet.asked.filter((call) => call.startsWith('disconnect'))).toHaveLength(2)
    expect(Object.keys(disk.read()).filter((name) => /connectors?$/.test(name))).toEqual([])
  })

  test('records of another shape are dropped one by one (SEC-103)', async () => {
    const disk = createFakeDisk()
    const one = await connectBoth({ services: createFakeServices({ disk }) })
    one.latchkey.destroy()
    const list = JSON.parse(disk.read()['@latchkey/default/eip155/connectors'] ?? '')
    const strays = [7, null, { connectorId: 'io.elk', networkId: 'solana:main' }, { connectorId: '' }]
    const planted = JSON.stringify({ v: 1, value: [...strays, ...list.value] })
    disk.plant('@latchkey/default/eip155/connectors', planted)
    const two = setUp({ services: createFakeServices({ disk }) })
    await until(() => two.latchkey.getState().ready, two.settle)
    expect(two.list()).toEqual(['owl', 'fox'])
  })
})

describe('tabs', () => {
  async function openTabs(disk: FakeDisk = createFakeDisk()) {
    const shared = shareAccounts()
    const one = setUp({ services: createFakeServices({ disk }), shared })
    const two = setUp({ services: createFakeServices({ disk }), shared })
    await until(() => one.latchkey.getState().ready && two.latchkey.getState().ready, one.settle)
    return { one, two }
  }

  test('F-55: a second wallet connected in one tab is in use in the other, the first one beside it', async () => {
    const { one, two } = await openTabs()
    await connectWallet(one.instance, FOX)
    await until(() => two.list().length === 1, two.settle)
    await connectWallet(one.instance, OWL)
    await until(() => two.list().length === 2, two.settle)
    expect(two.list()).toEqual(['owl', 'fox'])
    expect(two.latchkey.getState().address).toBe(fakeAddress(2))
  })

  test('F-55: a switch in one tab is followed in the other without asking any wallet', async () => {
    const { one, two } = await openTabs()
    await connectWallet(one.instance, FOX)
    await until(() => two.list().length === 1, two.settle)
    await connectWallet(one.instance, OWL)
    await until(() => two.list().length === 2, two.settle)
    const asked = two.wallet.asked.length
    await switchConnection(one.instance, FOX)
    await until(() => two.latchkey.getState().walletName === 'fox', two.settle)
    expect(two.list()).toEqual(['fox', 'owl'])
    expect(two.wallet.asked).toHaveLength(asked)
    expect(two.failures).toContainEqual(expect.objectContaining({ code: 'CHANGED_IN_OTHER_TAB', final: false }))
  })

  test('F-55: another account chosen in one tab is active in the other', async () => {
    const { one, two } = await openTabs()
    await connectWallet(one.instance, OWL)
    await until(() => two.list().length === 1, two.settle)
    await switchConnection(one.instance, { ...OWL, address: fakeAddress(3) })
    await until(() => two.latchkey.getState().address === fakeAddress(3), two.settle)
    expect(one.latchkey.getState().address).toBe(fakeAddress(3))
  })

  test('F-55: one of several wallets left in one tab is gone in the other, and the rest stays', async () => {
    const { one, two } = await openTabs()
    await connectWallet(one.instance, FOX)
    await until(() => two.list().length === 1, two.settle)
    await connectWallet(one.instance, OWL)
    await until(() => two.list().length === 2, two.settle)
    await disconnect(one.instance, { namespace: 'eip155' })
    await until(() => two.list().length === 1, two.settle)
    expect(two.latchkey.getState()).toMatchObject({ walletName: 'fox', status: 'connected' })
    expect(two.wallet.asked.some((call) => call.startsWith('disconnect'))).toBe(false)
  })

  test('two tabs that switch at once agree in the end', async () => {
    const { one, two } = await openTabs()
    await connectWallet(one.instance, FOX)
    await until(() => two.list().length === 1, two.settle)
    await connectWallet(one.instance, OWL)
    await until(() => two.list().length === 2, two.settle)
    await Promise.all([switchConnection(one.instance, FOX), switchConnection(two.instance, OWL)])
    const agree = () => one.latchkey.getState().walletName === two.latchkey.getState().walletName
    await until(agree, one.settle)
    for (let turn = 0; turn < 10; turn += 1) await one.settle()
    expect(agree()).toBe(true)
  })
})

describe('races', () => {
  test('a change of the first wallet while the second is being connected is its own', async () => {
    const { instance, latchkey, list, wallet } = setUp()
    await connectWallet(instance, FOX)
    const answer = createAnswer<Connection>()
    wallet.script.connect = () => answer
    const connecting = connectWallet(instance, OWL)
    wallet.tell('io.fox', { accounts: fakeAccounts(7) })
    expect(latchkey.getState().address).toBe(fakeAddress(7))
    answer.ok(fakeConnection(owl, { accounts: fakeAccounts(2) }))
    wallet.tell('io.fox', { accounts: fakeAccounts(8) })
    await connecting
    wallet.tell('io.fox', { accounts: fakeAccounts(9) })
    expect(list()).toEqual(['owl', 'fox'])
    expect(latchkey.getState().address).toBe(fakeAddress(2))
    expect(getConnections(latchkey)[1]?.accounts).toEqual(fakeAccounts(9))
  })

  test('the first wallet may go while the second is being connected', async () => {
    const { instance, latchkey, list, wallet } = setUp()
    await connectWallet(instance, FOX)
    const answer = createAnswer<Connection>()
    wallet.script.connect = () => answer
    void openModal(instance, { view: 'Connect' })
    const connecting = connectWallet(instance, OWL)
    wallet.tell('io.fox', { ended: 'wallet' })
    expect(latchkey.getState()).toMatchObject({ status: 'disconnected', open: true })
    answer.ok(fakeConnection(owl, { accounts: fakeAccounts(2) }))
    await connecting
    expect(list()).toEqual(['owl'])
  })

  test('a network that the first wallet goes to late, after another one took its place, is its own', async () => {
    const { instance, latchkey, wallet } = setUp()
    await connectWallet(instance, FOX)
    const moved = createAnswer<void>()
    wallet.script.switchNetwork = () => moved
    const switching = switchNetwork(instance, { networkId: 'eip155:10' })
    const given = switching.catch((error: unknown) => error)
    await connectWallet(instance, OWL)
    moved.ok()
    expect(await given).toMatchObject({ code: 'ATTEMPT_CANCELLED' })
    expect(latchkey.getState()).toMatchObject({ walletName: 'owl', networkId: 'eip155:1' })
  })

  test('a switch to another wallet while the first is asked for a network leaves that to the first', async () => {
    const { instance, latchkey, wallet } = await connectBoth()
    const moved = createAnswer<void>()
    wallet.script.switchNetwork = () => moved
    const switching = switchNetwork(instance, { networkId: 'eip155:10' })
    await switchConnection(instance, FOX)
    moved.ok()
    await switching
    expect(latchkey.getState()).toMatchObject({ walletName: 'fox', networkId: 'eip155:1' })
    expect(getConnections(latchkey)[1]).toMatchObject({ connector: { name: 'owl' }, networkId: 'eip155:10' })
  })

  test('a modal that closes while the second wallet is asked leaves the first in use', async () => {
    const { instance, latchkey, wallet } = setUp()
    await connectWallet(instance, FOX)
    wallet.script.connect = () => createAnswer()
    void openModal(instance, { view: 'Connect' })
    const given = connectWallet(instance, OWL).catch((error: unknown) => error)
    closeModal(instance, 'escape')
    expect(await given).toMatchObject({ code: 'ATTEMPT_CANCELLED' })
    expect(latchkey.getState()).toMatchObject({ status: 'connected', walletName: 'fox' })
  })

  test('a hundred rounds of connecting, switching and leaving keep no listener and no record', async () => {
    const networks = [testNetwork(1), testNetwork(10)] as const
    const { instance, wallet, services, list } = setUp({ options: { networks } })
    const atRest = wallet.countListeners()
    for (let round = 0; round < 100; round += 1) {
      await connectWallet(instance, FOX)
      await connectWallet(instance, OWL)
      await connectWallet(instance, ELK)
      expect(wallet.countListeners()).toBe(atRest + 3)
      await switchConnection(instance, round % 2 ? FOX : OWL)
      await disconnect(instance, round % 3 ? {} : { namespace: 'eip155' })
      await disconnect(instance)
      expect(list()).toEqual([])
    }
    expect(wallet.countListeners()).toBe(atRest)
    // Discovery of the namespace is what is left.
    expect([...instance.live.watches.keys()]).toEqual(['eip155'])
    expect(Object.keys(services.disk.read()).filter((name) => /connectors?$/.test(name))).toEqual([])
  })
})

test('choosing a wallet that is on the network for which a switch waits ends that switch', async () => {
  const { instance, latchkey, wallet } = setUp()
  await connectWallet(instance, ELK)
  await connectWallet(instance, FOX)
  wallet.script.switchNetwork = () => new Promise(() => undefined)
  const switching = switchNetwork(instance, { networkId: 'eip155:10' })
  await switchConnection(instance, ELK)
  await switching
  expect(instance.stores.connection.get().attempt).toBeUndefined()
  expect(getConnections(latchkey)[0]?.networkId).toBe('eip155:10')
})

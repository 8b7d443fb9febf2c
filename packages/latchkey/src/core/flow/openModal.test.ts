import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { addAdapter } from '../../actions/addAdapter.ts'
import { removeAdapter } from '../../actions/removeAdapter.ts'
import { connectWallet } from '../kernel/attempt/connectWallet.ts'
import type { WalletListing } from '../types/listing.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { acceptLegal } from './acceptLegal.ts'
import { closeModal } from './closeModal.ts'
import { goBack } from './goBack.ts'
import { goBackTo } from './goBackTo.ts'
import { openModal } from './openModal.ts'
import { pushView } from './pushView.ts'
import { replaceView } from './replaceView.ts'
import { requestClose } from './requestClose.ts'
import { resetView } from './resetView.ts'
import { getRoute } from './router.ts'

const listing: WalletListing = {
  key: 'io.fox',
  name: 'fox',
  connectors: [],
  isInstalled: true,
  isRecent: false,
  isLookalike: false,
  links: {},
}

function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const wallet = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const made = createTestLatchkey({
    options: { adapters: [wallet.create], ...options },
    services: createFakeServices(),
  })
  const { instance } = made
  return {
    ...made,
    wallet,
    connect: () => connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' }),
    getViews: () => instance.stores.router.get().history.map(({ view }) => view),
  }
}

test('a view that is not there, or comes without its data, opens nothing and says so', async () => {
  const { instance, latchkey } = setUp()
  await expect(latchkey.open({ view: 'Pay' as 'Account' })).rejects.toMatchObject({
    code: 'VIEW_UNKNOWN',
    facts: { view: 'Pay' },
  })
  await expect(latchkey.open({ view: 'toString' as 'Account' })).rejects.toMatchObject({ code: 'VIEW_UNKNOWN' })
  await expect(latchkey.open({ view: 'Downloads' } as unknown as { view: 'Account' })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    shortMessage: 'The view Downloads needs data.wallet.',
  })
  expect(instance.stores.modal.get()).toMatchObject({ open: false, loading: [] })
})

test('without an address the modal opens on Connect, with one on Account', async () => {
  const { instance, connect, getViews, events } = setUp()
  void openModal(instance)
  expect(getViews()).toEqual(['Connect'])
  closeModal(instance, 'closeButton')
  await connect()
  void openModal(instance)
  expect(getViews()).toEqual(['Account'])
  expect(events.filter(({ name }) => name === 'MODAL_OPEN').map(({ properties }) => properties)).toEqual([
    { connected: false },
    { connected: true },
  ])
})

test('a caller opens a view of its choice with its data', () => {
  const { instance } = setUp()
  void openModal(instance, { view: 'Downloads', data: { wallet: listing } })
  expect(getRoute(instance.stores.router.get())).toMatchObject({ view: 'Downloads', data: { wallet: listing } })
})

test('an open modal that is opened again moves to the asked view and is told open once', () => {
  const { instance, getViews, events } = setUp()
  void openModal(instance)
  pushView(instance, { view: 'WhatIsAWallet' })
  void openModal(instance, { view: 'Networks' })
  expect(getViews()).toEqual(['Networks'])
  expect(events.filter(({ name }) => name === 'MODAL_OPEN')).toHaveLength(1)
})

test('a named namespace filters the wallets and shows its button as loading; with an account there it becomes active', async () => {
  const evm = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const sol = createScriptedAdapter('solana', [fakeConnector('Lamp', { namespace: 'solana' })])
  const { instance, latchkey } = createTestLatchkey({
    options: {
      networks: [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })],
      adapters: [evm.create, sol.create],
    },
  })
  void openModal(instance, { namespace: 'solana' })
  expect(instance.stores.modal.get()).toMatchObject({ namespace: 'solana', loading: ['solana'] })
  expect(latchkey.getState()).toMatchObject({ view: 'Connect', namespace: 'eip155' })
  closeModal(instance, 'closeButton')
  expect(instance.stores.modal.get()).toMatchObject({ namespace: undefined, loading: [] })
  await connectWallet(instance, { namespace: 'solana', connectorId: 'Lamp' })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  void openModal(instance, { namespace: 'solana' })
  expect(latchkey.getState()).toMatchObject({ view: 'Account', namespace: 'solana', walletName: 'Lamp' })
})

test('a view behind the legal checkbox shows the checkbox first', () => {
  const { instance, getViews } = setUp({ features: { legalCheckbox: true }, termsConditionsUrl: '/terms' })
  void openModal(instance, { view: 'ConnectingExternal', data: { wallet: listing } })
  expect(getViews()).toEqual(['Connect'])
  acceptLegal(instance, true)
  void openModal(instance, { view: 'ConnectingExternal', data: { wallet: listing } })
  expect(getViews()).toEqual(['ConnectingExternal'])
})

test('F-56: with storage denied the first opening says that nothing is remembered, once', async () => {
  const services = createFakeServices()
  services.disk.deny()
  const { instance } = createTestLatchkey({ services: createFakeServices({ disk: services.disk }) })
  void openModal(instance)
  const getToast = () => instance.stores.toast.get().toast
  await expect.poll(getToast).toMatchObject({ variant: 'notice', code: 'STORAGE_DENIED' })
  closeModal(instance, 'closeButton')
  void openModal(instance)
  await import('./sayNotices.ts')
  expect(getToast()).toBeUndefined()
})

test.each(['closeButton', 'escape', 'overlay', 'drag', 'host'] as const)(
  'an opening resolves with the reason of its close: %s',
  async (reason) => {
    const { instance } = setUp()
    const opened = openModal(instance)
    expect(requestClose(instance, reason)).toBe(true)
    expect(await opened).toEqual({ status: 'closed', reason })
  },
)

test('closing starts the router anew, hides the toast and tells whether somebody is connected', async () => {
  const { instance, getViews, events } = setUp()
  void openModal(instance)
  pushView(instance, { view: 'WhatIsAWallet' })
  closeModal(instance, 'closeButton')
  expect(getViews()).toEqual(['Connect'])
  expect(events.at(-1)).toMatchObject({ name: 'MODAL_CLOSE', properties: { connected: false } })
})

test('closing a closed modal tells nobody', () => {
  const { instance, events } = setUp()
  closeModal(instance, 'host')
  expect(events.map(({ name }) => name)).toEqual(['MODAL_CREATED'])
})

test('UnsupportedChain, and SwitchNetwork above it, refuse to close, shake and say why', () => {
  const { instance, latchkey } = setUp()
  void openModal(instance, { view: 'UnsupportedChain' })
  expect(requestClose(instance, 'escape')).toBe(false)
  expect(instance.stores.modal.get()).toMatchObject({ open: true, shakes: 1, blocked: 'unsupportedChain' })
  pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:10' } })
  expect(instance.stores.modal.get().blocked).toBeUndefined()
  expect(requestClose(instance, 'overlay')).toBe(false)
  expect(instance.stores.modal.get().shakes).toBe(2)
  expect(latchkey.getState().open).toBe(true)
})

test('back on UnsupportedChain closes', async () => {
  const { instance } = setUp()
  const opened = openModal(instance, { view: 'UnsupportedChain' })
  goBack(instance)
  expect(await opened).toEqual({ status: 'closed', reason: 'back' })
})

test('back on the first view closes, otherwise it drops the last one', async () => {
  const { instance, getViews } = setUp()
  const opened = openModal(instance)
  pushView(instance, { view: 'WhatIsAWallet' })
  goBack(instance)
  expect(getViews()).toEqual(['Connect'])
  expect(instance.stores.router.get().direction).toBe('back')
  goBack(instance)
  expect(await opened).toEqual({ status: 'closed', reason: 'back' })
})

test('back to Connect with a connected address shows Account instead', async () => {
  const { instance, connect, getViews } = setUp()
  await connect()
  void openModal(instance, { view: 'Connect' })
  pushView(instance, { view: 'WhatIsAWallet' })
  goBack(instance)
  expect(getViews()).toEqual(['Account'])
})

test('pushing the view on screen changes nothing; replacing it needs other data', () => {
  const { instance, getViews } = setUp()
  void openModal(instance, { view: 'Downloads', data: { wallet: listing } })
  const before = instance.stores.router.get()
  pushView(instance, { view: 'Downloads', data: { wallet: { ...listing, name: 'owl' } } })
  replaceView(instance, { view: 'Downloads', data: { wallet: listing } })
  expect(instance.stores.router.get()).toBe(before)
  replaceView(instance, { view: 'Downloads', data: { wallet: { ...listing, name: 'owl' } } })
  expect(instance.stores.router.get().history).toMatchObject([{ data: { wallet: { name: 'owl' } } }])
  expect(getViews()).toEqual(['Downloads'])
})

test('each entry keeps its data, its key and the control to focus on the way back', () => {
  const { instance } = setUp()
  void openModal(instance, { view: 'GetWallet' })
  pushView(instance, { view: 'Downloads', data: { wallet: listing } }, 'row-fox')
  pushView(instance, { view: 'WhatIsAWallet' })
  goBack(instance)
  expect(getRoute(instance.stores.router.get())).toMatchObject({ view: 'Downloads', data: { wallet: listing } })
  goBack(instance)
  expect(getRoute(instance.stores.router.get())).toMatchObject({ view: 'GetWallet', focusKey: 'row-fox' })
  const keys = instance.stores.router.get().history.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('going back to an index cuts the history; reset leaves one entry', () => {
  const { instance, getViews } = setUp()
  void openModal(instance)
  for (const view of ['WhatIsAWallet', 'GetWallet', 'Networks'] as const) pushView(instance, { view })
  goBackTo(instance, 1)
  expect(getViews()).toEqual(['Connect', 'WhatIsAWallet'])
  resetView(instance, { view: 'Networks' })
  expect(getViews()).toEqual(['Networks'])
})

test('an embedded modal that is closed stays and goes to Account if connected, else to Connect', async () => {
  const { instance, latchkey, connect, getViews } = setUp()
  instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
  pushView(instance, { view: 'WhatIsAWallet' })
  closeModal(instance, 'closeButton')
  expect(getViews()).toEqual(['Connect'])
  expect(instance.stores.modal.get()).toMatchObject({ open: true, embedded: true })
  await connect()
  expect(getViews()).toEqual(['Account'])
  closeModal(instance, 'back')
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Account' })
})

test('everybody who waits for one opening is told its end', async () => {
  const { instance } = setUp()
  const both = Promise.all([openModal(instance), openModal(instance)])
  closeModal(instance, 'escape')
  expect(await both).toEqual([
    { status: 'closed', reason: 'escape' },
    { status: 'closed', reason: 'escape' },
  ])
})

test.each([
  ['a phone', true, 'SHOW', 'AllWallets'],
  ['a phone, the whole list hidden', true, 'HIDE', 'ConnectingWalletConnectBasic'],
  ['a computer', false, 'SHOW', 'ConnectingWalletConnectBasic'],
] as const)(
  'a site without adapters opens on %s by a way that the device can take',
  (_, isMobile, allWallets, view) => {
    const services = createFakeServices({
      browser: { isMobile: () => isMobile },
      walletConnect: () => new Promise(() => {}),
    })
    const { instance } = createTestLatchkey({ services, options: { allWallets } })
    void openModal(instance)
    expect(getRoute(instance.stores.router.get()).view).toBe(view)
  },
)

test('an adapter that was added later counts when the modal opens, one that was removed no more', async () => {
  const services = createFakeServices({ walletConnect: () => new Promise(() => {}) })
  const { instance, latchkey } = createTestLatchkey({ services })
  await addAdapter(latchkey, createScriptedAdapter('eip155', [fakeConnector('io.fox')]).create)
  void openModal(instance)
  expect(getRoute(instance.stores.router.get()).view).toBe('Connect')
  closeModal(instance, 'host')
  await removeAdapter(latchkey, 'eip155')
  void openModal(instance)
  expect(getRoute(instance.stores.router.get()).view).toBe('ConnectingWalletConnectBasic')
})

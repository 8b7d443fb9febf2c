import { createFakeServices, createScriptedAdapter, createTestLatchkey, fakeConnector } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { REOPEN_RECORD } from '../values/reopenRecord.ts'
import { reloadAt, reopen } from './reloadAt.ts'
import { getRoute } from './router.ts'

const TIDE = {
  key: 'test.tide',
  name: 'Tide',
  connectors: [{ namespace: 'eip155', connectorId: 'test.tide' }],
  isInstalled: true,
  isRecent: false,
  isLookalike: false,
  links: {},
} as const

function load() {
  let reloads = 0
  const services = createFakeServices({ browser: { reload: () => (reloads += 1) } })
  const adapter = createScriptedAdapter('eip155', [fakeConnector('test.tide', { name: 'Tide' })])
  const made = createTestLatchkey({ services, options: { adapters: [adapter.create] } })
  const { modal, router } = made.instance.stores
  return { ...made, services, getReloads: () => reloads, modal, getView: () => getRoute(router.get()) }
}

test('F-04: the modal opens again at the wallet that asked for the reload, once', () => {
  const { instance, modal, getReloads, getView } = load()
  reloadAt(instance, TIDE, 'eip155')
  expect(getReloads()).toBe(1)
  expect(modal.get().open).toBe(false)
  reopen(instance)
  expect(modal.get().open).toBe(true)
  expect(getView()).toMatchObject({
    view: 'ConnectingExternal',
    data: { wallet: { name: 'Tide', connectors: TIDE.connectors } },
  })
  modal.set((state) => ({ ...state, open: false }))
  reopen(instance)
  expect(modal.get().open).toBe(false)
})

test('F-04: a page that comes back long after, or with the wallet connected, opens nothing', async () => {
  const late = load()
  reloadAt(late.instance, TIDE, 'eip155')
  late.services.clock.sleep(61_000)
  reopen(late.instance)
  expect(late.modal.get().open).toBe(false)

  const back = load()
  reloadAt(back.instance, TIDE, 'eip155')
  await back.latchkey.connect({ connectorId: 'test.tide' })
  reopen(back.instance)
  expect(back.modal.get().open).toBe(false)
})

test('a wallet that is not in the page is reloaded for all the same', () => {
  const { instance, modal, getReloads } = load()
  reloadAt(instance, { ...TIDE, connectors: [] }, 'eip155')
  expect(getReloads()).toBe(1)
  reopen(instance)
  expect(modal.get().open).toBe(false)
})

test.each(['', 'null', '{}', '[1]', '{"at":1}', '{"at":1,"name":"Tide","namespace":"cosmos","connectorId":"a"}', '{'])(
  'a record that is no record (%s) opens nothing',
  (text) => {
    const { instance, services, modal } = load()
    services.storage.set(REOPEN_RECORD, text)
    reopen(instance)
    expect(modal.get().open).toBe(false)
    expect(services.storage.get(REOPEN_RECORD)).toBeUndefined()
  },
)

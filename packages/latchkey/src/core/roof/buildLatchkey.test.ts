import {
  createAnswer,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAddress,
  fakeConnector,
} from '@latchkey/testing'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { getIdentity } from '@latchkey/wire'
import { expect, test } from 'vitest'
// Loaded beforehand, so that what an instance loads on demand is there at once.
import '../flow/actions.ts'
import type { Failure } from '../errors/failure.ts'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { closeModal } from '../flow/closeModal.ts'
import { requestClose } from '../flow/requestClose.ts'
import { connectWallet } from '../kernel/attempt/connectWallet.ts'
import type { LatchkeyState } from '../types/latchkey.ts'
import type { ModalChunk } from './buildLatchkey.ts'

/** The modal's code as a test sees it: what was mounted, and what is on screen now. */
function createFakeModal() {
  const log: string[] = []
  const code: ModalChunk = {
    mountModal: (_latchkey, options) => {
      log.push(options?.container ? 'mount in place' : 'mount')
      return () => void log.push('unmount')
    },
  }
  return {
    log,
    load: async () => {
      log.push('load')
      return code
    },
  }
}

function setUp() {
  const wallet = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const modal = createFakeModal()
  const services = createFakeServices()
  const made = createTestLatchkey({ options: { adapters: [wallet.create] }, services, loadModal: modal.load })
  return { ...made, wallet, modal }
}

test('the state is one object that changes only when a field does', async () => {
  const { latchkey, instance } = setUp()
  const states: LatchkeyState[] = []
  const stop = latchkey.subscribe((state) => states.push(state))
  const before = latchkey.getState()
  instance.stores.modal.set((state) => ({ ...state, shakes: 7 }))
  expect(latchkey.getState()).toBe(before)
  latchkey.setThemeMode('light')
  expect(latchkey.getState()).not.toBe(before)
  stop()
  latchkey.setThemeMode('dark')
  expect(states.map(({ themeMode }) => themeMode)).toEqual(['light'])
})

test('creating loads no code of the modal; idle time loads and mounts it unseen, and openings mount nothing more', async () => {
  const { latchkey, modal, services } = setUp()
  await services.clock.advance(0)
  expect(modal.log).toEqual([])
  services.browser.idle()
  await services.clock.advance(0)
  expect(modal.log).toEqual(['load', 'mount'])
  expect(latchkey.getState().open).toBe(false)
  const opened = latchkey.open()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  latchkey.close()
  await opened
  void latchkey.open()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  expect(modal.log).toEqual(['load', 'mount'])
})

test('once its code is here an opening is there within the call, and no button waits', async () => {
  const { latchkey, modal, services } = setUp()
  services.browser.idle()
  await expect.poll(() => modal.log).toEqual(['load', 'mount'])
  const opened = latchkey.open()
  expect(latchkey.getState()).toMatchObject({ open: true })
  latchkey.close()
  expect(await opened).toEqual({ status: 'closed', reason: 'host' })
  expect(latchkey.getState()).toMatchObject({ open: false, loading: false })
})

test('open and close tell how the opening ended', async () => {
  const { latchkey } = setUp()
  const opened = latchkey.open()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  latchkey.close()
  expect(await opened).toEqual({ status: 'closed', reason: 'host' })
})

test('a close that comes while the modal is still loading takes the opening back', async () => {
  const { latchkey } = setUp()
  const opened = latchkey.open()
  expect(latchkey.getState()).toMatchObject({ open: false, loading: true })
  latchkey.close()
  expect(await opened).toEqual({ status: 'closed', reason: 'host' })
  expect(latchkey.getState()).toMatchObject({ open: false, loading: false })
})

test('a modal that cannot be loaded closes again, is told, and the next opening tries anew', async () => {
  const services = createFakeServices()
  let tries = 0
  const { latchkey, failures } = createTestLatchkey({
    services,
    loadModal: async () => {
      tries += 1
      throw new TypeError('Failed to fetch dynamically imported module')
    },
  })
  expect(await latchkey.open()).toEqual({ status: 'closed', reason: 'host' })
  expect(failures).toMatchObject([{ code: 'UNKNOWN_FAILURE', step: 'open', final: true }])
  const before = tries
  await latchkey.open()
  expect(tries).toBeGreaterThan(before)
})

test('connect with a wallet named needs no modal and resolves with the account', async () => {
  const { latchkey, modal } = setUp()
  expect(await latchkey.connect({ connectorId: 'io.fox' })).toEqual({
    status: 'connected',
    account: { address: fakeAddress(1), type: 'eoa' },
    networkId: 'eip155:1',
  })
  expect(modal.log).toEqual([])
})

test('connect with a wallet named rejects with its failure', async () => {
  const { latchkey, wallet, instance } = setUp()
  wallet.script.connect = async () => {
    throw { code: 4001 }
  }
  await expect(latchkey.connect({ connectorId: 'io.fox' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(instance.stores.connection.get().attempt).toBeUndefined()
})

test('connect without a wallet opens the modal and resolves when the visitor closes it', async () => {
  const { latchkey, instance } = setUp()
  const connected = latchkey.connect()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  expect(latchkey.getState().view).toBe('Connect')
  requestClose(instance, 'escape')
  expect(await connected).toEqual({ status: 'closed', reason: 'escape' })
})

test('whoever is connected already is answered at once', async () => {
  const { latchkey, wallet } = setUp()
  await latchkey.connect({ connectorId: 'io.fox' })
  expect(await latchkey.connect()).toMatchObject({ status: 'connected' })
  expect(latchkey.getState().open).toBe(false)
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('a signal ends a connect without an error, whichever way it went', async () => {
  const { latchkey, wallet, services } = setUp()
  wallet.script.connect = () => createAnswer()
  const stop = new AbortController()
  const both = Promise.all([
    latchkey.connect({ signal: stop.signal }),
    latchkey.connect({ connectorId: 'io.fox', signal: stop.signal }),
  ])
  await services.clock.advance(0)
  stop.abort()
  expect(await both).toEqual([
    { status: 'closed', reason: 'host' },
    { status: 'closed', reason: 'host' },
  ])
  expect(latchkey.getState().status).toBe('disconnected')
})

test('without a modal the only wallet is asked, and of several the site must choose', async () => {
  const wallet = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const { latchkey } = createTestLatchkey({ options: { adapters: [wallet.create] } })
  wallet.announce(fakeConnector('io.owl'))
  await expect(latchkey.connect()).rejects.toMatchObject({
    code: 'CONNECTOR_NOT_FOUND',
    facts: { connectors: ['io.fox', 'io.owl'] },
  })
  const lonely = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const other = createTestLatchkey({ options: { adapters: [lonely.create] } })
  expect(await other.latchkey.connect()).toMatchObject({ status: 'connected' })
})

test('signing and sending need a connection, and sending needs an adapter that can', async () => {
  const { latchkey } = setUp()
  await expect(latchkey.signMessage('hi')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await latchkey.connect({ connectorId: 'io.fox' })
  expect(await latchkey.signMessage('hi')).toBe('signed hi')
  await expect(latchkey.sendTransaction({ to: fakeAddress(2) })).rejects.toMatchObject({ code: 'ABILITY_MISSING' })
  expect(latchkey.getProvider()).toEqual({ wallet: 'io.fox' })
})

test('a listener that throws disturbs neither the others nor the instance', async () => {
  const { latchkey, services } = setUp()
  const heard: Failure[] = []
  latchkey.on('failure', () => {
    throw new Error('host bug')
  })
  latchkey.on('failure', (failure) => heard.push(failure))
  latchkey.subscribe(() => {
    throw new Error('host bug')
  })
  latchkey.instance.fail({ code: 'OFFLINE', step: 'read', final: false })
  latchkey.setThemeMode('light')
  expect(heard).toMatchObject([{ code: 'OFFLINE' }])
  expect(services.log.filter((line) => line.startsWith('error'))).toHaveLength(2)
})

test('embedding shows the modal in place, always open; taking it back closes it', async () => {
  const { latchkey, modal, services, instance } = setUp()
  const stop = latchkey.embed({} as HTMLElement)
  await services.clock.advance(0)
  closeModal(instance, 'closeButton')
  expect(latchkey.getState().open).toBe(true)
  const opened = latchkey.open()
  await services.clock.advance(0)
  stop()
  expect(await opened).toEqual({ status: 'closed', reason: 'host' })
  expect(latchkey.getState().open).toBe(false)
  expect(modal.log).toEqual(['load', 'mount in place', 'unmount'])
})

test('embedding on a site without adapters begins with a code to scan, also once it was closed', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { latchkey, instance } = createTestLatchkey({ services, loadModal: createFakeModal().load })
  latchkey.embed({} as HTMLElement)
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'ConnectingWalletConnectBasic' })
  closeModal(instance, 'closeButton')
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'ConnectingWalletConnectBasic' })
})

test('what is embedded is drawn once it is known what it begins with', async () => {
  const { latchkey, services, instance, wallet } = setUp()
  let draw: (view: string) => void = () => undefined
  const drawn = new Promise<string>((resolve) => {
    draw = resolve
  })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  const { latchkey: other } = createTestLatchkey({
    options: { adapters: [wallet.create] },
    services,
    loadModal: async () => ({
      mountModal: ({ getState }) => {
        draw(getState().view)
        return () => undefined
      },
    }),
  })
  expect(latchkey.getState().status).toBe('connected')
  await expect.poll(() => other.getState().status).toBe('connected')
  other.embed({} as HTMLElement)
  expect(await drawn).toBe('Account')
})

test('embedding that is taken back and done again at once, as StrictMode does it, stays', async () => {
  const { latchkey, services, modal } = setUp()
  latchkey.embed({} as HTMLElement)()
  latchkey.embed({} as HTMLElement)
  await services.clock.advance(0)
  expect(latchkey.instance.stores.modal.get()).toMatchObject({ open: true, embedded: true })
  expect(modal.log.filter((line) => line.startsWith('mount'))).toEqual(['mount in place'])
})

test('an instance that is destroyed while its modal loads ends the opening without an error', async () => {
  const { latchkey } = setUp()
  const both = Promise.all([latchkey.open(), latchkey.connect()])
  latchkey.destroy()
  expect(await both).toEqual([
    { status: 'closed', reason: 'destroyed' },
    { status: 'closed', reason: 'destroyed' },
  ])
})

test('destroy ends everything: openings, attempts, listeners, timers and the modal', async () => {
  const { latchkey, wallet, services, modal } = setUp()
  await latchkey.connect({ connectorId: 'io.fox' })
  const opened = latchkey.open()
  await services.clock.advance(0)
  wallet.script.connect = () => createAnswer()
  const waiting = latchkey.connect({ connectorId: 'io.owl' })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'DESTROYED' })
  await services.clock.advance(0)
  latchkey.destroy()
  latchkey.destroy()
  expect(await opened).toEqual({ status: 'closed', reason: 'destroyed' })
  await refused
  expect(wallet.countListeners()).toBe(0)
  expect(services.clock.countTimers()).toBe(0)
  expect(modal.log.at(-1)).toBe('unmount')
  await expect(latchkey.open()).rejects.toMatchObject({ code: 'DESTROYED' })
})

test('SEC-88, SEC-105: no event carries an address, an account or a message of a wallet', async () => {
  const { latchkey, wallet, events } = setUp()
  await latchkey.connect({ connectorId: 'io.fox' })
  await latchkey.disconnect()
  wallet.script.connect = async () => {
    throw new Error(`${fakeAddress(1)} wc:secret@2?symKey=1`)
  }
  await latchkey.connect({ connectorId: 'io.fox' }).catch(() => undefined)
  const told = JSON.stringify(events)
  expect(told).not.toContain(fakeAddress(1))
  expect(told).not.toContain('wc:')
  expect(events.map(({ name }) => name)).toEqual([
    'MODAL_CREATED',
    'CONNECT_SUCCESS',
    'DISCONNECT_SUCCESS',
    'CONNECT_ERROR',
  ])
})

test.each([
  ['ORIGIN_NOT_ALLOWED', 'p1', 'INVALID_APP_CONFIGURATION'],
  ['PROJECT_UNKNOWN', 'p1', 'INVALID_APP_CONFIGURATION'],
  ['PROJECT_UNKNOWN', undefined, 'PROJECT_ID_NOT_CONFIGURED'],
  ['RATE_LIMITED', 'p1', undefined],
])('in debug mode a gateway that answers %s to the project %s alerts with %s', async (code, projectId, alert) => {
  const refuse = () => {
    throw new LatchkeyError(code, 'No.')
  }
  const services = createFakeServices({ gateway: { getIdentity: refuse } })
  const { instance } = createTestLatchkey({
    services,
    options: { debug: true, gatewayUrl: 'https://gateway.test', projectId },
  })
  const client = await instance.services.gateway?.()
  await expect(client?.call(getIdentity, { address: fakeAddress(1) })).rejects.toMatchObject({
    code,
  })
  await import('../flow/sayRefused.ts')
  await services.clock.advance(0)
  expect(instance.stores.banner.get().banner?.code).toBe(alert)
})

test.each([
  ['null', 'in a frame whose sandbox takes its origin away'],
  ['https://shop.test', "the project's list of origins"],
] as const)(
  'F-12: a refusal of a page whose requests come from %s tells the developer to look at %s',
  async (origin, told) => {
    const refuse = () => {
      throw new LatchkeyError('ORIGIN_NOT_ALLOWED', 'No.')
    }
    const walletWindow = Object.assign(new EventTarget(), { origin })
    const services = createFakeServices({ gateway: { getIdentity: refuse }, walletWindow })
    const { instance } = createTestLatchkey({
      services,
      options: { gatewayUrl: 'https://gateway.test', projectId: 'shop' },
    })
    const client = await instance.services.gateway?.()
    await expect(client?.call(getIdentity, { address: fakeAddress(1) })).rejects.toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
    })
    await expect.poll(() => services.log.filter((line) => line.includes('refuses this page'))).toHaveLength(1)
    expect(services.log.join()).toContain(told)
  },
)

test('F-12: what the gateway refused to one part of the page no other part asks', async () => {
  let asked = 0
  const refuse = () => {
    asked += 1
    throw new LatchkeyError('ORIGIN_NOT_ALLOWED', 'No.')
  }
  const services = createFakeServices({ gateway: { getIdentity: refuse } })
  const { instance } = createTestLatchkey({ services, options: { gatewayUrl: 'https://gateway.test' } })
  for (const part of [1, 2]) {
    const client = await instance.services.gateway?.()
    await expect(client?.call(getIdentity, { address: fakeAddress(part) })).rejects.toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
    })
  }
  expect(asked).toBe(1)
})

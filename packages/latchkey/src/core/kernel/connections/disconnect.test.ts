import {
  createAnswer,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { openModal } from '../../flow/openModal.ts'
import type { BrowserPort } from '../../services/ports.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { disconnect } from './disconnect.ts'

async function setUp(browser: Partial<BrowserPort> = {}) {
  const evm = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const sol = createScriptedAdapter('solana', [fakeConnector('Lamp', { namespace: 'solana' })])
  const made = createTestLatchkey({
    options: {
      networks: [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })],
      adapters: [evm.create, sol.create],
    },
    services: createFakeServices({ browser }),
  })
  await connectWallet(made.instance, { namespace: 'solana', connectorId: 'Lamp' })
  await connectWallet(made.instance, { namespace: 'eip155', connectorId: 'io.fox' })
  return { ...made, evm, sol }
}

test('without a namespace every connection ends, each wallet is told, and the modal closes', async () => {
  const { instance, latchkey, evm, sol, events } = await setUp()
  const opened = openModal(instance)
  await disconnect(instance)
  expect(Object.values(instance.stores.connection.get().byNamespace).map(({ status }) => status)).toEqual([
    'disconnected',
    'disconnected',
  ])
  expect([evm.asked.at(-1), sol.asked.at(-1)]).toEqual(['disconnect io.fox', 'disconnect Lamp'])
  expect(await opened).toEqual({ status: 'closed', reason: 'disconnected' })
  expect(latchkey.getState().address).toBeUndefined()
  expect(events.filter(({ name }) => name === 'DISCONNECT_SUCCESS')).toHaveLength(2)
})

test('one namespace ends alone, and the one that is left becomes active', async () => {
  const { instance, latchkey, sol } = await setUp()
  await disconnect(instance, { namespace: 'eip155' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', status: 'connected' })
  expect(sol.asked).toEqual(['connect Lamp'])
})

test('a wallet that cannot be told does not keep the visitor connected, and one error lists what failed', async () => {
  const { instance, evm, sol, events, failures } = await setUp()
  evm.script.disconnect = async () => {
    throw new Error('standard:disconnect is broken')
  }
  sol.script.disconnect = async () => {
    throw new Error('me too')
  }
  await expect(disconnect(instance)).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
    facts: {
      failures: [
        { namespace: 'eip155', connectorId: 'io.fox', code: 'UNKNOWN_FAILURE' },
        { namespace: 'solana', connectorId: 'Lamp', code: 'UNKNOWN_FAILURE' },
      ],
    },
  })
  expect(instance.stores.accounts.get().byNamespace).toEqual({})
  expect(events.filter(({ name }) => name === 'DISCONNECT_ERROR')).toHaveLength(2)
  expect(failures.map(({ step }) => step)).toEqual(['disconnect', 'disconnect'])
})

test('F-58: code of the goodbye that cannot be loaded without a network is OFFLINE', async () => {
  const { instance, evm } = await setUp({ isOnline: () => false })
  evm.script.disconnect = async () => {
    throw new TypeError('Failed to fetch dynamically imported module: https://site.example/walletCalls.js')
  }
  const failures = [{ namespace: 'eip155', connectorId: 'io.fox', code: 'OFFLINE' }]
  await expect(disconnect(instance)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED', facts: { failures } })
})

test('the modal says that it failed, on Connect', async () => {
  const { instance, latchkey, evm } = await setUp()
  evm.script.disconnect = async () => {
    throw new Error('broken')
  }
  void openModal(instance)
  await expect(disconnect(instance)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Connect' })
  expect(instance.stores.toast.get().toast).toMatchObject({ variant: 'error', key: 'disconnectFailed' })
})

test('a wallet that never answers the goodbye is waited for 3 s, and its records are gone before', async () => {
  const { instance, latchkey, evm, services } = await setUp()
  evm.script.disconnect = () => createAnswer()
  const failed = expect(disconnect(instance, { namespace: 'eip155' })).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
  })
  expect(services.disk.read()['@latchkey/default/eip155/connector']).toBeUndefined()
  await services.clock.advance(3_000)
  await failed
  expect(latchkey.getState().namespace).toBe('solana')
})

test('disconnecting nobody is no error', async () => {
  const { instance } = await setUp()
  await disconnect(instance)
  await expect(disconnect(instance)).resolves.toBeUndefined()
})

test('an embedded modal goes to Connect and says that it is done', async () => {
  const { instance, latchkey } = await setUp()
  instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
  await disconnect(instance)
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Connect' })
  expect(instance.stores.toast.get().toast?.key).toBe('disconnected')
})

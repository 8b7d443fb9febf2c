import {
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { addAdapter } from '../../../actions/addAdapter.ts'
import { removeAdapter } from '../../../actions/removeAdapter.ts'
import { connectWallet } from '../attempt/connectWallet.ts'

const fox = fakeConnector('io.fox')
const lamp = fakeConnector('Lamp', { namespace: 'solana' })
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const LAMP = { namespace: 'solana', connectorId: 'Lamp' } as const

function setUp(services = createFakeServices(), isWhole = true) {
  const evm = createScriptedAdapter('eip155', [fox])
  const sol = createScriptedAdapter('solana', [lamp])
  const networks = [
    testNetwork(1),
    testNetwork('main', { chainNamespace: 'solana' }),
    testNetwork('test', { chainNamespace: 'solana' }),
  ] as const
  const adapters = isWhole ? [evm.create, sol.create] : [sol.create]
  return { ...createTestLatchkey({ options: { networks, adapters }, services }), evm, sol }
}

test('a removed adapter takes its wallets and listeners along, and another namespace becomes active', async () => {
  const { instance, latchkey, evm } = setUp()
  await connectWallet(instance, FOX)
  await removeAdapter(latchkey, 'eip155')
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', networkId: 'solana:main', status: 'disconnected' })
  expect(latchkey.getConnectors('eip155')).toEqual([])
  expect(evm.asked).toEqual(['connect io.fox', 'disconnect io.fox'])
  expect(evm.countListeners()).toBe(0)
  await expect(connectWallet(instance, FOX)).rejects.toMatchObject({ code: 'ADAPTER_NOT_FOUND' })
})

test('a namespace that has a wallet is preferred, on the network where that is', async () => {
  const { instance, latchkey } = setUp()
  await connectWallet(instance, LAMP)
  await connectWallet(instance, FOX)
  await removeAdapter(latchkey, 'eip155')
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', status: 'connected' })
})

test('removing an adapter that is not active moves nothing; removing none is no error', async () => {
  const { latchkey } = setUp()
  await removeAdapter(latchkey, 'solana')
  await removeAdapter(latchkey, 'solana')
  expect(latchkey.getState()).toMatchObject({ namespace: 'eip155', networkId: 'eip155:1' })
})

test('a wallet that cannot be told does not keep its adapter', async () => {
  const { instance, latchkey, evm } = setUp()
  await connectWallet(instance, FOX)
  evm.script.disconnect = async () => {
    throw new Error('broken')
  }
  await expect(removeAdapter(latchkey, 'eip155')).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', status: 'disconnected' })
  expect(evm.countListeners()).toBe(0)
})

test('an added adapter offers its wallets, and one for the same namespace is refused', async () => {
  const { instance, latchkey, evm } = setUp(createFakeServices(), false)
  await addAdapter(latchkey, evm.create)
  expect(latchkey.getConnectors('eip155')).toEqual([fox])
  await connectWallet(instance, FOX)
  expect(latchkey.getState().status).toBe('connected')
  await expect(addAdapter(latchkey, evm.create)).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  latchkey.destroy()
  expect(evm.countListeners()).toBe(0)
})

test('an adapter that is added after the load restores what was connected through it', async () => {
  const disk = createFakeDisk()
  const one = setUp(createFakeServices({ disk }))
  await connectWallet(one.instance, FOX)
  one.latchkey.destroy()
  const two = setUp(createFakeServices({ disk }), false)
  await two.services.clock.advance(0)
  expect(two.instance.stores.connection.get().byNamespace.eip155).toBeUndefined()
  await addAdapter(two.latchkey, two.evm.create)
  expect(two.evm.asked).toEqual(['reconnect io.fox'])
  expect(two.latchkey.getState()).toMatchObject({ namespace: 'eip155', status: 'connected' })
})

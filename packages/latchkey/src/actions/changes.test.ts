import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { addNetwork, getWalletProviderType, removeNetwork, subscribeProviders, updateOptions } from './index.ts'

function setUp() {
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  return { ...createTestLatchkey({ options: { adapters: [adapter.create] }, services: createFakeServices() }), adapter }
}
const connect = ({ latchkey }: ReturnType<typeof setUp>) => latchkey.connect({ connectorId: 'io.fox' })

test('a network that is added is offered, and the wallet goes there', async () => {
  const page = setUp()
  await connect(page)
  await addNetwork(page.latchkey, testNetwork(8453))
  expect(page.instance.stores.networks.get().all.map(({ id }) => id)).toEqual([1, 10, 8453])
  expect(page.instance.options.networks.map(({ id }) => id)).toEqual([1, 10, 8453])
  await page.latchkey.switchNetwork('eip155:8453')
  expect(page.latchkey.getState()).toMatchObject({ networkId: 'eip155:8453', network: { name: 'Network 8453' } })
})

test('a network that is there, or is none, is refused', async () => {
  const { latchkey } = setUp()
  await expect(addNetwork(latchkey, testNetwork(10))).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  const unsafe = testNetwork(5, { rpcUrls: { default: { http: ['http://rpc.test'] } } })
  await expect(addNetwork(latchkey, unsafe)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
})

test('the active network is left before it is removed, and the last one stays', async () => {
  const page = setUp()
  await connect(page)
  await page.latchkey.switchNetwork('eip155:10')
  await removeNetwork(page.latchkey, 'eip155:10')
  expect(page.latchkey.getState()).toMatchObject({ networkId: 'eip155:1', network: { id: 1 } })
  expect(page.instance.stores.networks.get().all).toHaveLength(1)
  await expect(removeNetwork(page.latchkey, 'eip155:1')).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
})

test('options that may change do so together or not at all, and the theme with them', async () => {
  const { latchkey, instance } = setUp()
  await updateOptions(latchkey, { excludeWalletIds: ['a'], themeMode: 'light', features: { collapseWallets: true } })
  expect(instance.options).toMatchObject({
    excludeWalletIds: ['a'],
    features: { collapseWallets: true, analytics: true },
  })
  expect(latchkey.getState().themeMode).toBe('light')
  const wrong = updateOptions(latchkey, { themeMode: 'dark', includeWalletIds: ['a'] })
  await expect(wrong).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  expect(latchkey.getState().themeMode).toBe('light')
  await expect(updateOptions(latchkey, { storage: 'cookie' } as object)).rejects.toMatchObject({
    code: 'OPTION_CONFLICT',
  })
  await expect(updateOptions(latchkey, { theme: 'dark' } as object)).rejects.toMatchObject({ code: 'OPTION_UNKNOWN' })
})

test('theme variables change at run time', () => {
  const { latchkey, instance } = setUp()
  latchkey.setThemeVariables({ '--latchkey-radius': '4px' })
  expect(instance.stores.theme.get().variables).toEqual({ '--latchkey-radius': '4px' })
})

test('providers are told by namespace when a wallet comes or goes, with the way it is reached', async () => {
  const page = setUp()
  const told: (readonly string[])[] = []
  const stop = subscribeProviders(page.latchkey, (providers) => told.push(Object.keys(providers)))
  expect(getWalletProviderType(page.latchkey)).toBeUndefined()
  await connect(page)
  expect(getWalletProviderType(page.latchkey)).toBe('ANNOUNCED')
  await page.latchkey.disconnect()
  stop()
  await connect(page)
  expect(told).toEqual([['eip155'], []])
})

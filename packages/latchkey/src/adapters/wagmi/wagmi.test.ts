import { createFakeServices } from '@latchkey/testing'
import { expect, it } from 'vitest'
import { playNetwork } from '../contract/evmPageContract.ts'
import type { WagmiConfig } from './host.ts'
import * as entry from './index.ts'

/** A config as a site without anything connected has it. */
const config: WagmiConfig = {
  chains: [],
  connectors: [
    {
      id: 'kit',
      uid: '1',
      name: 'The kit',
      type: 'kit',
      emitter: { on: () => {}, off: () => {}, emit: () => {} },
      getProvider: async () => undefined,
      isAuthorized: async () => false,
    },
  ],
  storage: null,
  state: { connections: new Map(), current: null, status: 'disconnected' },
  setState: () => {},
  subscribe: () => () => {},
  getClient: () => ({ request: async () => null }),
  _internal: {},
}

it('latchkey/wagmi gives these names and no others', () => {
  expect(Object.keys(entry)).toEqual(['wagmi'])
})

it('a site without the package hears its name when a connector of its config is asked', async () => {
  const adapter = entry.wagmi({ config })({ networks: [], services: createFakeServices() })
  const [connector] = await new Promise<Parameters<Parameters<typeof adapter.watchConnectors>[0]>[0]>((resolve) =>
    adapter.watchConnectors(resolve)(),
  )
  if (!connector) throw new Error('no connector')
  expect(connector).toMatchObject({ id: 'kit', type: 'EXTERNAL' })
  const network = playNetwork(1)
  await expect(adapter.connect(connector, { network })).rejects.toMatchObject({
    cause: { code: 'PACKAGE_MISSING', facts: { package: '@wagmi/core' } },
  })
})

it('lists the connectors of a wagmi whose insides have changed, and says what it cannot do', async () => {
  const services = createFakeServices()
  const adapter = entry.wagmi({ config })({ networks: [], services })
  const provider = { request: async () => null }
  const connection = {
    connector: { id: 'walletConnect', name: 'Phone', namespace: 'eip155', type: 'WALLET_CONNECT', provider },
    accounts: [],
    networkId: 'eip155:1',
    provider,
  } as const
  const ended = new AbortController().signal
  const session = { connection, isRestored: false, read: () => connection, end: async () => {}, ended }
  expect(await adapter.adopt?.(session)).toBe(connection)
  expect(services.log.join()).toContain("the site's hooks do not know the wallet on the phone")
})

import { createFakeServices } from '@latchkey/testing'
import { expect, it, vi } from 'vitest'
import { playNetwork } from '../contract/evmPageContract.ts'
import type { WagmiActions, WagmiConfig } from './host.ts'
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

const ABSENT = [
  ['is not installed', undefined],
  ['is an empty module, as some bundlers make of one', async () => ({}) as WagmiActions],
  ['throws while it is loaded', () => Promise.reject(new Error('Could not resolve "wagmi/actions"'))],
] as const

it.each(ABSENT)('wagmi %s → PACKAGE_MISSING with its name, before any wallet is asked', async (_, actions) => {
  const services = createFakeServices()
  const adapter = entry.wagmi({ config, actions })({ networks: [], services })
  const [kit] = await new Promise<Parameters<Parameters<typeof adapter.watchConnectors>[0]>[0]>((resolve) =>
    adapter.watchConnectors(resolve)(),
  )
  if (!kit) throw new Error('no connector')
  expect(kit).toMatchObject({ id: 'kit', type: 'EXTERNAL' })
  const asked: unknown[] = []
  const provider = { request: async (call: unknown) => void asked.push(call) }
  const inPage = { id: 'page', name: 'Page', namespace: 'eip155', type: 'INJECTED', provider } as const
  const missing = { code: 'PACKAGE_MISSING', facts: { package: 'wagmi/actions' } }
  for (const connector of [kit, inPage])
    await expect(adapter.connect(connector, { network: playNetwork(1) })).rejects.toMatchObject(missing)
  expect(asked).toEqual([])
  adapter.prepare?.()
  await vi.waitFor(() => expect(services.log.join()).toContain('wagmi'))
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

import { createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { getConnection } from '../kernel/connections/connection.ts'
import { makeCurrent } from '../kernel/connections/makeCurrent.ts'
import { isServed } from '../kernel/saved/readSavedState.ts'
import type { Way } from '../kernel/way.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import { connect } from './connect.ts'
import { isViewOfWay } from './viewOfWay.ts'

const CONNECTION: Connection = {
  connector: { id: 'email', name: 'E-mail', namespace: 'eip155', type: 'AUTH', provider: {} },
  accounts: [{ address: '0x00000000000000000000000000000000000000aa', type: 'eoa' }],
  networkId: 'eip155:1',
  provider: {},
}

/** An instance whose roof hands in a second way beside WalletConnect. */
function createWithSecondWay(): { instance: Instance; asked: AbortSignal[] } {
  const asked: AbortSignal[] = []
  const { instance: own } = createTestLatchkey()
  const way: Way = {
    adapters: {},
    family: 'eip155',
    view: 'WhatIsAWallet',
    method: 'browser',
    marksReturn: false,
    serves: (_, namespace) => namespace === 'solana',
    load: async () => ({
      connect: async (on, { signal }) => {
        if (signal) asked.push(signal)
        makeCurrent(on, CONNECTION, 'active')
        return CONNECTION
      },
      restore: async () => null,
      release: async () => {},
      check: async () => {},
      findLink: async () => undefined,
    }),
  }
  return { instance: { ...own, ways: { ...own.ways, email: way } }, asked }
}

test('a second way is asked through its port, on a site without a modal', async () => {
  const { instance, asked } = createWithSecondWay()
  const { signal } = new AbortController()
  const result = await connect(instance, { connectorId: 'email', signal }, undefined)
  expect(result).toMatchObject({ status: 'connected', networkId: 'eip155:1' })
  expect(asked).toEqual([signal])
  expect(getConnection(instance.stores.connection.get(), 'eip155')?.connector.type).toBe('AUTH')
})

test('with a modal a second way is shown in the view that it names', async () => {
  const { instance } = createWithSecondWay()
  const opened: unknown[] = []
  await connect(instance, { connectorId: 'email' }, async (options) => {
    opened.push(options)
    return { status: 'closed', reason: 'host' }
  })
  expect(opened).toEqual([{ view: 'WhatIsAWallet', data: {} }])
  expect(isViewOfWay(instance, 'WhatIsAWallet')).toBe(true)
  expect(isViewOfWay(instance, 'ConnectingWalletConnect')).toBe(true)
  expect(isViewOfWay(instance, 'Connect')).toBe(false)
})

test('a network is served by any way that can hold its connections, without an adapter of the site', () => {
  const { instance } = createWithSecondWay()
  expect(instance.services.walletConnect).toBeNull()
  expect(instance.adapters.solana).toBeUndefined()
  expect([isServed(instance, 'solana'), isServed(instance, 'bip122')]).toEqual([true, false])
})

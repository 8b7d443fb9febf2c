import { createManualClock } from '@latchkey/testing'
import { expect, test } from 'vitest'
import type { ConnectionChange } from '../core/types/adapter.ts'
import { parseAccounts } from './toChecksumAddress.ts'
import { watchAccountsAndChain } from './watchAccountsAndChain.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A wallet that emits what a test says, and shares one account. */
function follow() {
  const listeners = new Map<string, (value: unknown) => unknown>()
  const changes: ConnectionChange[] = []
  const clock = createManualClock()
  const provider = {
    request: async () => [ADDRESS.slice(2).toLowerCase()],
    on: (event: string, listener: (value: unknown) => unknown) => void listeners.set(event, listener),
  }
  watchAccountsAndChain(clock, provider, (change) => changes.push(change))
  return { changes, emit: async (event: string, value: unknown) => listeners.get(event)?.(value) }
}

const throwing = (): never => {
  throw new Error('an object of a stranger')
}

test.each([
  ['a list with a getter that throws', Object.defineProperty([0], '0', { get: throwing })],
  ['a list whose length throws', new Proxy([], { get: throwing })],
])('accountsChanged with %s: the wallet is asked, and nothing is left unhandled', async (_, value) => {
  const { changes, emit } = follow()
  await emit('accountsChanged', value)
  await expect.poll(() => changes).toEqual([{ accounts: [{ address: ADDRESS, type: 'eoa' }] }])
})

test('connect with a chain id that throws says nothing', async () => {
  const { changes, emit } = follow()
  await emit('connect', Object.defineProperty({}, 'chainId', { get: throwing }))
  await emit('connect', null)
  expect(changes).toEqual([])
})

test('addresses are accepted without 0x, and told with it and their checksum, each once', () => {
  expect(parseAccounts([ADDRESS.slice(2), ADDRESS.toLowerCase(), '0x12', 'zz', 7])).toEqual([ADDRESS])
})

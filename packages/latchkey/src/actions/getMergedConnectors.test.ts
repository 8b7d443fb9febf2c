import { createScriptedAdapter, createTestLatchkey, fakeConnector, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { getMergedConnectors } from './getMergedConnectors.ts'

test('a wallet of several namespaces is one connector of type MULTI_CHAIN with those of its namespaces', () => {
  const fox = fakeConnector('io.fox', { name: 'Fox', rdns: 'io.fox' })
  const owl = fakeConnector('io.owl', { name: 'Owl', rdns: 'io.owl' })
  const foxOfSolana = fakeConnector('Fox', { name: 'Fox', namespace: 'solana', rdns: undefined })
  const { latchkey } = createTestLatchkey({
    options: {
      networks: [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })],
      adapters: [
        createScriptedAdapter('eip155', [fox, owl]).create,
        createScriptedAdapter('solana', [foxOfSolana]).create,
      ],
    },
  })
  expect(latchkey.getConnectors()).toEqual([fox, owl, foxOfSolana])
  expect(getMergedConnectors(latchkey)).toEqual([{ ...fox, type: 'MULTI_CHAIN', connectors: [fox, foxOfSolana] }, owl])
})

test('two wallets of one name and different rdns are never merged (SEC-89)', () => {
  const fox = fakeConnector('io.fox', { name: 'Fox', rdns: 'io.fox' })
  const other = fakeConnector('io.other', { name: 'Fox', rdns: 'io.other' })
  const { latchkey } = createTestLatchkey({
    options: { adapters: [createScriptedAdapter('eip155', [fox, other]).create] },
  })
  expect(getMergedConnectors(latchkey)).toEqual([fox, other])
})

test('two of one directory id are one wallet under two names, and what only claims the rdns of another one stands alone (SEC-89)', () => {
  const fox = fakeConnector('io.fox', { name: 'Fox', rdns: 'io.fox', explorerId: 'a1' })
  const parts = { name: 'Fox Wallet', namespace: 'solana', rdns: undefined, explorerId: 'a1' } as const
  const foxOfSolana = fakeConnector('Fox Wallet', parts)
  const claimant = fakeConnector('Fox', { name: 'Fox', namespace: 'bip122', isLookalike: true })
  const { latchkey } = createTestLatchkey({
    options: {
      networks: [
        testNetwork(1),
        testNetwork('main', { chainNamespace: 'solana' }),
        testNetwork('main', { chainNamespace: 'bip122' }),
      ],
      adapters: [
        createScriptedAdapter('eip155', [fox]).create,
        createScriptedAdapter('solana', [foxOfSolana]).create,
        createScriptedAdapter('bip122', [claimant]).create,
      ],
    },
  })
  expect(getMergedConnectors(latchkey)).toEqual([
    { ...fox, type: 'MULTI_CHAIN', connectors: [fox, foxOfSolana] },
    claimant,
  ])
})

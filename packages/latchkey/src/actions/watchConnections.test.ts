import { createScriptedAdapter, createTestLatchkey, fakeAccounts, fakeConnector } from '@latchkey/testing'
import { expect, it } from 'vitest'
import type { Connection } from '../core/types/adapter.ts'
import type { Namespace } from '../core/types/network.ts'
import { watchConnections } from './watchConnections.ts'

function setUp() {
  const evm = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
  const sol = createScriptedAdapter('solana', [fakeConnector('Sol', { namespace: 'solana' })])
  const made = createTestLatchkey({ options: { adapters: [evm.create, sol.create] } })
  const heard: string[][] = []
  const listen = (namespace?: Namespace) =>
    watchConnections(made.latchkey, (connections) => heard.push(connections.map(toText)), namespace)
  return { ...made, evm, sol, heard, listen }
}

const toText = ({ connector, accounts }: Connection) => `${connector.id} ${accounts[0]?.address.at(-1)}`

it('tells what is connected now, and each change in a namespace that is not the active one', async () => {
  const { latchkey, sol, heard, listen } = setUp()
  await latchkey.connect({ namespace: 'solana', connectorId: 'Sol' })
  await latchkey.connect({ namespace: 'eip155', connectorId: 'io.fox' })
  const states: unknown[] = []
  latchkey.subscribe((state) => states.push(state))
  listen()
  sol.tell('Sol', { accounts: fakeAccounts(2) })
  sol.tell('Sol', { ended: 'user' })
  expect(heard).toEqual([['io.fox 1', 'Sol 1'], ['io.fox 1', 'Sol 2'], ['io.fox 1']])
  expect(states).toEqual([])
})

it('keeps to one namespace where that is wanted, says nothing of what is none of its business, and stops', async () => {
  const { latchkey, sol, heard, listen } = setUp()
  const stop = listen('solana')
  await latchkey.connect({ namespace: 'eip155', connectorId: 'io.fox' })
  expect(heard).toEqual([[]])
  await latchkey.connect({ namespace: 'solana', connectorId: 'Sol' })
  expect(heard).toEqual([[], ['Sol 1']])
  stop()
  sol.tell('Sol', { ended: 'user' })
  expect(heard).toHaveLength(2)
})

it('a listener that throws stops nobody else', async () => {
  const { latchkey, services, heard, listen } = setUp()
  watchConnections(latchkey, () => {
    throw new Error('mine')
  })
  listen()
  await latchkey.connect({ namespace: 'eip155', connectorId: 'io.fox' })
  expect(heard).toEqual([[], ['io.fox 1']])
  expect(services.log).toContain('error A listener failed.')
})

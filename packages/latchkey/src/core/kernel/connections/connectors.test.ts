import { fakeConnector } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { type ConnectorsState, INITIAL_CONNECTORS, setConnectors } from './connectors.ts'
import { addRecent } from './recent.ts'

const list = (state: ConnectorsState) => (state.byNamespace.eip155 ?? []).map(({ id }) => id)

test('one provider object is one row, whatever it calls itself', () => {
  const provider = { isMetaMask: true }
  const state = setConnectors(INITIAL_CONNECTORS, 'eip155', [
    fakeConnector('io.fox', { provider }),
    fakeConnector('injected', { provider, type: 'INJECTED' }),
  ])
  expect(list(state)).toEqual(['io.fox'])
})

test('SEC-89: two objects with one rdns are two rows', () => {
  const state = setConnectors(INITIAL_CONNECTORS, 'eip155', [
    fakeConnector('io.fox', { isLookalike: true }),
    fakeConnector('io.fox#2', { rdns: 'io.fox', isLookalike: true }),
  ])
  expect(list(state)).toEqual(['io.fox', 'io.fox#2'])
})

test('rows that are known keep their place, new ones come behind them', () => {
  const [a, b, c, d] = ['io.a', 'io.b', 'io.c', 'io.d'].map((id) => fakeConnector(id)) as [
    ReturnType<typeof fakeConnector>,
    ReturnType<typeof fakeConnector>,
    ReturnType<typeof fakeConnector>,
    ReturnType<typeof fakeConnector>,
  ]
  const before = setConnectors(INITIAL_CONNECTORS, 'eip155', [a, b, c])
  expect(list(setConnectors(before, 'eip155', [d, c, a]))).toEqual(['io.a', 'io.c', 'io.d'])
  expect(setConnectors(before, 'eip155', [a, b, c])).toBe(before)
})

test('recent wallets are the newest two, each once', () => {
  let state = INITIAL_CONNECTORS
  for (const id of ['a', 'b', 'b', 'c']) state = addRecent(state, id)
  expect(state.recent).toEqual(['c', 'b'])
})

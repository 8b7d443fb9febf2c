import { expect, test } from 'vitest'
import type { Connector } from '../../../core/types/adapter.ts'
import { findConnector } from './findConnector.ts'

function connector(id: string, more: Partial<Connector> = {}): Connector {
  return { id, name: id, namespace: 'eip155', type: 'ANNOUNCED', rdns: id, provider: {}, ...more }
}

const state = (...connectors: Connector[]) => ({ byNamespace: { eip155: connectors }, recent: [] })

test('a row leads to the object that it was drawn for, also where another claims the same rdns', () => {
  const second = connector('io.fern#2', { rdns: 'io.fern', isLookalike: true })
  const all = state(connector('io.fern', { isLookalike: true }), second)
  const wallet = { connectors: [{ namespace: 'eip155', connectorId: 'io.fern#2' }], rdns: 'io.fern' }
  expect(findConnector(all, wallet, 'eip155')).toBe(second)
})

test('a wallet that announces itself after its row was drawn is found by its rdns', () => {
  const late = connector('io.fern')
  expect(findConnector(state(), { connectors: [], rdns: 'io.fern' }, 'eip155')).toBeUndefined()
  expect(findConnector(state(late), { connectors: [], rdns: 'io.fern' }, 'eip155')).toBe(late)
})

test('SEC-89: of two that claim one rdns none is taken for the wallet of the directory', () => {
  const all = state(
    connector('io.fern', { isLookalike: true }),
    connector('io.fern#2', { rdns: 'io.fern', isLookalike: true }),
  )
  expect(findConnector(all, { connectors: [], rdns: 'io.fern' }, 'eip155')).toBeUndefined()
})

test('the wanted namespace comes first, any other is better than none', () => {
  const evm = connector('io.fern')
  const sol = connector('io.fern', { namespace: 'solana' })
  const all = { byNamespace: { eip155: [evm], solana: [sol] }, recent: [] }
  const wallet = {
    connectors: [
      { namespace: 'eip155', connectorId: 'io.fern' },
      { namespace: 'solana', connectorId: 'io.fern' },
    ],
    rdns: 'io.fern',
  }
  expect(findConnector(all, wallet, 'solana')).toBe(sol)
  expect(findConnector(all, wallet, 'polkadot')).toBe(evm)
})

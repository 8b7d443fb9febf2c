import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
} from '@latchkey/testing'
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { connectWallet } from '../core/kernel/attempt/connectWallet.ts'
import { switchConnection } from '../core/kernel/connections/switchConnection.ts'
import { LatchkeyProvider, useConnections } from './index.ts'

const fox = fakeConnector('io.fox')
const owl = fakeConnector('io.owl')

test('the list of connections follows the store, says which one is active, and renders only when it changes', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const wallet = createScriptedAdapter('eip155', [fox, owl])
  const { instance, latchkey } = createTestLatchkey({
    services: createFakeServices(),
    options: { adapters: [wallet.create] },
  })
  let draws = 0
  function Shown() {
    draws += 1
    const connections = useConnections('eip155')
    return connections.map(({ connector, isActive }) => `${connector.name}${isActive ? '*' : ''}`).join(' ') || 'nobody'
  }
  const page = (
    <StrictMode>
      <LatchkeyProvider latchkey={latchkey}>
        <Shown />
      </LatchkeyProvider>
    </StrictMode>
  )
  const container = document.createElement('div')
  const root = createRoot(container)
  await act(async () => root.render(page))
  expect(container.textContent).toBe('nobody')
  await act(() => connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' }))
  wallet.script.connect = async () => fakeConnection(owl)
  await act(() => connectWallet(instance, { namespace: 'eip155', connectorId: 'io.owl' }))
  expect(container.textContent).toBe('owl* fox')
  await act(() => switchConnection(instance, { namespace: 'eip155', connectorId: 'io.fox' }))
  expect(container.textContent).toBe('fox* owl')
  const before = draws
  await act(async () => instance.stores.connection.set((state) => ({ ...state, nextAttemptId: 9 })))
  expect(draws).toBe(before)
  await act(async () => root.unmount())
  latchkey.destroy()
})

import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAddress,
  fakeConnection,
  fakeConnector,
} from '@latchkey/testing'
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { READY_EVENT } from '../core/values/claim.ts'
import { LatchkeyProvider, WalletButton } from './index.ts'

const FERN = fakeConnector('io.fern', { name: 'Fern' })
let cleanUps: (() => void | Promise<void>)[] = []
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  cleanUps = []
  document.body.replaceChildren()
})

function start() {
  const adapter = createScriptedAdapter('eip155', [FERN])
  const made = createTestLatchkey({ services: createFakeServices(), options: { adapters: [adapter.create] } })
  const key = Symbol.for(`@latchkey/${made.latchkey.id}`)
  Object.defineProperty(document, key, { value: made.latchkey, configurable: true })
  document.dispatchEvent(new CustomEvent(READY_EVENT, { detail: made.latchkey.id }))
  cleanUps.push(() => {
    Reflect.deleteProperty(document, key)
    made.latchkey.destroy()
  })
  return { ...made, adapter }
}

/** Draws the button in StrictMode, and waits until it shows its wallet. */
async function render(
  { latchkey }: ReturnType<typeof start>,
  props: Omit<WalletButton.Props, 'wallet'>,
): Promise<{ again: (props: Omit<WalletButton.Props, 'wallet'>) => Promise<void>; root: Root; state: () => unknown }> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const again = (now: Omit<WalletButton.Props, 'wallet'>) =>
    act(async () =>
      root.render(
        <StrictMode>
          <LatchkeyProvider latchkey={latchkey}>
            <WalletButton wallet="io.fern" {...now} />
          </LatchkeyProvider>
        </StrictMode>,
      ),
    )
  await again(props)
  cleanUps.push(() => act(async () => root.unmount()))
  const state = () =>
    container.querySelector('latchkey-wallet-button')?.shadowRoot?.querySelector('button')?.dataset.state
  await expect.poll(state).toBe('ready')
  return { again, root, state }
}

test('onConnect hears once who was connected, under StrictMode too', async () => {
  const made = start()
  const told: unknown[] = []
  const { state } = await render(made, {
    onConnect: (connected) => told.push(connected),
    onError: (error) => told.push(error),
  })
  await act(() => made.latchkey.connect({ connectorId: 'io.fern' }))
  expect(state()).toBe('connected')
  expect(told).toEqual([{ connectorId: 'io.fern', namespace: 'eip155', address: fakeAddress(1) }])
})

test('onError hears the coded failure of a wallet that said no, and onConnect the yes of the next time', async () => {
  const made = start()
  const told: unknown[] = []
  await render(made, {
    onConnect: ({ address }) => told.push(address),
    onError: (error) => told.push((error as { code: string }).code),
  })
  made.adapter.script.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  await act(() => made.latchkey.connect({ connectorId: 'io.fern' }).catch(() => undefined))
  expect(told).toEqual(['USER_REJECTED'])
  made.adapter.script.connect = async () => fakeConnection(FERN)
  await act(() => made.latchkey.connect({ connectorId: 'io.fern' }))
  expect(told).toEqual(['USER_REJECTED', fakeAddress(1)])
})

test('the callback of the last render is the one that is called', async () => {
  const made = start()
  const told: string[] = []
  const { again } = await render(made, { onConnect: () => told.push('first') })
  await again({ onConnect: () => told.push('second') })
  await act(() => made.latchkey.connect({ connectorId: 'io.fern' }))
  expect(told).toEqual(['second'])
})

test('a connection that was there, another wallet and a button that is gone tell nothing', async () => {
  const made = start()
  await made.latchkey.connect({ connectorId: 'io.fern' })
  const told: unknown[] = []
  const props = { onConnect: () => told.push('connected'), onError: () => told.push('failed') }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <LatchkeyProvider latchkey={made.latchkey}>
        <WalletButton wallet="io.fern" {...props} />
        <WalletButton wallet="io.tide" {...props} />
      </LatchkeyProvider>,
    ),
  )
  const element = container.querySelector('latchkey-wallet-button')
  await expect.poll(() => element?.shadowRoot?.querySelector('button')?.dataset.state).toBe('connected')
  await act(() => made.latchkey.disconnect())
  await act(async () => root.unmount())
  await act(() => made.latchkey.connect({ connectorId: 'io.fern' }))
  expect(told).toEqual([])
})

import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAddress,
  fakeConnector,
} from '@latchkey/testing'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  LatchkeyProvider,
  useAppearance,
  useConnectNamespaces,
  useConnectors,
  useDiagnosis,
  useModal,
  useProvider,
} from './index.ts'

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
  const evm = createScriptedAdapter('eip155', [fakeConnector('io.fern', { name: 'Fern' })])
  const made = createTestLatchkey({ services: createFakeServices(), options: { adapters: [evm.create] } })
  cleanUps.push(() => made.latchkey.destroy())
  return { ...made, evm }
}
async function render(children: ReactNode): Promise<() => string> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () => root.render(children))
  cleanUps.push(() => act(async () => root.unmount()))
  return () => container.textContent ?? ''
}

test('useModal follows the modal, and opens and closes it', async () => {
  const { latchkey, instance } = start()
  const seen: { modal?: useModal.Modal } = {}
  function Shown() {
    seen.modal = useModal()
    return `${seen.modal.isOpen} ${seen.modal.view}`
  }
  const page = (
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>
  )
  const text = await render(page)
  expect(text()).toBe('false Connect')
  await act(async () => instance.stores.modal.set((modal) => ({ ...modal, open: true })))
  expect(text()).toBe('true Connect')
  expect([seen.modal?.open, seen.modal?.close, seen.modal?.preload]).toEqual([
    latchkey.open,
    latchkey.close,
    latchkey.preload,
  ])
})

test('useConnectors has the wallets of the page, and those that come late', async () => {
  const { latchkey, evm } = start()
  function Shown() {
    const names = useConnectors().map(({ name }) => name)
    return `${names.join()} ${useConnectors('eip155').length} ${useConnectors('solana').length}`
  }
  const page = (
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>
  )
  const text = await render(page)
  expect(text()).toBe('Fern 1 0')
  await act(async () => evm.announce(fakeConnector('io.moss', { name: 'Moss' })))
  expect(text()).toBe('Fern,Moss 2 0')
})

test('useProvider has the provider of the wallet in use, and nothing without one', async () => {
  const { latchkey } = start()
  function Shown() {
    const provider = useProvider()
    return `${provider !== undefined && provider === latchkey.getProvider()} ${useProvider('solana')}`
  }
  const text = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  expect(text()).toBe('false undefined')
  await act(() => latchkey.connect({ connectorId: 'io.fern' }))
  expect(text()).toBe('true undefined')
  await act(() => latchkey.disconnect())
  expect(text()).toBe('false undefined')
})

test('useAppearance follows the theme and changes it', async () => {
  const { latchkey } = start()
  const seen: { look?: useAppearance.Appearance } = {}
  function Shown() {
    seen.look = useAppearance()
    return seen.look.themeMode
  }
  const text = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  await act(async () => seen.look?.setThemeMode('light'))
  expect(text()).toBe('light')
  await act(async () => seen.look?.setThemeMode('dark'))
  expect(text()).toBe('dark')
})

test('useDiagnosis gives the diagnosis as data', async () => {
  const { latchkey } = start()
  const seen: { help?: ReturnType<typeof useDiagnosis> } = {}
  function Shown() {
    seen.help = useDiagnosis()
    return `${seen.help.isPending} ${seen.help.result !== undefined}`
  }
  const text = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  expect(text()).toBe('false false')
  await act(async () => void (await seen.help?.diagnose()))
  expect(text()).toBe('false true')
})

test('useConnectNamespaces connects where it is told, and rejects with a coded error', async () => {
  const { latchkey } = start()
  const seen: { many?: ReturnType<typeof useConnectNamespaces> } = {}
  function Shown() {
    seen.many = useConnectNamespaces()
    return `${seen.many.result?.length} ${(seen.many.error as { code?: string } | undefined)?.code}`
  }
  const text = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  const ask = (namespace: 'eip155' | 'solana') =>
    seen.many?.connectNamespaces({ ways: [{ namespace, connectorId: 'io.fern' }] }).catch((error: unknown) => error)
  expect(await act(async () => ask('solana'))).toMatchObject({ code: 'ADAPTER_NOT_FOUND' })
  expect(text()).toBe('undefined ADAPTER_NOT_FOUND')
  await act(async () => ask('eip155'))
  expect(text()).toBe('1 undefined')
  expect(latchkey.getState().address).toBe(fakeAddress(1))
})

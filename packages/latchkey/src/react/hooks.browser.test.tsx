import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnector,
} from '@latchkey/testing'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LatchkeyEvent } from '../core/types/events.ts'
import { createLatchkey } from '../index.ts'
import {
  Button,
  LatchkeyProvider,
  useAccount,
  useConnect,
  useDisconnect,
  useLatchkey,
  useLatchkeyEvents,
  useLatchkeyState,
  useNetwork,
  useSignMessage,
  useSwitchNetwork,
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
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern', { name: 'Fern' })])
  const made = createTestLatchkey({ services: createFakeServices(), options: { adapters: [adapter.create] } })
  cleanUps.push(() => made.latchkey.destroy())
  return { ...made, adapter }
}
async function render(children: ReactNode): Promise<{ text: () => string; unmount: () => Promise<void> }> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () => root.render(children))
  const unmount = () => act(async () => root.unmount())
  cleanUps.push(unmount)
  return { text: () => container.textContent ?? '', unmount }
}

test('account and network follow the connection', async () => {
  const { latchkey } = start()
  function Shown() {
    const { address, isConnected, walletName } = useAccount()
    const { network, isSupported, networks } = useNetwork()
    return `${isConnected} ${address} ${walletName} ${network?.name} ${isSupported} ${networks.length}`
  }
  const { text } = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  expect(text()).toBe('false undefined undefined Network 1 true 2')
  await act(() => latchkey.connect({ connectorId: 'io.fern' }))
  expect(text()).toBe(`true ${fakeAddress(1)} Fern Network 1 true 2`)
  await act(() => latchkey.disconnect())
  expect(text()).toBe('false undefined undefined Network 1 true 2')
})

test('a component renders again only when its part of the state changed', async () => {
  const { latchkey, instance } = start()
  let renders = 0
  function Shown() {
    renders += 1
    const { status } = useLatchkeyState((state) => ({ status: state.status }))
    return status
  }
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  const before = renders
  await act(async () => instance.stores.modal.set((modal) => ({ ...modal, open: true })))
  await act(async () => latchkey.setThemeMode('light'))
  expect(renders).toBe(before)
  await act(() => latchkey.connect({ connectorId: 'io.fern' }))
  expect(renders).toBeGreaterThan(before)
})

test('a call is pending until it is answered, and then has its result or its coded error', async () => {
  const { latchkey, adapter } = start()
  const seen: { connect?: ReturnType<typeof useConnect>; sign?: ReturnType<typeof useSignMessage> } = {}
  function Shown() {
    const connect = useConnect()
    const sign = useSignMessage()
    Object.assign(seen, { connect, sign })
    return `${connect.isPending} ${connect.result?.status} ${(connect.error as { code?: string } | undefined)?.code} ${sign.result}`
  }
  const { text } = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  adapter.script.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  let refused: Promise<unknown> = Promise.resolve()
  await act(async () => {
    refused = seen.connect?.connect({ connectorId: 'io.fern' }).catch((error: unknown) => error) ?? refused
  })
  const error = await act(() => refused)
  expect(error).toMatchObject({ code: 'USER_REJECTED' })
  expect(text()).toBe('false undefined USER_REJECTED undefined')

  const connector = fakeConnector('io.fern', { name: 'Fern' })
  adapter.script.connect = async () => ({
    connector,
    accounts: fakeAccounts(2),
    networkId: 'eip155:1',
    provider: connector.provider,
  })
  await act(async () => void (await seen.connect?.connect({ connectorId: 'io.fern' })))
  expect(text()).toBe('false connected undefined undefined')
  await act(async () => void (await seen.sign?.signMessage('hello')))
  expect(text()).toBe('false connected undefined signed hello')
})

test('switching and disconnecting are calls too', async () => {
  const { latchkey, adapter } = start()
  await latchkey.connect({ connectorId: 'io.fern' })
  const seen: { move?: ReturnType<typeof useSwitchNetwork>; leave?: ReturnType<typeof useDisconnect> } = {}
  function Shown() {
    Object.assign(seen, { move: useSwitchNetwork(), leave: useDisconnect() })
    return useLatchkeyState((state) => `${state.networkId} ${state.status}`)
  }
  const { text } = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  await act(async () => void (await seen.move?.switchNetwork('eip155:10')))
  expect(text()).toBe('eip155:10 connected')
  expect(adapter.asked).toContain('switchNetwork eip155:10')
  await act(async () => void (await seen.leave?.disconnect()))
  expect(text()).toBe('eip155:10 disconnected')
})

test('an answer that comes after unmounting still reaches its caller', async () => {
  const { latchkey } = start()
  const seen: { sign?: ReturnType<typeof useSignMessage> } = {}
  function Shown() {
    seen.sign = useSignMessage()
    return null
  }
  const { unmount } = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Shown />
    </LatchkeyProvider>,
  )
  let answer: Promise<string> | undefined
  await act(async () => {
    answer = seen.sign?.signMessage('late').catch((error: { code: string }) => error.code)
    await unmount()
  })
  expect(await answer).toBe('NOT_CONNECTED')
})

test('in StrictMode an event is heard once, by the newest listener, until the component is gone', async () => {
  const { latchkey, instance } = start()
  const heard: string[] = []
  function Ear({ name }: { name: string }) {
    useLatchkeyEvents('event', (event: LatchkeyEvent) => heard.push(`${name} ${event.name}`))
    return useLatchkey().id
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const show = (name: string) =>
    act(async () =>
      root.render(
        <StrictMode>
          <LatchkeyProvider latchkey={latchkey}>
            <Ear name={name} />
          </LatchkeyProvider>
        </StrictMode>,
      ),
    )
  await show('first')
  instance.track('CLICK_WALLET_HELP', {})
  await show('second')
  instance.track('CLICK_NETWORKS', {})
  await act(async () => root.unmount())
  instance.track('CLICK_NETWORKS', {})
  expect(heard).toEqual(['first CLICK_WALLET_HELP', 'second CLICK_NETWORKS'])
})

test('a button belongs to the instance of its provider', async () => {
  const { latchkey, instance } = start()
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Button label="Sign in" disabled={false} />
    </LatchkeyProvider>,
  )
  const element = document.querySelector('latchkey-button')
  expect(element?.getAttributeNames().sort()).toEqual(['instance', 'label'])
  expect(element?.getAttribute('instance')).toBe(instance.options.id)
})

test('F-50: a provider with options, made anew as hot reload does, keeps its instance', async () => {
  const { instance } = start()
  const networks = [instance.options.networks[0]] as const
  const seen = new Set<unknown>()
  function Shown() {
    seen.add(useLatchkey())
    return null
  }
  const tree = (
    <StrictMode>
      <LatchkeyProvider options={{ id: 'hot', networks }}>
        <Shown />
      </LatchkeyProvider>
    </StrictMode>
  )
  const first = await render(tree)
  await first.unmount()
  await render(tree)
  expect(seen.size).toBe(1)
  const latchkey = createLatchkey({ id: 'hot', networks })
  expect(seen.has(latchkey)).toBe(true)
  cleanUps.push(() => latchkey.destroy())
})

import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAddress,
  fakeConnector,
} from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import { type Component, createApp, createSSRApp, defineComponent, h, nextTick, ref } from 'vue'
import { defineElements } from '../elements/defineElements.ts'
import {
  latchkeyPlugin,
  useAccount,
  useConnect,
  useLatchkey,
  useModal,
  useNameSuggestions,
  useNetwork,
  useRegisterName,
  useSignMessage,
} from './index.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanUps.splice(0)) clean()
})

function start() {
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern', { name: 'Fern' })])
  const made = createTestLatchkey({ services: createFakeServices(), options: { adapters: [adapter.create] } })
  cleanUps.push(() => made.latchkey.destroy())
  return { ...made, adapter }
}
function mount(latchkey: ReturnType<typeof start>['latchkey'], component: Component, markup?: string): HTMLElement {
  const host = document.createElement('div')
  if (markup !== undefined) host.innerHTML = markup
  document.body.append(host)
  const app = (markup === undefined ? createApp : createSSRApp)(component)
  app.use(latchkeyPlugin, { latchkey })
  app.mount(host)
  cleanUps.push(() => {
    app.unmount()
    host.remove()
  })
  return host
}

test('account and network follow the connection', async () => {
  const { latchkey } = start()
  const Shown = defineComponent(() => {
    const account = useAccount()
    const { network, isSupported, networks } = useNetwork()
    return () =>
      `${account.value.isConnected} ${account.value.address} ${account.value.walletName} ${network.value?.name} ${isSupported.value} ${networks.value.length}`
  })
  const host = mount(latchkey, Shown)
  expect(host.textContent).toBe('false undefined undefined Network 1 true 2')
  await latchkey.connect({ connectorId: 'io.fern' })
  await nextTick()
  expect(host.textContent).toBe(`true ${fakeAddress(1)} Fern Network 1 true 2`)
  await latchkey.disconnect()
  await nextTick()
  expect(host.textContent).toBe('false undefined undefined Network 1 true 2')
})

test('a component that takes over the markup of a server begins with what the server had', async () => {
  const { latchkey } = start()
  await latchkey.connect({ connectorId: 'io.fern' })
  const Shown = defineComponent(() => {
    const account = useAccount()
    return () => h('p', account.value.address ?? 'nobody')
  })
  const seen: string[] = []
  const warn = console.warn
  console.warn = (...parts: unknown[]) => seen.push(parts.join(' '))
  const host = mount(latchkey, Shown, '<p>nobody</p>')
  await nextTick()
  console.warn = warn
  expect(seen).toEqual([])
  expect(host.textContent).toBe(fakeAddress(1))
})

test('a call is pending until it is answered, and then has its result or its coded error', async () => {
  const { latchkey, adapter } = start()
  let calls: { connect: ReturnType<typeof useConnect>; sign: ReturnType<typeof useSignMessage> } | undefined
  mount(
    latchkey,
    defineComponent(() => {
      calls = { connect: useConnect(), sign: useSignMessage() }
      return () => null
    }),
  )
  const { connect } = adapter.script
  adapter.script.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const refused = calls?.connect.connect({ connectorId: 'io.fern' }).catch((error: unknown) => error)
  expect(calls?.connect.isPending.value).toBe(true)
  await expect(refused).resolves.toMatchObject({ code: 'USER_REJECTED' })
  expect(calls?.connect.error.value).toMatchObject({ code: 'USER_REJECTED' })
  adapter.script.connect = connect
  await calls?.connect.connect({ connectorId: 'io.fern' })
  expect(calls?.connect.result.value).toMatchObject({ status: 'connected' })
  expect(calls?.connect.error.value).toBeUndefined()
})

test('the modal is followed, and nothing is once the component is gone', async () => {
  const { latchkey, instance } = start()
  let isOpen: ReturnType<typeof useModal>['isOpen'] | undefined
  const host = document.createElement('div')
  const app = createApp(
    defineComponent(() => {
      isOpen = useModal().isOpen
      return () => null
    }),
  )
  app.use(latchkeyPlugin, { latchkey })
  app.mount(host)
  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  expect(isOpen?.value).toBe(true)
  app.unmount()
  instance.stores.modal.set((modal) => ({ ...modal, open: false }))
  expect(isOpen?.value).toBe(true)
})

test('a composable without an instance says what is missing', () => {
  const app = createApp(
    defineComponent(() => {
      useLatchkey()
      return () => null
    }),
  )
  app.config.warnHandler = () => undefined
  expect(() => app.mount(document.createElement('div'))).toThrow(
    expect.objectContaining({ code: 'INSTANCE_NOT_FOUND' }),
  )
})

test("a component hears of a wallet button by the events of the element, as Vue's templates name them", async () => {
  const { latchkey, adapter } = start()
  const key = Symbol.for(`@latchkey/${latchkey.id}`)
  Object.defineProperty(document, key, { value: latchkey, configurable: true })
  cleanUps.push(() => Reflect.deleteProperty(document, key))
  defineElements()
  const told: unknown[] = []
  const Shown = defineComponent(
    () => () =>
      h('latchkey-wallet-button', {
        wallet: 'io.fern',
        onLatchkeyConnect: ({ detail }: CustomEvent<unknown>) => told.push(detail),
        onLatchkeyError: ({ detail }: CustomEvent<{ error: { code: string } }>) => told.push(detail.error.code),
      }),
  )
  const button = mount(latchkey, Shown).querySelector('latchkey-wallet-button')?.shadowRoot?.querySelector('button')
  await expect.poll(() => button?.dataset.state).toBe('ready')
  const { connect } = adapter.script
  adapter.script.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  await latchkey.connect({ connectorId: 'io.fern' }).catch(() => undefined)
  adapter.script.connect = connect
  await latchkey.connect({ connectorId: 'io.fern' })
  expect(told).toEqual(['USER_REJECTED', { connectorId: 'io.fern', namespace: 'eip155', address: fakeAddress(1) }])
})

test('suggestions follow what is typed from 3 characters on, and a name is registered by a call', async () => {
  const record = { name: 'fern.shop.example', attributes: {}, addresses: {} }
  const services = createFakeServices({
    gateway: {
      suggestNames: (input) => ({
        suggestions: [{ name: `${(input as { name: string }).name}.shop.example`, registered: false }],
      }),
      getNameNonce: () => ({ nonce: 'n', timestamp: 1, zones: [] }),
      registerName: () => record,
    },
  })
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern')])
  const { latchkey } = createTestLatchkey({ services, options: { adapters: [adapter.create] } })
  cleanUps.push(() => latchkey.destroy())
  await latchkey.connect({ connectorId: 'io.fern' })
  const label = ref('fe')
  let register: ReturnType<typeof useRegisterName> | undefined
  const Shown = defineComponent(() => {
    const { result } = useNameSuggestions(label)
    register = useRegisterName()
    return () => `${result.value?.[0]?.name} ${register?.isPending.value} ${register?.error.value}`
  })
  const host = mount(latchkey, Shown)
  await nextTick()
  expect(services.calls.filter(({ name }) => name === 'suggestNames')).toEqual([])
  label.value = 'fern'
  await expect.poll(() => host.textContent).toBe('fern.shop.example false undefined')
  await register?.registerName({ name: 'fern.shop.example' })
  expect(services.calls.filter(({ name }) => name === 'registerName')).toHaveLength(1)
})

import {
  createFakeServices,
  createTestLatchkey,
  type FakeGateway,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  type TestLatchkey,
  testNetwork,
} from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import { namesOf } from '../core/features/names/state.ts'
import { tokensOf } from '../core/features/tokens/state.ts'
import { getRoute } from '../core/flow/router.ts'
import type { Store } from '../core/store.ts'
import type { Instance, Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'
import { READY_EVENT } from '../core/values/claim.ts'
import { embeddedOf } from '../core/ways/embedded/embeddedStore.ts'
import { type SocialLogin, socialOf } from '../core/ways/embedded/socialStore.ts'
import { defineElements, TAGS } from './defineElements.ts'

const SHORT = '0x11…111111'
const served: FakeGateway = {
  getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
  getBalance: () => ({
    balances: [
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        price: 1,
        value: 1,
        quantity: { decimals: '18', numeric: '1.8426' },
      },
    ],
  }),
  getIdentity: () => ({ name: 'mira.eth', avatar: null, resolvedAt: null }),
}

defineElements()
let made: TestLatchkey[] = []
afterEach(() => {
  document.body.replaceChildren()
  for (const { latchkey } of made) latchkey.destroy()
  made = []
  for (const id of ['default', 'other']) Reflect.deleteProperty(document, Symbol.for(`@latchkey/${id}`))
})

/** An instance on fake services, claimed on the page as `createLatchkey` claims one. */
function start(parameters: Parameters<typeof createTestLatchkey>[0] & { gateway?: FakeGateway } = {}): TestLatchkey {
  const services = createFakeServices({ id: parameters.options?.id, gateway: parameters.gateway })
  const one = createTestLatchkey({ services, ...parameters })
  made.push(one)
  claim(one.latchkey)
  return one
}
function claim(latchkey: Latchkey): void {
  Object.defineProperty(document, Symbol.for(`@latchkey/${latchkey.id}`), { value: latchkey, configurable: true })
  document.dispatchEvent(new CustomEvent(READY_EVENT, { detail: latchkey.id }))
}
function place(tag: keyof typeof TAGS, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}
function inner(element: HTMLElement): HTMLButtonElement {
  const button = element.shadowRoot?.querySelector('button')
  if (!button) throw new Error('The element has no button.')
  return button
}
function connect(instance: Instance, networkId: NetworkId = 'eip155:1', digit = 1, connectorId = 'io.fern'): void {
  const all = fakeAccounts(digit)
  const [active] = all
  if (!active) return
  const connection = fakeConnection(fakeConnector(connectorId), { networkId, accounts: all })
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: { eip155: { status: 'connected', connection } },
  }))
  instance.stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: networkId } }))
  instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
}
function setStatus(instance: Instance, status: 'connecting' | 'disconnected'): void {
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: { eip155: { status, connection: undefined } },
  }))
}

test('a connect button opens the modal, tells whether it is open, and closes it again', async () => {
  const { latchkey } = start()
  const button = inner(place('latchkey-connect-button'))
  expect([button.textContent, button.ariaHasPopup, button.ariaExpanded]).toEqual(['Connect Wallet', 'dialog', 'false'])
  button.click()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  expect(button.ariaExpanded).toBe('true')
  expect(latchkey.getState().view).toBe('Connect')
  button.click()
  await expect.poll(() => latchkey.getState().open).toBe(false)
  expect(button.ariaExpanded).toBe('false')
})

test('a press while a success is shown opens what the button says', async () => {
  const { latchkey, instance } = start()
  connect(instance)
  const button = inner(place('latchkey-button'))
  await expect.poll(() => button.textContent).toContain(SHORT)
  void latchkey.open({ view: 'Networks' })
  await expect.poll(() => latchkey.getState().view).toBe('Networks')
  instance.stores.modal.set((state) => ({ ...state, isLeaving: true }))
  button.click()
  await expect.poll(() => [latchkey.getState().open, latchkey.getState().view]).toEqual([true, 'Account'])
})

test('a button that is there before its instance finds it, and lets it go when it ends', async () => {
  const element = place('latchkey-button', { label: 'Sign in' })
  expect(inner(element).textContent).toBe('Sign in')
  inner(element).click()
  const first = start()
  connect(first.instance)
  await expect.poll(() => inner(element).textContent).toContain(SHORT)
  first.latchkey.destroy()
  expect(inner(element).textContent).toBe('Sign in')
  Reflect.deleteProperty(document, Symbol.for('@latchkey/default'))
  const second = start()
  connect(second.instance, 'eip155:1', 2)
  await expect.poll(() => inner(element).textContent).toContain('0x22…222222')
})

test('while connecting it says so, is busy, and is named by what it says', () => {
  const { instance } = start()
  const element = place('latchkey-button', { label: 'Sign in', 'loading-label': 'One moment' })
  setStatus(instance, 'connecting')
  expect(inner(element)).toMatchObject({ ariaBusy: 'true', ariaLabel: null })
  expect(inner(element).textContent).toBe('One moment')
  element.removeAttribute('loading-label')
  expect(inner(element).textContent).toBe('Connecting...')
  setStatus(instance, 'disconnected')
  expect(inner(element)).toMatchObject({ ariaBusy: null, ariaLabel: null, textContent: 'Sign in' })
})

test('A12: while a connection is restored it names the address, as its accessible name too, and the network button does not', () => {
  const { instance } = start()
  const button = inner(place('latchkey-button', { label: 'Sign in' }))
  const network = inner(place('latchkey-network-button'))
  const saved = { connectorId: 'io.fox', networkId: 'eip155:1', address: fakeAddress(1) } as const
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: { eip155: { status: 'connecting', connection: undefined, saved } },
  }))
  expect(button).toMatchObject({ ariaBusy: 'true', ariaLabel: null, textContent: 'Reconnecting 0x11…111111' })
  expect(network.textContent).not.toContain('Reconnecting')
  setStatus(instance, 'disconnected')
  expect(button).toMatchObject({ ariaBusy: null, textContent: 'Sign in' })
})

test('a second press closes what the first one opened, but not as the second half of a double click', async () => {
  const { latchkey } = start()
  const button = inner(place('latchkey-connect-button'))
  const click = (detail: number) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  click(1)
  await expect.poll(() => latchkey.getState().open).toBe(true)
  click(2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(latchkey.getState().open).toBe(true)
  click(1)
  await expect.poll(() => latchkey.getState().open).toBe(false)
})

test('without the modal’s code the button that was pressed says to try again, then to load the page again, and with it what it said before', async () => {
  let isHere = false
  const { latchkey, instance, services } = start({
    loadModal: async () => {
      if (!isHere) throw new TypeError('Failed to fetch dynamically imported module: https://shop.test/modal.js')
      return {
        mountModal: () => {
          instance.live.isInSight = () => true
          return () => undefined
        },
      }
    },
  })
  latchkey.setLocale('de')
  const button = inner(place('latchkey-button'))
  const other = inner(place('latchkey-network-button'))
  await expect.poll(() => button.textContent).toBe('Wallet verbinden')
  await expect.poll(() => other.textContent).toContain('Network 1')
  services.browser.setOnline(false)
  for (const _ of [1, 2]) {
    button.click()
    await expect.poll(() => button.textContent).toBe('Erneut versuchen')
  }
  services.browser.setOnline(true)
  button.click()
  await expect.poll(() => button.textContent).toBe('Seite neu laden')
  expect([button.lang, button.ariaBusy, other.textContent]).toEqual(['de', null, expect.stringContaining('Network 1')])
  // The second half of a double click loads no page again.
  button.dispatchEvent(new MouseEvent('click', { detail: 2 }))
  isHere = true
  void latchkey.open()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  latchkey.close()
  await expect.poll(() => button.textContent).toBe('Wallet verbinden')
})

test('what failed with one instance is not said of the next', async () => {
  const { latchkey } = start({ loadModal: () => Promise.reject(new TypeError('Failed to fetch')) })
  const button = inner(place('latchkey-button'))
  button.click()
  await expect.poll(() => button.textContent).toBe('Try Again')
  latchkey.destroy()
  expect(button.textContent).toBe('Connect Wallet')
})

test('a press during a restore opens nothing; during an attempt it shows the attempt', async () => {
  const { instance, latchkey } = start()
  const button = inner(place('latchkey-connect-button'))
  setStatus(instance, 'connecting')
  button.click()
  instance.stores.connection.set((state) => ({
    ...state,
    attempt: {
      id: 1,
      kind: 'connect',
      namespace: 'eip155',
      connectorId: 'io.fern',
      networkId: undefined,
      phase: 'waiting',
      hint: undefined,
      error: undefined,
    },
  }))
  expect(latchkey.getState().open).toBe(false)
  button.click()
  await expect.poll(() => latchkey.getState().open).toBe(true)
})

test('once connected it shows name, balance and avatar, and is named by account and network', async () => {
  const { instance, latchkey } = start({ gateway: served })
  const button = inner(place('latchkey-button'))
  connect(instance)
  await expect.poll(() => button.textContent).toBe('1.842 ETHmmira.eth')
  expect(button.ariaLabel).toBe('Account 1.842 ETH, mira.eth on Network 1')
  expect(button.querySelector('img')?.src).toMatch(/^data:image\/svg\+xml/)
  button.click()
  await expect.poll(() => latchkey.getState().view).toBe('Account')
})

test('while the balance is read there is a placeholder, and without one there is nothing', async () => {
  const { instance } = start({ gateway: { ...served, getBalance: () => new Promise(() => undefined) } })
  const button = inner(place('latchkey-account-button'))
  connect(instance)
  await expect.poll(() => button.querySelector('.bone')).not.toBeNull()
  const bare = start({ options: { id: 'other' } })
  const other = inner(place('latchkey-account-button', { instance: 'other' }))
  connect(bare.instance)
  await expect.poll(() => other.textContent).toContain(SHORT)
  await expect.poll(() => other.querySelector('.bone')).toBeNull()
})

test('the balance can be hidden, and is then not read', async () => {
  const { instance, services } = start({ gateway: served })
  const button = inner(place('latchkey-button', { balance: 'hide' }))
  connect(instance)
  await expect.poll(() => button.textContent).toBe('mmira.eth')
  expect(button.ariaLabel).toBe('Account mira.eth on Network 1')
  expect(services.calls.some((call) => call.name === 'getBalance')).toBe(false)
})

test('the gap in an address can be moved', async () => {
  const { instance } = start()
  const element = place('latchkey-account-button', { 'chars-start': '6', 'chars-end': '2' })
  connect(instance)
  await expect.poll(() => inner(element).textContent).toContain('0x1111…11')
  element.setAttribute('chars-start', 'many')
  element.removeAttribute('chars-end')
  expect(inner(element).textContent).toContain(SHORT)
})

test('on a network the site did not ask for it warns and opens UnsupportedChain', async () => {
  const { instance, latchkey } = start()
  const button = inner(place('latchkey-button'))
  connect(instance, 'eip155:999')
  await expect.poll(() => button.textContent).toBe('Switch Network')
  button.click()
  await expect.poll(() => latchkey.getState().view).toBe('UnsupportedChain')
})

test('a site that allows any network is not warned', async () => {
  const { instance } = start({ options: { allowUnsupportedChain: true } })
  const account = inner(place('latchkey-button'))
  const network = inner(place('latchkey-network-button'))
  connect(instance, 'eip155:999')
  await expect.poll(() => account.textContent).toContain(SHORT)
  await expect.poll(() => network.textContent).toBe('Unknown Network')
  expect(account.ariaLabel).toBe(`Account ${SHORT} on Unknown Network`)
})

test('a network button shows the network, and opens the choice with its event', async () => {
  const { instance, latchkey, events } = start({ gateway: served })
  const element = place('latchkey-network-button')
  await expect.poll(() => inner(element).textContent).toBe('NNetwork 1')
  element.setAttribute('label', 'Choose')
  expect(inner(element).textContent).toBe('Choose')
  connect(instance)
  expect(inner(element).textContent).toBe('NNetwork 1')
  inner(element).click()
  await expect.poll(() => latchkey.getState().view).toBe('Networks')
  expect(events.map((event) => event.name)).toContain('CLICK_NETWORKS')
  connect(instance, 'eip155:999')
  expect(inner(element).textContent).toBe('Switch Network')
})

test('a network button that is pressed before it has loaded what it shows opens the choice too', async () => {
  const { instance, latchkey } = start({ gateway: served })
  connect(instance)
  const button = inner(place('latchkey-network-button'))
  button.click()
  expect(button.textContent, 'nothing of the network is drawn yet').toBe('Select Network')
  await expect.poll(() => latchkey.getState().view).toBe('Networks')
  const fixed = start({ options: { id: 'other', enableNetworkSwitch: false } })
  const other = inner(place('latchkey-network-button', { instance: 'other' }))
  other.click()
  await expect.poll(() => other.textContent).toContain('Network 1')
  expect(fixed.latchkey.getState()).toMatchObject({ open: false, loading: false })
})

test('a network button waits while loading, and where the site switches networks itself', async () => {
  const { instance } = start()
  const button = inner(place('latchkey-network-button'))
  await expect.poll(() => button.textContent).toContain('Network 1')
  expect(button.disabled).toBe(false)
  setStatus(instance, 'connecting')
  expect(button.disabled).toBe(true)
  start({ options: { id: 'other', enableNetworkSwitch: false } })
  const fixed = inner(place('latchkey-network-button', { instance: 'other' }))
  await expect.poll(() => fixed.textContent).toContain('Network 1')
  expect(fixed.disabled).toBe(true)
})

test('a connect button stays one when an account is there', async () => {
  const { instance, latchkey } = start()
  connect(instance)
  const button = inner(place('latchkey-connect-button'))
  expect(button.textContent).toBe('Connect Wallet')
  button.click()
  await expect.poll(() => latchkey.getState().view).toBe('Account')
})

test('disabled and size follow their attributes', () => {
  start()
  const element = place('latchkey-button', { disabled: '', size: 'sm' })
  expect(inner(element).disabled).toBe(true)
  expect(inner(element).getBoundingClientRect().height).toBe(32)
  element.removeAttribute('disabled')
  element.removeAttribute('size')
  expect(inner(element).disabled).toBe(false)
  expect(inner(element).getBoundingClientRect().height).toBe(40)
})

test('a namespace opens only its wallets, and one that nobody knows is no filter', async () => {
  const { latchkey, instance } = start()
  const element = place('latchkey-connect-button', { namespace: 'eip155' })
  inner(element).click()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  expect(instance.stores.modal.get().namespace).toBe('eip155')
  latchkey.close()
  await expect.poll(() => latchkey.getState().open).toBe(false)
  element.setAttribute('namespace', 'doge')
  inner(element).click()
  await expect.poll(() => latchkey.getState().open).toBe(true)
  expect(instance.stores.modal.get().namespace).toBeUndefined()
})

test('two instances on one page do not meet', async () => {
  const one = start()
  const two = start({ options: { id: 'other' } })
  const first = inner(place('latchkey-button'))
  const second = inner(place('latchkey-button', { instance: 'other' }))
  connect(one.instance)
  await expect.poll(() => first.textContent).toContain(SHORT)
  expect(second.textContent).toBe('Connect Wallet')
  second.click()
  await expect.poll(() => two.latchkey.getState().open).toBe(true)
  expect(one.latchkey.getState().open).toBe(false)
})

test('an element changes its instance with the attribute', async () => {
  const one = start()
  start({ options: { id: 'other' } })
  connect(one.instance)
  const element = place('latchkey-button')
  await expect.poll(() => inner(element).textContent).toContain(SHORT)
  element.setAttribute('instance', 'other')
  expect(inner(element).textContent).toBe('Connect Wallet')
})

test('elements may be defined twice, and ones that stood on the page before are taken over', () => {
  defineElements()
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page) throw new Error('The frame has no document.')
  const waiting = page.createElement('latchkey-button')
  waiting.textContent = 'Sign in'
  document.body.append(document.adoptNode(waiting))
  expect(inner(waiting).textContent).toBe('Connect Wallet')
  expect(waiting.textContent).toBe('Sign in')
})

test('moving an element a hundred times leaves no listener behind', async () => {
  const { instance, latchkey, services } = start({ gateway: served })
  connect(instance)
  let listeners = 0
  const count = (store: Store<never>): Store<never> => ({
    ...store,
    watch: (listener) => {
      listeners += 1
      const stop = store.watch(listener)
      return () => {
        listeners -= 1
        stop()
      }
    },
  })
  const stores = Object.fromEntries(
    Object.entries(instance.stores).map(([name, store]) => [name, count(store as unknown as Store<never>)]),
  ) as unknown as Instance['stores']
  // What a feature declares is made when it is first asked for.
  for (const storeOf of [namesOf, tokensOf]) storeOf(instance)
  const declared = new Map([...instance.live.stores].map(([name, store]) => [name, count(store as Store<never>)]))
  const counted = { ...latchkey, instance: { ...instance, stores, live: { ...instance.live, stores: declared } } }
  Object.defineProperty(document, Symbol.for('@latchkey/default'), { value: counted, configurable: true })
  const shelf = document.createElement('div')
  document.body.append(shelf)
  const element = place('latchkey-button')
  await expect.poll(() => inner(element).textContent).toContain('mira.eth')
  const resting = listeners
  for (let round = 0; round < 50; round += 1) {
    shelf.append(element)
    document.body.append(element)
  }
  await expect.poll(() => inner(element).textContent).toContain('mira.eth')
  await expect.poll(() => listeners).toBe(resting)
  element.remove()
  expect(listeners).toBe(0)
  expect(services.clock.countTimers()).toBe(0)
})

test('theme and accent dress the inner button; the element itself keeps the host’s attributes', () => {
  const { latchkey } = start({ options: { themeMode: 'light', accent: '#0a7d4f' } })
  const element = place('latchkey-button')
  const before = element.outerHTML
  expect(inner(element).dataset.theme).toBe('light')
  expect(inner(element).style.getPropertyValue('--latchkey-accent')).toBe('#0a7d4f')
  latchkey.setAccent(undefined)
  latchkey.setThemeMode('dark')
  expect(inner(element).style.getPropertyValue('--latchkey-accent')).toBe('')
  expect(inner(element).dataset.theme).toBe('dark')
  expect(element.outerHTML).toBe(before)
})

test.each(['#4757f5', '#ffd400', '#111111', '#ffffff', '#e0245e', '#00c2a8'])(
  'the text on accent %s is readable',
  (accent) => {
    start({ options: { accent } })
    const style = getComputedStyle(inner(place('latchkey-button')))
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('This browser draws nothing.')
    const luminance = (colour: string): number => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const level = part / 255
        return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [low = 0, high = 0] = [luminance(style.backgroundColor), luminance(style.color)].sort((a, b) => a - b)
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
  },
)

test('words follow the language of the instance, else of the page', async () => {
  const { latchkey } = start({ options: { locale: 'ar' } })
  const element = place('latchkey-button')
  await expect.poll(() => inner(element).textContent).toBe('اربط المحفظة')
  expect(inner(element)).toMatchObject({ dir: 'rtl', lang: 'ar' })
  latchkey.setLocale('en')
  expect(inner(element)).toMatchObject({ dir: '', lang: '', textContent: 'Connect Wallet' })
  element.setAttribute('label', 'Hej')
  latchkey.setLocale('ar')
  await expect.poll(() => inner(element).dir).toBe('rtl')
  expect(inner(element).textContent).toBe('Hej')
})

test('hover and focus load the modal before the press', async () => {
  let loads = 0
  const loadModal = async () => {
    loads += 1
    return { mountModal: () => () => undefined }
  }
  start({ loadModal })
  const element = place('latchkey-button')
  element.focus()
  expect(document.activeElement).toBe(element)
  inner(element).dispatchEvent(new PointerEvent('pointerenter'))
  await expect.poll(() => loads).toBe(1)
})

test('SEC-82: a name that is markup is shown as text', async () => {
  const { instance } = start({
    gateway: { ...served, getIdentity: () => ({ name: '<img src=x onerror=alert(1)>', avatar: null }) },
  })
  const button = inner(place('latchkey-button'))
  connect(instance)
  await expect.poll(() => button.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(button.querySelectorAll('img')).toHaveLength(1)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'https://tracker.example/a.png',
  'blob:x',
  'http://a.example/a.png',
])('SEC-84: an avatar at %s is not loaded', async (avatar) => {
  const { instance } = start({ gateway: { ...served, getIdentity: () => ({ name: 'mira.eth', avatar }) } })
  const button = inner(place('latchkey-button'))
  connect(instance)
  await expect.poll(() => button.textContent).toContain('mira.eth')
  expect(button.querySelector('img')?.src).toMatch(/^data:image\/svg\+xml/)
  expect(button.querySelector('img')?.referrerPolicy).toBe('no-referrer')
})

test('a network’s picture is the site’s own, else the gateway’s, and the letter stays when it fails', async () => {
  const own = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  start({
    gateway: served,
    options: {
      gatewayUrl: 'https://gateway.test',
      networks: [testNetwork(1, { assets: { imageUrl: own } }), testNetwork(10)],
    },
  })
  const element = place('latchkey-network-button')
  const sources: string[] = []
  const note = (): void => {
    const source = inner(element).querySelector('img')?.src
    if (source && sources.at(-1) !== source) sources.push(source)
  }
  new MutationObserver(note).observe(inner(element), { childList: true, subtree: true })
  await expect.poll(() => sources).toEqual([own])
  made[0]?.instance.stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: 'eip155:10' } }))
  await expect
    .poll(() => sources)
    .toEqual([own, expect.stringContaining('https://gateway.test/public/getAssetImage/eip155%3A10?')])
  // Nobody answers at that address.
  await expect.poll(() => inner(element).querySelector('img')).toBeNull()
  expect(inner(element).querySelector('.pic')?.textContent).toBe('N')
})

test('in every state the name of a button contains what is on it, in the same order (WCAG 2.5.3)', async () => {
  const { instance } = start({ gateway: served })
  const element = place('latchkey-button', { label: 'Sign in' })
  const network = place('latchkey-network-button')
  const toWords = (text: string): string => text.replace(/[\s,،、，]+/g, ' ').trim()
  const check = (): void => {
    for (const button of [inner(element), inner(network)]) {
      const parts = [...button.querySelectorAll('span')].filter(
        (part) => part.childElementCount === 0 && !part.ariaHidden,
      )
      const seen = parts.length > 0 ? parts.map((part) => part.textContent).join(' ') : button.textContent
      expect(toWords(button.ariaLabel ?? button.textContent ?? '')).toContain(toWords(seen ?? '?'))
    }
  }
  check()
  setStatus(instance, 'connecting')
  check()
  element.setAttribute('loading-label', 'One moment')
  check()
  connect(instance)
  for (const locale of ['en', 'de', 'ar', 'hi', 'ja', 'zh']) {
    instance.stores.theme.set((theme) => ({ ...theme, locale }))
    await expect.poll(() => inner(element).lang).toBe(locale === 'en' ? '' : locale)
    await expect.poll(() => inner(element).textContent).toContain('ETH')
    await expect.poll(() => inner(element).ariaLabel).toMatch(/1[.,٫]842 ETH[,،、，] ?mira\.eth/)
    check()
  }
  connect(instance, 'eip155:9')
  expect(inner(network).className).toBe('warning')
  check()
})

test('neither button nor account draws the x of 0x as a sign of multiplication', async () => {
  const { instance } = start()
  const element = place('latchkey-button')
  connect(instance)
  await expect.poll(() => inner(element).textContent).toContain('0x')
  for (const part of [inner(element), ...inner(element).querySelectorAll('*')])
    expect(getComputedStyle(part).fontVariantLigatures).toBe('no-contextual')
})

test('all four elements have an accessible name and a pointer target of 40 px or more', async () => {
  const { instance } = start()
  connect(instance)
  for (const tag of Object.keys(TAGS) as (keyof typeof TAGS)[]) {
    const button = inner(place(tag))
    await expect.poll(() => (button.ariaLabel ?? button.textContent)?.length).toBeGreaterThan(3)
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  }
  expect(instance.stores.accounts.get().byNamespace.eip155?.active.address).toBe(fakeAddress(1))
})

test('a wallet button shows its wallet by id, rdns or name, goes straight to it and says what becomes of it', async () => {
  const { latchkey, instance } = start()
  const fern = { ...fakeConnector('io.fern'), name: 'Fern' }
  const element = place('latchkey-wallet-button', { wallet: 'fern' })
  const told: unknown[] = []
  for (const name of ['latchkey-connect', 'latchkey-error']) {
    document.addEventListener(name, (event) => told.push([event.type, (event as CustomEvent<unknown>).detail]), {
      once: true,
    })
  }
  instance.stores.connectors.set((state) => ({ ...state, byNamespace: { eip155: [fern] } }))
  await expect.poll(() => inner(element).querySelector('.text')?.textContent).toBe('Fern')
  expect(inner(element).dataset.state).toBe('ready')
  inner(element).click()
  await expect.poll(() => latchkey.getState().view).toBe('ConnectingExternal')
  latchkey.close()

  const attempt = {
    id: 1,
    kind: 'connect',
    namespace: 'eip155',
    connectorId: fern.id,
    networkId: undefined,
    hint: undefined,
    error: undefined,
  } as const
  instance.stores.connection.set((state) => ({ ...state, attempt: { ...attempt, phase: 'waiting' } }))
  expect([inner(element).textContent?.endsWith('Connecting...'), inner(element).ariaBusy]).toEqual([true, 'true'])
  instance.stores.connection.set((state) => ({ ...state, attempt: { ...attempt, phase: 'failed' } }))
  expect(inner(element).querySelector('.text')?.textContent).toBe('Try Fern again')
  expect(told).toEqual([['latchkey-error', { error: undefined }]])
  instance.stores.connection.set((state) => ({ ...state, attempt: { ...attempt, phase: 'waiting' } }))
  instance.stores.connection.set((state) => ({ ...state, attempt: undefined }))
  connect(instance)
  element.setAttribute('wallet', 'io.fern')
  expect(inner(element)).toMatchObject({ ariaBusy: null })
  expect(inner(element).dataset.state).toBe('connected')
  expect(inner(element).ariaLabel).toMatch(/^Fern, connected$/)
})

test('SEC-89: a wallet button asks no wallet whose name two objects claim, it opens the list', async () => {
  const { latchkey, instance } = start({ options: { enableExplorer: false } })
  const twins = ['io.fern', 'io.fern#2'].map((id) => ({
    ...fakeConnector(id),
    name: 'Fern',
    rdns: 'io.fern',
    isLookalike: true,
  }))
  instance.stores.connectors.set((state) => ({ ...state, byNamespace: { eip155: twins } }))
  const element = place('latchkey-wallet-button', { wallet: 'Fern' })
  await expect.poll(() => inner(element).dataset.state).toBe('ready')
  inner(element).click()
  await expect.poll(() => latchkey.getState().view).toBe('Connect')
})

test('a wallet button goes straight to a service for logging in, to an e-mail, and to the code of a phone', async () => {
  const services = createFakeServices({
    gateway: { getSocials: () => ({ providers: [{ id: 'meadow', label: 'Meadow ID', icon: null }] }) },
    walletConnect: () => new Promise(() => {}),
  })
  const { latchkey, instance } = start({
    services,
    loadModal: () => new Promise(() => {}),
    options: {
      gatewayUrl: 'https://gateway.test',
      frameUrl: 'https://frame.test',
      features: { socials: ['google', 'farcaster', 'meadow'] },
    },
  })
  const drawn = async (wallet: string, text: string): Promise<HTMLButtonElement> => {
    const element = place('latchkey-wallet-button', { wallet })
    await expect.poll(() => inner(element).querySelector('.text')?.textContent).toBe(text)
    return inner(element)
  }
  for (const [wallet, text, opened] of [
    ['google', 'Google', { view: 'ConnectingSocial', data: { provider: 'google' } }],
    ['Farcaster', 'Farcaster', { view: 'ConnectingFarcaster' }],
    ['meadow', 'Meadow ID', { view: 'ConnectingSocial', data: { provider: 'meadow' } }],
    ['email', 'Email', { view: 'EmailLogin' }],
    ['walletConnect', 'WalletConnect', { view: 'ConnectingWalletConnect' }],
  ] as const) {
    const button = await drawn(wallet, text)
    expect(button.dataset.state).toBe('ready')
    // A service of the operator's own without a picture has its letter. Where the site's word is the name, it is there before the picture.
    await expect.poll(() => button.querySelector('.pic svg') !== null).toBe(wallet !== 'meadow')
    button.click()
    await expect.poll(() => getRoute(instance.stores.router.get())).toMatchObject(opened)
    latchkey.close()
  }

  document.body.replaceChildren()
  const google = await drawn('google', 'Google')
  const told: unknown[] = []
  for (const name of ['latchkey-connect', 'latchkey-error']) {
    document.body.addEventListener(name, (event) => told.push([event.type, (event as CustomEvent<unknown>).detail]))
  }
  const setLogin = (login: SocialLogin | undefined): void => socialOf(instance).set((state) => ({ ...state, login }))
  setLogin({ provider: 'google', phase: 'waiting' })
  expect([google.textContent, google.ariaBusy]).toEqual(['Connecting...', 'true'])
  setLogin({ provider: 'google', phase: 'failed', error: 'closed' })
  expect(google.querySelector('.text')?.textContent).toBe('Try Google again')
  setLogin({ provider: 'google', phase: 'reading' })
  embeddedOf(instance).set(() => ({ socialProvider: 'google' }))
  connect(instance, 'eip155:1', 1, 'embedded')
  setLogin(undefined)
  expect(google.dataset.state).toBe('connected')
  expect(told).toEqual([
    ['latchkey-error', { error: 'closed' }],
    ['latchkey-connect', { connectorId: 'embedded', namespace: 'eip155', address: fakeAddress(1) }],
  ])
})

test('a word for a way that the site does not have is a wallet that is looked for', async () => {
  const { latchkey } = start({ options: { enableExplorer: false } })
  for (const wallet of ['google', 'email', 'walletConnect']) {
    const element = place('latchkey-wallet-button', { wallet })
    await expect.poll(() => inner(element).dataset.state).toBe('ready')
    inner(element).click()
    await expect.poll(() => latchkey.getState().view).toBe('Connect')
    latchkey.close()
  }
})

test('a wallet button knows its wallet on a phone by the directory, whatever that wallet calls itself', async () => {
  const { instance } = start({
    options: { customWallets: [{ id: 'owl', name: 'Owlet', mobileLink: 'owlet://' }] },
  })
  const element = place('latchkey-wallet-button', { wallet: 'Owlet' })
  await expect.poll(() => inner(element).dataset.state).toBe('ready')
  const told: unknown[] = []
  element.addEventListener('latchkey-connect', (event) => told.push((event as CustomEvent<unknown>).detail))
  const pairing = { walletKey: 'owl', uri: undefined, expiresAt: 0, renewals: 0, isExpired: false }
  const attempt = {
    id: 1,
    kind: 'connect',
    namespace: 'eip155',
    connectorId: 'walletConnect',
    networkId: undefined,
    phase: 'waiting',
    hint: undefined,
    error: undefined,
    pairing,
  } as const
  await expect
    .poll(() => {
      instance.stores.connection.set((state) => ({ ...state, attempt: { ...attempt } }))
      return inner(element).dataset.state
    })
    .toBe('loading')
  const connector = fakeConnector('walletConnect', { name: 'The Owlet App', rdns: undefined, explorerId: 'owl' })
  instance.stores.connection.set((state) => ({
    ...state,
    attempt: undefined,
    byNamespace: { eip155: { status: 'connected', connection: fakeConnection(connector) } },
  }))
  expect(inner(element).dataset.state).toBe('connected')
  expect(told).toEqual([{ connectorId: 'walletConnect', namespace: 'eip155', address: fakeAddress(1) }])
})

import {
  createFakeServices,
  createTestLatchkey,
  type FakeGateway,
  fakeAccounts,
  fakeConnection,
  fakeConnector,
  type TestLatchkey,
} from '@latchkey/testing'
import axe from 'axe-core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createApp, defineComponent, h } from 'vue'
import { findByRole, readText } from '../../../testing/src/findByRole.ts'
import { makeQuote, ONRAMP_OPTIONS } from '../../../testing/src/onrampStates.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { OFFER_DELAY_MS } from '../core/features/onramp/actions.ts'
import { onrampOf } from '../core/features/onramp/state.ts'
import type { Instance, OpenOptions } from '../core/types/latchkey.ts'
import { claimKey, READY_EVENT } from '../core/values/claim.ts'
import { latchkeyPlugin, Onramp } from '../vue/index.ts'
import { defineOnramp } from './defineOnramp.ts'

// What it draws with is loaded on first use, which a busy machine takes its time for.
beforeAll(() => import('../ui/views/onramp/drawOnramp.tsx'))

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanUps.splice(0)) clean()
  document.body.replaceChildren()
  Reflect.deleteProperty(document, claimKey('default'))
})

const served = {
  getOnrampOptions: () => ONRAMP_OPTIONS,
  getOnrampQuote: (input: unknown) => {
    const { provider } = (input as { body: { provider: string } }).body
    return makeQuote(provider === 'brindle' ? '0.0371' : '0.0342', { provider })
  },
} satisfies FakeGateway

/** An instance on the page that notes what it was asked to open. */
function start(gateway: FakeGateway | undefined, options: Parameters<typeof createTestLatchkey>[0] = {}) {
  const services = createFakeServices({ gateway })
  const made = createTestLatchkey({ services, ...options })
  cleanUps.push(() => made.latchkey.destroy())
  const opened: (OpenOptions | undefined)[] = []
  made.latchkey.open = async (target) => {
    opened.push(target)
    return { status: 'closed', reason: 'host' }
  }
  Object.defineProperty(document, claimKey('default'), { value: made.latchkey, configurable: true })
  document.dispatchEvent(new CustomEvent(READY_EVENT, { detail: 'default' }))
  return { ...made, services, opened }
}
function place(): HTMLElement {
  defineOnramp()
  const element = document.createElement('latchkey-onramp')
  document.body.append(element)
  return element
}
/** What the element has drawn; waited for, because its code comes late. */
async function inside(element: Element): Promise<HTMLElement> {
  const find = () => element.shadowRoot?.querySelector('div')?.shadowRoot?.querySelector('section')
  await vi.waitFor(() => expect(find()).toBeTruthy(), { timeout: 10_000 })
  return find() as HTMLElement
}
async function waitForQuote({ services }: Pick<TestLatchkey, 'services'>, widget: HTMLElement, amount: string) {
  await vi.waitFor(
    async () => {
      await services.clock.advance(OFFER_DELAY_MS)
      expect(widget.querySelector<HTMLInputElement>('[data-focus-key="to:amount"]')?.value).toBe(amount)
    },
    { timeout: 10_000 },
  )
}
function connect(instance: Instance): void {
  const all = fakeAccounts(1)
  const [active] = all
  if (!active) return
  const connection = fakeConnection(fakeConnector('io.fern'), { networkId: 'eip155:1', accounts: all })
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: { eip155: { status: 'connected', connection } },
  }))
  instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
}

test('the widget says what comes of an amount, and connects before it leads on to what providers offer', async () => {
  const made = start(served)
  const widget = await inside(place())
  await waitForQuote(made, widget, '0.0371')
  expect(readText(widget)).toContain('You get about')
  findByRole(widget, 'button', 'Connect wallet').click()
  expect(made.opened).toEqual([{ view: 'Connect' }])
  connect(made.instance)
  await vi.waitFor(() => findByRole(widget, 'button', 'Get quotes').click())
  expect(made.opened.at(-1)).toEqual({ view: 'OnRampProviders' })
})

test('a quick amount is asked about anew, and what is paid in and bought is chosen in the modal', async () => {
  const made = start(served)
  const widget = await inside(place())
  await waitForQuote(made, widget, '0.0371')
  findByRole(widget, 'button', '$250').click()
  await vi.waitFor(async () => {
    await made.services.clock.advance(OFFER_DELAY_MS)
    const asked = made.services.calls.flatMap((call) => (call.name === 'getOnrampQuote' ? [JSON.stringify(call)] : []))
    expect(asked.at(-1)).toContain('"250"')
  })
  expect(findByRole(widget, 'button', '$250').ariaPressed).toBe('true')
  for (const key of ['from:token', 'to:token']) widget.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)?.click()
  expect(made.opened).toEqual([{ view: 'OnRampFiatSelect' }, { view: 'OnRampTokenSelect' }])
})

test('SEC-98: the widget opens no page of a provider, and tells nobody the account', async () => {
  const made = start(served)
  const windows: unknown[] = []
  Object.assign(made.instance.services, { walletWindow: { open: (...given: unknown[]) => windows.push(given) } })
  connect(made.instance)
  const widget = await inside(place())
  await waitForQuote(made, widget, '0.0371')
  for (const button of widget.querySelectorAll('button')) button.click()
  expect(windows).toEqual([])
  expect(JSON.stringify(made.services.calls).toLowerCase()).not.toContain(fakeAccounts(1)[0]?.address.toLowerCase())
  expect(made.services.calls.some(({ name }) => name === 'generateOnrampUrl')).toBe(false)
})

test('the widget that could not read what is sold says so, and asks again by its button', async () => {
  let asked = 0
  const made = start({
    getOnrampOptions: () => {
      asked += 1
      if (asked === 1) throw new LatchkeyError('DATA_UNAVAILABLE', 'away')
      return ONRAMP_OPTIONS
    },
    getOnrampQuote: served.getOnrampQuote,
  })
  const widget = await inside(place())
  await vi.waitFor(() => findByRole(widget, 'button', 'Try again').click())
  await waitForQuote(made, widget, '0.0371')
  expect(asked).toBe(2)
})

test('the widget shows nothing without a gateway, with the feature off, and where buying is not offered', async () => {
  const zones = [Intl.DateTimeFormat().resolvedOptions().timeZone.toUpperCase()]
  const cases = [
    () => start(undefined),
    () => start(served, { options: { features: { onramp: false } } }),
    () => start({ ...served, getOnrampOptions: () => ({ ...ONRAMP_OPTIONS, restrictedTimeZones: zones }) }),
  ]
  for (const begin of cases) {
    const made = begin()
    const element = place()
    const host = () => element.shadowRoot?.querySelector('div')?.shadowRoot
    await vi.waitFor(() => expect(host()?.querySelector('.root')).toBeTruthy(), { timeout: 10_000 })
    await vi.waitFor(() => expect(host()?.querySelector('section')).toBeNull())
    element.remove()
    made.latchkey.destroy()
    Reflect.deleteProperty(document, claimKey('default'))
  }
})

test('the widget goes with its instance and comes with the next one, and has nothing for axe to object to', async () => {
  const element = place()
  expect(element.shadowRoot?.querySelector('div')).toBeNull()
  const first = start(served)
  const widget = await inside(element)
  await waitForQuote(first, widget, '0.0371')
  const { violations } = await axe.run(element, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  first.latchkey.destroy()
  expect(element.shadowRoot?.querySelector('div')).toBeNull()
  Reflect.deleteProperty(document, claimKey('default'))
  start(served)
  expect(await inside(element)).not.toBe(widget)
})

test('in Vue the widget is a component that belongs to the instance of the app', async () => {
  const made = start(served)
  const app = createApp(defineComponent(() => () => h(Onramp, { class: 'wide' })))
  app.use(latchkeyPlugin, { latchkey: made.latchkey })
  const host = document.body.appendChild(document.createElement('div'))
  app.mount(host)
  cleanUps.push(() => app.unmount())
  const element = host.querySelector('latchkey-onramp')
  expect([element?.getAttribute('instance'), element?.className]).toEqual(['default', 'wide'])
  await waitForQuote(made, await inside(element as Element), '0.0371')
  expect(onrampOf(made.instance).get().form.symbol).toBe('ETH')
})

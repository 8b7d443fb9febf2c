import { afterEach, expect, test } from 'vitest'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { makeQuote } from '../../../../../testing/src/onrampStates.ts'
import { inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { LatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { onrampOf } from '../../../core/features/onramp/state.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(of: Parameters<typeof findViewState>[0], name: string, gateway: FakeGateway = {}) {
  view = await renderView(findViewState(of, name), { gateway })
  for (let turn = 0; turn < 10; turn += 1) await view.settle()
  return view
}

test('a quick amount asks every seller that takes it anew, and a made-up quote says that it is one', async () => {
  const asked: unknown[] = []
  const rendered = await render('OnRampProviders', 'filled', {
    getOnrampQuote: (input) => {
      asked.push(input)
      return makeQuote('0.19', { isEstimate: true, quoteId: 'mocked-quote-id' })
    },
  })
  await press(rendered, '$500')
  await rendered.services.clock.advance(300)
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
  expect(asked).toHaveLength(3)
  const row = findByRole(rendered.root, 'button', /Brindle Pay/)
  expect(readText(row)).toContain('0.19 ETH')
  expect(readText(row)).toContain('Estimate')
  expect(readText(findByRole(rendered.root, 'button', /Morrow/))).toContain('From $5.00 to $50.00')
})

test('what is chosen stands in the form, and the view before it comes back', async () => {
  const rendered = await render('OnRampFiatSelect', 'filled')
  findByRole(rendered.root, 'option', /Euro/).click()
  await rendered.settle()
  expect(onrampOf(rendered.instance).get().form.currency).toBe('EUR')
  expect(rendered.instance.stores.router.get().history.at(-1)?.view).toBe('FundWallet')
})

test('a blocked window is a link that tells the page nothing of the site', async () => {
  const rendered = await render('BuyInProgress', 'blocked')
  const link = inView(rendered).querySelector<HTMLAnchorElement>('a[data-focus-key=remedy]')
  expect(link?.href).toBe('https://pay.example/checkout')
  expect(link?.rel).toBe('noopener noreferrer')
  expect(link?.target).toBe('_blank')
})

test.each([
  ['waiting', 'Finish in the other window', 'You pay', 'You get about'],
  ['completed', 'Add funds', 'You paid', 'You got'],
  ['failed', 'Add funds', 'Amount', 'To buy'],
  ['late', 'Add funds', 'Amount', 'To buy'],
] as const)('a purchase that is %s says so in its title and its facts', async (status, title, paid, got) => {
  const rendered = await render('BuyInProgress', status)
  expect(readText(rendered.root.querySelector('[data-title]') as Element)).toBe(title)
  expect([...inView(rendered).querySelectorAll('dt')].map(readText)).toEqual([paid, got])
})

test('a try of a purchase that was over asks for the other window again', async () => {
  const rendered = await render('BuyInProgress', 'late', { generateOnrampUrl: () => new Promise(() => {}) })
  await press(rendered, 'Try again')
  await rendered.settle()
  expect(readText(rendered.root.querySelector('[data-title]') as Element)).toBe('Finish in the other window')
})

test('the terms are asked for to buy, and not to choose a wallet', async () => {
  const rendered = await render('OnRampTokenSelect', 'legal')
  expect(readText(inView(rendered))).toContain('Accept the terms to buy.')
})

test('the form that is not known yet has the height of the form that comes', async () => {
  const gateway = { getOnrampOptions: () => new Promise<never>(() => {}) }
  const loading = await render('OnRampProviders', 'loading', gateway)
  const before = inView(loading).getBoundingClientRect().height
  loading.unmount()
  const rendered = await render('OnRampProviders', 'asking')
  const rows = [...inView(rendered).querySelectorAll('[data-focus-key^="provider:"]')]
  // Two sellers are drawn ahead; where there are more, their rows are what comes.
  const more = rows.slice(2).reduce((sum, row) => sum + row.getBoundingClientRect().height, 0)
  expect(rows.length).toBeGreaterThan(1)
  expect(Math.abs(inView(rendered).getBoundingClientRect().height - more - before)).toBeLessThan(48)
})

test('a purchase that ends after the modal was closed is told on the page', async () => {
  const id = 'o'.repeat(32)
  const order = {
    id,
    provider: 'brindle',
    status: 'completed',
    networkId: 'eip155:1',
    address: `0x${'a1'.repeat(20)}`,
    symbol: 'ETH',
    paymentAmount: '100',
    paymentCurrency: 'USD',
    purchaseAmount: '0.0371',
    isPurchaseKnown: true,
    transactionHash: null,
    createdAt: '2026-11-23T00:00:00.000Z',
    updatedAt: '2026-11-23T00:00:00.000Z',
  } as const
  let orders: (typeof order)[] = []
  const rendered = await render('BuyInProgress', 'waiting', { getOnrampOrders: () => ({ orders }) })
  onrampOf(rendered.instance).set((state) => ({
    ...state,
    purchase: state.purchase && { ...state.purchase, orderId: id },
  }))
  await rendered.settle()
  await press(rendered, 'Close')
  await rendered.settle()
  orders = [order]
  const region = () => document.querySelector('[data-latchkey-region]')?.shadowRoot?.querySelector('[role="status"]')
  await expect
    .poll(async () => {
      await rendered.services.clock.advance(4_000)
      return region()?.textContent
    })
    .toContain('Your ETH has arrived')
})

test('what is sold that could not be read is asked once, and again by the button', async () => {
  let asked = 0
  const rendered = await render('OnRampProviders', 'unread', {
    getOnrampOptions: () => {
      asked += 1
      throw new LatchkeyError('DATA_UNAVAILABLE', 'away')
    },
  })
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
  const before = asked
  expect(readText(inView(rendered))).toContain('What can be bought could not be read.')
  await press(rendered, 'Try again')
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
  expect(asked).toBe(before + 1)
  expect(readText(inView(rendered))).toContain('What can be bought could not be read.')
})

test('many things to buy can be searched, those that begin as what was typed first, and what is not there says so', async () => {
  const rendered = await render('OnRampTokenSelect', 'many')
  const names = () => [...inView(rendered).querySelectorAll('[role=option] .row-title')].map(readText)
  expect(names()).toHaveLength(8)
  await type(rendered, 'n')
  expect(names()).toEqual(['USD Coin', 'Pine', 'Acorn', 'Fern', expect.any(String)])
  await type(rendered, 'pi')
  expect(names()).toEqual(['Pine'])
  await type(rendered, 'zzz')
  expect(readText(inView(rendered))).toContain('Nothing matches “zzz”.')
})

test('few things to buy have no search, and the one in use has the focus', async () => {
  const rendered = await render('OnRampFiatSelect', 'filled')
  expect(inView(rendered).querySelector('input')).toBeNull()
  expect(readText(rendered.root.activeElement as Element)).toContain('USD')
})

test('purchases of which some are missing say so above the others, and are read again by the button', async () => {
  const rendered = await render('OnRampActivity', 'partly')
  expect(readText(inView(rendered))).toContain('Some of your purchases could not be read.')
  expect(inView(rendered).querySelectorAll('section')).toHaveLength(2)
  await press(rendered, 'Try again')
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
  expect(readText(inView(rendered))).toContain('No purchases yet')
})

test('purchases that could not be read again stay as they stood', async () => {
  const rendered = await render('OnRampActivity', 'read before')
  expect(readText(inView(rendered))).toContain('This is how they stood.')
  expect(inView(rendered).querySelectorAll('section')).toHaveLength(2)
})

async function type(rendered: RenderedView, text: string): Promise<void> {
  const input = inView(rendered).querySelector('input')
  if (input === null) throw new Error('nothing to type in')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await rendered.settle()
}

import { afterEach, expect, test } from 'vitest'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { makeQuote } from '../../../../../testing/src/onrampStates.ts'
import { inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
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

import { afterEach, expect, test } from 'vitest'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { fundsOf } from '../../../core/features/calls/funds.ts'
import { getRoute } from '../../../core/flow/router.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string): Promise<RenderedView> {
  view = await renderView(findViewState('CallsFunds', name), { locale: 'en' })
  await view.settle()
  return view
}
const isOff = (rendered: RenderedView, words: string): boolean =>
  findByRole(rendered.root, 'button', words).getAttribute('aria-disabled') === 'true'
const getAnswer = ({ instance }: RenderedView) => fundsOf(instance).get().answer

test('F-30: what a batch takes and what is there are said, and “Continue” waits for the coin', async () => {
  const short = await render('short')
  const text = readText(inView(short))
  expect(text).toContain('Hollowpine asks for something that takes ETH on Ethereum')
  expect(text).toMatch(/0\.050001 ETH.*0 ETH/s)
  expect(isOff(short, 'Continue')).toBe(true)
  expect(text).not.toContain('Swap for')
  await press(short, 'Cancel')
  expect(getAnswer(short)).toBe('reject')
  view?.unmount()

  const there = await render('there')
  expect(readText(inView(there))).toContain('There is enough ETH now.')
  await press(there, 'Continue')
  expect(getAnswer(there)).toBe('continue')
})

test('who holds something else is led to a swap for the coin, and back', async () => {
  const rendered = await render('short, with a swap')
  await press(rendered, 'Swap for ETH')
  const { router } = rendered.instance.stores
  expect(getRoute(router.get())).toMatchObject({ view: 'Swap', data: { swap: { toToken: 'native' } } })
  expect(router.get().history.map(({ view: name }) => name)).toContain('CallsFunds')
})

test('where somebody pays the fee, that is the way on', async () => {
  const rendered = await render('short, with a sponsor')
  await press(rendered, 'Have the fee paid')
  expect(getAnswer(rendered)).toBe('sponsor')
})

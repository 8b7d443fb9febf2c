import { afterEach, expect, test } from 'vitest'
import { readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { hiddenBalances } from '../../../core/features/tokens/hidden.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string): Promise<RenderedView> {
  view = await renderView(findViewState('AppPermissions', name))
  await expect.poll(() => view && inView(view).querySelector('[data-loading]')).toBe(null)
  return view
}

test('settings lead to the permissions, and what this site may do stands before what others may take', async () => {
  view = await renderView(findViewState('AccountSettings', 'filled'))
  await press(view, 'Permissions')
  expect(getView(view)).toBe('AppPermissions')
  view.unmount()
  const rendered = await render('filled')
  const titles = [...inView(rendered).querySelectorAll('h3')].map(readText)
  expect(titles).toEqual(['This site', 'May take from your account'])
  const rows = [...inView(rendered).querySelectorAll('.row-title')].map(readText)
  expect(rows).toEqual([
    'Fernpass',
    'Signed in',
    'May act without asking: native-token-stream',
    'Unlimited USDC',
    'Up to 250 USDC',
    'All of Low Sun',
    'Field Notes #118',
  ])
})

test('what is at risk is said once for all, and beside each; who covers balances covers it too', async () => {
  const rendered = await render('filled')
  expect(readText(inView(rendered))).toContain('$5,114.12 could be taken now')
  expect(readText(inView(rendered))).toContain('$250.00 at risk')
  hiddenBalances.write(rendered.instance, true)
  await rendered.settle()
  expect(readText(inView(rendered))).not.toMatch(/\$\d/)
})

test('a session says what the wallet may be asked for, and until when', async () => {
  const rendered = await render('filled')
  const text = readText(inView(rendered))
  expect(text).toContain('personal_sign')
  expect(text).toMatch(/Sees 1 account and may ask the wallet.*Until /)
})

test('SEC-96: bait is folded away with a warning, and stands in no sum and no button for all', async () => {
  const rendered = await render('filled')
  expect(readText(inView(rendered))).not.toContain('GIFT')
  expect(readText(inView(rendered))).toContain('End all 2 on Ethereum')
  await press(rendered, 'Show hidden')
  expect(readText(inView(rendered))).toContain('Unlimited GIFT')
  expect(readText(inView(rendered))).toContain('costs a fee')
  expect(readText(inView(rendered))).toContain('End all 2 on Ethereum')
})

test('every button says which permission it ends', async () => {
  const rendered = await render('filled')
  const names = [...inView(rendered).querySelectorAll('[data-focus-key^="end:"]')].map((each) => each.textContent)
  expect(names).toContain('End Unlimited USDC')
  expect(new Set(names).size).toBe(names.length)
})

test('what failed, what is missing and what still stands is said where it is', async () => {
  const failed = await render('failed')
  expect(readText(inView(failed))).toContain('Approvals could not be read.')
  expect(readText(inView(failed))).not.toContain('Nobody may take')
  failed.unmount()
  const partial = await render('in part')
  expect(readText(inView(partial))).toMatch(/could not be read on .*Older approvals may be missing/)
  partial.unmount()
  const ending = await render('ending')
  const row = inView(ending).querySelectorAll('[data-permission]')
  expect([...row].map((each) => each.querySelector('[aria-busy]') !== null)).toEqual([false, true, false, false])
  expect(readText(inView(ending))).toContain('still stands')
  expect(readText(inView(ending))).toContain('not known yet whether it has ended')
})

test('a page without a gateway says that it cannot look, and never that there is nothing', async () => {
  const rendered = await render('without a gateway')
  expect(readText(inView(rendered))).toContain('This site cannot look up approvals.')
  expect(readText(inView(rendered))).not.toContain('Nobody may take')
})

test('pressing End on the wallet disconnects it', async () => {
  const rendered = await render('nothing approved')
  await press(rendered, 'End Fernpass')
  await expect.poll(() => rendered.instance.stores.connection.get().byNamespace.eip155?.connection).toBeUndefined()
})

import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(...of: Parameters<typeof findViewState>): Promise<RenderedView> {
  view = await renderView(findViewState(...of))
  return view
}

test('what a wallet is leads to a wallet that can be had, and back to the control that led there', async () => {
  const rendered = await render('WhatIsAWallet', 'filled')
  findByRole(rendered.root, 'button', 'Get a wallet').click()
  await rendered.settle()
  expect(getView(rendered)).toBe('GetWallet')
  expect(rendered.events.map((event) => event.name)).toContain('CLICK_GET_WALLET_HELP')
  findByRole(rendered.root, 'button', 'Back to What is a wallet?').click()
  await rendered.settle()
  expect(getView(rendered)).toBe('WhatIsAWallet')
  expect(readText(rendered.root.activeElement ?? document.body)).toBe('Get a wallet')
})

test('points are headings with a text each', async () => {
  const rendered = await render('WhatIsAWallet', 'filled')
  expect([...rendered.root.querySelectorAll('h3')].map(readText)).toEqual([
    'Your key to many apps',
    'A place for what you own',
    'You hold the key',
  ])
})

test('SEC-87: every way to a wallet opens a new tab that knows nothing of this one, and says so', async () => {
  const rendered = await render('Downloads', 'filled')
  const links = [...rendered.root.querySelectorAll<HTMLAnchorElement>('.view a')]
  expect(links.map(readText)).toEqual([
    'Browser extension, opens in a new tab',
    'iPhone and iPad, opens in a new tab',
    'Android, opens in a new tab',
    'Website, opens in a new tab',
  ])
  for (const link of links) expect([link.rel, link.target]).toEqual(['noopener noreferrer', '_blank'])
})

test('the host is told which way to a wallet was taken', async () => {
  const rendered = await render('Downloads', 'filled')
  const link = findByRole(rendered.root, 'link', /Android/)
  link.addEventListener('click', (event) => event.preventDefault())
  link.click()
  expect(rendered.events.filter((event) => event.name === 'GET_WALLET')).toMatchObject([
    { properties: { name: 'Northkey', type: 'play_store' } },
  ])
})

test('a wallet that gave no link says so instead of showing an empty list', async () => {
  const rendered = await render('Downloads', 'empty')
  expect(readText(rendered.root.querySelector('.view') ?? document.body)).toContain('gave no link to download it.')
})

test('a developer sees what can be put right and what wallets were asked, and can copy it without a secret (SEC-88)', async () => {
  let copied = ''
  const state = findViewState('Diagnostics', 'advice')
  const copy = async (text: string): Promise<void> => {
    copied = text
  }
  view = await renderView({ ...state, browser: { ...state.browser, copy } })
  const { root, settle } = view
  await settle()
  const lines = [...root.querySelectorAll('.journal li')].map(readText)
  expect(lines.some((line) => line.includes('refusal eip155 dev.fernpass connect'))).toBe(true)
  findByRole(root, 'button', 'Copy all').click()
  await settle()
  expect(JSON.parse(copied)).toMatchObject({
    page: {},
    options: { debug: true },
    journal: [{ name: 'MODAL_OPEN' }, {}, {}, {}],
  })
  expect(findByRole(root, 'button', 'Copied')).toBeDefined()
})

test('in debug mode alone a way to the diagnosis stands in the modal', async () => {
  const debug = await renderView({ ...findViewState('WhatIsAWallet', 'filled'), options: { debug: true } })
  await expect.poll(() => [...debug.root.querySelectorAll('button')].map(readText)).toContain('Diagnosis')
  findByRole(debug.root, 'button', 'Diagnosis').click()
  await debug.settle()
  expect(getView(debug)).toBe('Diagnostics')
  debug.unmount()
  const rendered = await render('WhatIsAWallet', 'filled')
  expect([...rendered.root.querySelectorAll('button')].map(readText)).not.toContain('Diagnosis')
})

test('the code of a store comes into sight when it is asked for', async () => {
  await page.viewport(414, 500)
  const rendered = await render('Downloads', 'filled')
  findByRole(rendered.root, 'button', 'Scan with my phone').click()
  await rendered.settle()
  const bottom = (selector: string): number | undefined =>
    rendered.root.querySelector(selector)?.getBoundingClientRect().bottom
  expect(bottom('[role=img]')).toBeLessThanOrEqual(bottom('.body') ?? 0)
  await page.viewport(414, 896)
})

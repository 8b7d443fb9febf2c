import { afterEach, expect, test } from 'vitest'
import { readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { sharesUsage } from '../../../core/features/analytics/consent.ts'
import { hiddenBalances } from '../../../core/features/tokens/hidden.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import type { ViewName } from '../../../core/types/views.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(of: ViewName, name: string): Promise<RenderedView> {
  view = await renderView(findViewState(of, name))
  await expect.poll(() => view && inView(view).querySelector('[data-loading]')).toBe(null)
  return view
}

/** All that is seen and read of a view, titles and names of controls too. */
function readAll(rendered: RenderedView): string {
  const titles = [...inView(rendered).querySelectorAll('[title], [aria-label]')].map(
    (element) => `${element.getAttribute('title') ?? ''} ${element.getAttribute('aria-label') ?? ''}`,
  )
  return [readText(inView(rendered)), ...titles].join('\n')
}

function findSwitch(rendered: RenderedView, focusKey: string): HTMLElement {
  const found = inView(rendered).querySelector<HTMLElement>(`[role=switch][data-focus-key=${focusKey}]`)
  if (!found) throw new Error(`There is no switch ${focusKey}.`)
  return found
}

/** Amounts and worths of the account in the fixtures. */
const AMOUNTS = /5,528|1\.842|4,864|612\.4|51\.60|\$\d/

test('balances are covered by one press, for screen readers too, and stay covered at the next opening', async () => {
  const rendered = await render('Account', 'filled')
  await expect.poll(() => inView(rendered).querySelector('[data-focus-key=eye]')).not.toBe(null)
  expect(readAll(rendered)).toMatch(AMOUNTS)
  await press(rendered, 'Hide balances')
  expect(readAll(rendered)).not.toMatch(AMOUNTS)
  expect(readText(inView(rendered))).toContain('Hidden')
  expect(rendered.services.storage.get('hidesBalances')).toContain('true')
  await press(rendered, 'Show balances')
  expect(readAll(rendered)).toMatch(AMOUNTS)
})

test('what was covered is covered from the first drawing on', async () => {
  const seen: string[] = []
  const watcher = new MutationObserver(() => {
    const root = document.querySelector('[data-latchkey]')?.shadowRoot
    if (root) seen.push(root.textContent ?? '')
  })
  watcher.observe(document, { childList: true, subtree: true })
  const rendered = await render('Account', 'balances hidden')
  watcher.disconnect()
  seen.push(rendered.root.textContent ?? '')
  for (const text of seen) expect(text).not.toMatch(AMOUNTS)
  expect(readAll(rendered)).not.toMatch(AMOUNTS)
})

test('a choice made elsewhere on the page covers the view on screen', async () => {
  const rendered = await render('Account', 'filled')
  hiddenBalances.write(rendered.instance, true)
  await rendered.settle()
  expect(readAll(rendered)).not.toMatch(AMOUNTS)
})

test('one token and the activity show no amount of the visitor’s either, but the price, which is everybody’s', async () => {
  const rendered = await render('TokenDetails', 'filled')
  hiddenBalances.write(rendered.instance, true)
  await rendered.settle()
  expect(readText(inView(rendered))).not.toMatch(/612/)
  rendered.unmount()
  const list = await render('Account', 'activity with balances hidden')
  await expect.poll(() => inView(list).querySelectorAll('.entry').length).toBeGreaterThan(0)
  expect(readAll(list)).not.toMatch(/659\.34|0\.25/)
  expect(readText(inView(list))).toContain('Hidden USDC')
  inView(list).querySelectorAll<HTMLElement>('.entry')[1]?.click()
  await list.settle()
  expect(getView(list)).toBe('TransactionDetails')
  expect(readAll(list)).not.toMatch(/659\.34|0\.25/)
})

test('settings cover balances and lead to privacy, and name what kind of account it is', async () => {
  const rendered = await render('AccountSettings', 'smart account')
  expect(readText(inView(rendered))).toContain('Account typeSmart account')
  const hide = findSwitch(rendered, 'hide')
  hide.click()
  await rendered.settle()
  expect([hide.getAttribute('aria-checked'), rendered.services.storage.get('hidesBalances')?.includes('true')]).toEqual(
    ['true', true],
  )
  findSwitch(rendered, 'hideSmall').click()
  await rendered.settle()
  expect(findSwitch(rendered, 'hideSmall').getAttribute('aria-checked')).toBe('true')
  expect(rendered.services.storage.get('hidesSmall')).toContain('true')
  await press(rendered, 'Privacy and data')
  expect(getView(rendered)).toBe('PrivacyAndData')
})

test('what is kept is listed with its number, and every host with what it is asked', async () => {
  const rendered = await render('PrivacyAndData', 'filled')
  const text = readText(inView(rendered))
  for (const part of [
    'Connected wallets1',
    'Wallets used before2',
    'Balances and names last seen12 kB',
    'Addresses you sent to1',
    'gateway.hollowpine.testWallet list, balances, prices · Messages to your phone, sealed',
    'count.hollowpine.testHow this window is used',
  ])
    expect(text).toContain(part)
  // Whose address it is, is nobody's business on this page.
  expect(readAll(rendered)).not.toContain(ACCOUNT.address)
})

test('SEC-105: a visitor who does not want to be counted is not, and the host is off the list', async () => {
  const rendered = await render('PrivacyAndData', 'filled')
  findSwitch(rendered, 'share').click()
  await rendered.settle()
  expect(sharesUsage(rendered.instance)).toBe(false)
  expect(readText(inView(rendered))).not.toContain('count.hollowpine.test')
})

test('a site that sends nothing says so, and has no switch', async () => {
  const rendered = await render('PrivacyAndData', 'nothing kept')
  expect(inView(rendered).querySelector('[role=switch]')).toBe(null)
  expect(readText(inView(rendered))).toContain('How you use this window is sent to nobody.')
  expect(readText(inView(rendered))).toContain('Nothing of you is kept in this browser.')
})

test('everything is forgotten after a second press: connection, records, and the keys of sessions', async () => {
  const rendered = await render('PrivacyAndData', 'filled')
  const { instance, services } = rendered
  const name = `latchkey-${instance.options.id}`
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore('records')
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  await press(rendered, 'Forget everything')
  expect(services.storage.names().length).toBeGreaterThan(4)
  await press(rendered, 'Forget everything now?')
  await expect.poll(() => services.storage.names()).toEqual([])
  await expect.poll(async () => (await indexedDB.databases()).map((each) => each.name)).not.toContain(name)
  expect(getConnection(instance.stores.connection.get(), 'eip155')).toBe(undefined)
  expect(instance.stores.connectors.get().recent).toEqual([])
  expect(rendered.adapter.asked.filter((call) => call.startsWith('disconnect'))).toHaveLength(1)
  await expect.poll(() => readText(inView(rendered))).toContain('Nothing of you is kept in this browser.')
  expect(getView(rendered)).toBe('PrivacyAndData')
})

test('a refusal to be counted outlives forgetting', async () => {
  const rendered = await render('PrivacyAndData', 'filled')
  findSwitch(rendered, 'share').click()
  await rendered.settle()
  await press(rendered, 'Forget everything')
  await press(rendered, 'Forget everything now?')
  await expect.poll(() => rendered.services.storage.names()).toEqual(['analytics'])
  expect(sharesUsage(rendered.instance)).toBe(false)
})

test('one token names its own activity, and each entry leads to its transaction', async () => {
  const rendered = await render('TokenDetails', 'with its activity')
  expect([...inView(rendered).querySelectorAll('h3')].map(readText)).toEqual(['Activity'])
  const entries = [...inView(rendered).querySelectorAll<HTMLElement>('.entry')]
  expect(entries).toHaveLength(2)
  entries[0]?.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('TransactionDetails')
})

test('the activity is saved as a file of the browser’s own, and its number of entries is said', async () => {
  const rendered = await render('Account', 'activity filled')
  await expect.poll(() => inView(rendered).querySelector('[data-focus-key=export]')).not.toBe(null)
  const saved: { name: string; text: Promise<string> }[] = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: fetch(this.href).then((response) => response.text()) })
  }
  try {
    await press(rendered, 'Save as CSV')
    await expect.poll(() => saved.length).toBe(1)
    await expect.poll(() => readText(inView(rendered))).toContain('Entries saved: ')
  } finally {
    HTMLAnchorElement.prototype.click = click
  }
  expect(saved[0]?.name).toMatch(/^activity-eip155-1-\d{4}-\d\d-\d\d\.csv$/)
  expect(await saved[0]?.text).toContain('"USDC"')
})

test('who is not connected reaches what is kept and told from under the wallets, and comes back to them', async () => {
  view = await renderView(findViewState('Connect', 'filled'))
  await press(view, 'Privacy and data')
  expect(getView(view)).toBe('PrivacyAndData')
  goBack(view.instance)
  await view.settle()
  expect(getView(view)).toBe('Connect')
  expect(view.root.activeElement?.getAttribute('data-focus-key')).toBe('PrivacyAndData')
})

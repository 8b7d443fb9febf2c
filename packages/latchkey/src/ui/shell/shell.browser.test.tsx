import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import { createTestLatchkey, testNetwork } from '../../../../testing/src/createTestLatchkey.ts'
import { readText } from '../../../../testing/src/findByRole.ts'
import { makeListing } from '../../../../testing/src/fixtures.ts'
import { renderView } from '../../../../testing/src/renderView.tsx'
import { sendToBrowser } from '../../../../testing/src/sendToBrowser.ts'
import { findViewState } from '../../../../testing/src/viewStates.ts'
import { closeModal } from '../../core/flow/closeModal.ts'
import { closeWithSuccess } from '../../core/flow/closeWithSuccess.ts'
import { hideToast } from '../../core/flow/hideToast.ts'
import { openModal } from '../../core/flow/openModal.ts'
import { pushView } from '../../core/flow/pushView.ts'
import { resetView } from '../../core/flow/resetView.ts'
import { showAlert } from '../../core/flow/showAlert.ts'
import { showToast } from '../../core/flow/showToast.ts'
import type { ToastContent } from '../../core/flow/toast.ts'
import { whileAsked } from '../../core/kernel/requests/asked.ts'
import type { BrowserPort } from '../../core/services/ports.ts'
import type { Latchkey, OpenOptions } from '../../core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../../core/types/options.ts'
import { mountModal } from '../mount.tsx'

const setMedia = (features: { name: string; value: string }[]): Promise<unknown> =>
  sendToBrowser('Emulation.setEmulatedMedia', { features })
/** Slows all motion down, so that a busy machine cannot miss it. */
const setMotionRate = async (playbackRate: number): Promise<void> => {
  await sendToBrowser('Animation.enable')
  await sendToBrowser('Animation.setPlaybackRate', { playbackRate })
}

let undo: (() => void)[] = []
let opener: HTMLButtonElement

beforeEach(() => {
  opener = document.createElement('button')
  opener.textContent = 'Connect wallet'
  document.body.append(opener)
  opener.focus()
})
afterEach(async () => {
  for (const run of undo.reverse()) run()
  undo = []
  opener.remove()
  await setMedia([])
  await setMotionRate(1)
  await page.viewport(900, 760)
})

function start(
  given: Partial<CreateLatchkeyOptions> = {},
  browser: Partial<BrowserPort> = {},
  container?: HTMLElement,
) {
  const id = crypto.randomUUID()
  const services = createFakeServices({ id, browser })
  const networks = [testNetwork(1, { name: 'Ethereum' }), testNetwork(8453, { name: 'Base' })] as const
  const { latchkey, failures } = createTestLatchkey({ options: { id, networks, ...given }, services, isStarted: false })
  const unmount = mountModal(latchkey, { container })
  undo.push(() => {
    unmount()
    latchkey.destroy()
  })
  return { latchkey, clock: services.clock, services, failures, unmount }
}

/** Puts an account into the stores, as if a wallet had connected. */
function connectAccount({ instance }: Latchkey): void {
  const account = { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', type: 'eoa' } as const
  const connector = { id: 'test', name: 'Fernpass', namespace: 'eip155', type: 'ANNOUNCED', provider: {} } as const
  const connection = { connector, accounts: [account], networkId: 'eip155:1', provider: {} } as const
  const { accounts, connection: connections } = instance.stores
  accounts.set(() => ({ byNamespace: { eip155: { active: account, all: [account] } } }))
  connections.set((state) => ({ ...state, byNamespace: { eip155: { status: 'connected', connection } } }))
}

const getHost = (latchkey: Latchkey): HTMLElement | null => document.querySelector(`[data-latchkey="${latchkey.id}"]`)
function getRoot(latchkey: Latchkey): ShadowRoot {
  const root = getHost(latchkey)?.shadowRoot
  if (!root) throw new Error('The modal is not on the page')
  return root
}
function find<Found extends HTMLElement = HTMLElement>(latchkey: Latchkey, selector: string): Found {
  const found = getRoot(latchkey).querySelector<Found>(selector)
  if (!found) throw new Error(`No ${selector}`)
  return found
}
async function open(latchkey: Latchkey, options?: OpenOptions): Promise<void> {
  void openModal(latchkey.instance, options)
  await expect.poll(() => getHost(latchkey)?.shadowRoot?.querySelector('.card .view, .embedded .view')).toBeTruthy()
  await expect.poll(() => getRoot(latchkey).querySelector('[data-loading]')).toBeNull()
}
const isOpen = (latchkey: Latchkey): boolean => latchkey.instance.stores.modal.get().open
const focused = (latchkey: Latchkey): Element | null => getRoot(latchkey).activeElement

test('a page that hides every div does not hide the modal, and test tools count it as visible', async () => {
  const rule = document.createElement('style')
  rule.textContent = 'div, body > * { display: none !important } div { width: auto }'
  document.head.append(rule)
  undo.push(() => rule.remove())
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  expect(find(latchkey, '.card').getBoundingClientRect().width).toBeGreaterThan(300)
  const host = getHost(latchkey)
  const { width, height } = host?.getBoundingClientRect() ?? {}
  expect([width, height, host?.checkVisibility()]).toEqual([1, 1, true])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('a modal that somebody has moved over shows what has become of a wallet in the same turn, so that no press falls in between', async () => {
  const { latchkey, unmount } = start()
  unmount()
  // As a site has it: nothing but the modal brings what decides.
  latchkey.instance.live.decide = undefined
  undo.push(mountModal(latchkey))
  await open(latchkey, { view: 'WhatIsAWallet' })
  find(latchkey, 'dialog').dispatchEvent(new PointerEvent('pointermove'))
  await expect.poll(() => latchkey.instance.live.decide).toBeDefined()
  connectAccount(latchkey)
  latchkey.instance.tell({ kind: 'disconnected', isAll: true, hasFailed: false })
  expect(isOpen(latchkey)).toBe(false)
})

test('in a place of the page it shows a wallet that is back in the same turn, untouched as well', async () => {
  const { latchkey, unmount } = start()
  unmount()
  latchkey.instance.live.decide = undefined
  const container = document.body.appendChild(document.createElement('div'))
  undo.push(mountModal(latchkey, { container }), () => container.remove())
  latchkey.instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
  await expect.poll(() => latchkey.instance.live.decide).toBeDefined()
  connectAccount(latchkey)
  latchkey.instance.tell({ kind: 'restored' })
  expect(latchkey.getState().view).toBe('Account')
})

test('opens as a modal dialog in the top layer that is named by its title', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const dialog = find<HTMLDialogElement>(latchkey, 'dialog')
  expect(dialog.matches(':modal')).toBe(true)
  expect(dialog.getAttribute('role')).toBe('dialog')
  const title = getRoot(latchkey).getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  expect(title?.textContent).toBe('What is a wallet?')
})

test('the view that must be answered is an alertdialog, and Account keeps a title that is only read out', async () => {
  const { latchkey } = start()
  connectAccount(latchkey)
  await open(latchkey)
  expect(find(latchkey, '[data-title]').classList.contains('hidden-text')).toBe(true)
  pushView(latchkey.instance, { view: 'UnsupportedChain' })
  await expect.poll(() => find(latchkey, 'dialog').getAttribute('role')).toBe('alertdialog')
})

test('the focus goes to the first target of the view, or to its title', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  expect(focused(latchkey)).toBe(find(latchkey, '[data-title]'))
  pushView(latchkey.instance, { view: 'UnsupportedChain' })
  await expect.poll(() => (focused(latchkey) as HTMLElement | null)?.dataset.focusKey).toMatch(/^network:/)
})

test('Tab and Shift+Tab stay inside', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const seen = new Set<Element | null>()
  for (let press = 0; press < 6; press += 1) {
    await userEvent.keyboard('{Tab}')
    seen.add(focused(latchkey))
    expect(document.activeElement).toBe(getHost(latchkey))
  }
  expect(seen.has(null)).toBe(false)
  find(latchkey, '[data-title]').focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(getHost(latchkey))
  expect(focused(latchkey)?.tagName).toBe('BUTTON')
})

test('Escape closes, takes the host element off the page and gives the focus back', async () => {
  const { latchkey } = start()
  await open(latchkey)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getHost(latchkey)).toBe(null)
  expect(isOpen(latchkey)).toBe(false)
  expect(document.activeElement).toBe(opener)
})

test('the focus goes to our button on the page when the opener is gone', async () => {
  const { latchkey } = start()
  const button = document.createElement('latchkey-button')
  button.tabIndex = 0
  document.body.append(button)
  undo.push(() => button.remove())
  await open(latchkey)
  opener.remove()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(button)
})

test('Escape hides an open tooltip first', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  find(latchkey, '[data-focus-key=close]').focus()
  await expect.poll(() => getRoot(latchkey).querySelector('[role=tooltip]')?.textContent).toBe('Close')
  await userEvent.keyboard('{Escape}')
  expect(isOpen(latchkey)).toBe(true)
  await expect.poll(() => getRoot(latchkey).querySelector('[role=tooltip]')).toBe(null)
  await userEvent.keyboard('{Escape}')
  expect(isOpen(latchkey)).toBe(false)
})

test('a scroll beside a control leaves its tooltip, also while the card comes in', async () => {
  await page.viewport(900, 320)
  await setMotionRate(0.02)
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const body = find(latchkey, '.body')
  const scroll = async (element: Element, top: number): Promise<void> => {
    const scrolled = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }))
    element.scrollTop = top
    await scrolled
  }
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const close = find(latchkey, '[data-focus-key=close]')
  close.focus()
  const tip = (): Element | null => getRoot(latchkey).querySelector('[role=tooltip]')
  await expect.poll(() => tip()?.textContent).toBe('Close')
  const { top } = close.getBoundingClientRect()
  await expect.poll(() => Math.abs(close.getBoundingClientRect().top - top)).toBeGreaterThan(1)
  await scroll(body, body.scrollTop === 0 ? 20 : 0)
  expect(tip()?.textContent).toBe('Close')
})

test('a tooltip that the keyboard called up stays when a resting pointer leaves', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const close = find(latchkey, '[data-focus-key=close]')
  await userEvent.hover(close)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  close.focus()
  await expect.poll(() => getRoot(latchkey).querySelector('[role=tooltip]')?.textContent).toBe('Close')
  await userEvent.unhover(close)
  expect(getRoot(latchkey).querySelector('[role=tooltip]')?.textContent).toBe('Close')
  close.blur()
  await expect.poll(() => getRoot(latchkey).querySelector('[role=tooltip]')).toBe(null)
})

test('a tooltip waits 300 ms under the pointer', async () => {
  const { latchkey, clock } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  await userEvent.hover(find(latchkey, '[data-focus-key=close]'))
  expect(getRoot(latchkey).querySelector('[role=tooltip]')).toBe(null)
  await clock.advance(300)
  await expect.poll(() => getRoot(latchkey).querySelector('[role=tooltip]')?.textContent).toBe('Close')
})

test('a refused close shakes the card, says why and stays', async () => {
  const { latchkey, clock } = start()
  await open(latchkey, { view: 'UnsupportedChain' })
  for (const animation of find(latchkey, '.card').getAnimations()) animation.finish()
  await setMotionRate(0.02)
  await userEvent.keyboard('{Escape}')
  expect(isOpen(latchkey)).toBe(true)
  // It may grow at the same time, for the line that says why.
  const frames = (): ComputedKeyframe[] =>
    find(latchkey, '.card')
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
  await expect.poll(() => frames().some(({ transform }) => transform === 'translateX(-6px)')).toBe(true)
  await clock.advance(50)
  expect(find(latchkey, '[aria-live=assertive]').textContent).toBe('Switch network or disconnect to continue.')
  expect(find(latchkey, '.line.warn').textContent).toBe('Switch network or disconnect to continue.')
})

test('with reduced motion nothing slides or shakes, and the reason is still said', async () => {
  await setMedia([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  const { latchkey, clock } = start()
  await open(latchkey, { view: 'UnsupportedChain' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getRoot(latchkey).querySelector('.line.warn')).toBeTruthy()
  await clock.advance(50)
  expect(find(latchkey, '[aria-live=assertive]').textContent).not.toBe('')
  pushView(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('What is a wallet?')
  // What follows the scrolling is no motion of its own.
  const moving = getRoot(latchkey).getAnimations()
  expect(moving.filter(({ timeline }) => timeline instanceof DocumentTimeline)).toEqual([])
})

test('a press on the overlay closes, one that began on the card does not', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const dialog = find(latchkey, 'dialog')
  const press = (target: Element, type: string) => target.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  press(find(latchkey, '.card'), 'pointerdown')
  press(dialog, 'click')
  expect(isOpen(latchkey)).toBe(true)
  press(dialog, 'pointerdown')
  press(dialog, 'click')
  expect(isOpen(latchkey)).toBe(false)
})

test('the second half of the double click that opened the modal does not close it', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const dialog = find(latchkey, 'dialog')
  dialog.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  dialog.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 2 }))
  expect(isOpen(latchkey)).toBe(true)
})

test('a double click presses one control, not what comes under the pointer meanwhile', async () => {
  const { latchkey } = start()
  await open(latchkey)
  pushView(latchkey.instance, { view: 'GetWallet' })
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Get a wallet')
  await userEvent.dblClick(find(latchkey, '[data-focus-key=back]'))
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Connect a wallet')
  await userEvent.click(find(latchkey, '[data-focus-key=help]'))
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('What is a wallet?')
  pushView(latchkey.instance, { view: 'GetWallet' })
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Get a wallet')
  // The same control again is meant.
  for (const detail of [1, 2]) {
    find(latchkey, '[data-focus-key=back]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  }
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Connect a wallet')
})

test('the second half of a double click takes no focus from what came under the pointer', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const title = find(latchkey, '[data-title]')
  const field = document.createElement('input')
  title.after(field)
  find(latchkey, '[data-focus-key=help]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  field.focus()
  const press = (detail: number): boolean =>
    title.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, detail }))
  expect(press(2)).toBe(false)
  // A word is chosen by a double click all the same.
  expect([press(1), press(2)]).toEqual([true, true])
})

test('a control that says something else by the second half of a double click is not pressed by it', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const button = document.createElement('button')
  button.dataset.focusKey = 'sign'
  button.textContent = 'Sign'
  const pressed: string[] = []
  button.addEventListener('click', () => {
    pressed.push(button.textContent)
    button.textContent = 'Use another account'
  })
  find(latchkey, '[data-title]').after(button)
  await userEvent.dblClick(button)
  expect(pressed).toEqual(['Sign'])
  await userEvent.click(button)
  expect(pressed).toEqual(['Sign', 'Use another account'])
})

test('a long title is cut in its middle, between whole signs', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'Downloads', data: { wallet: makeListing('🦊'.repeat(40), undefined) } })
  const seen = find(latchkey, '[data-title] [aria-hidden]').textContent ?? ''
  expect(seen).toMatch(/^Get 🦊+…🦊+$/u)
  expect(find(latchkey, '[data-title]').textContent).toContain('🦊'.repeat(40))
})

test('a title that is too long for a narrow page goes on in a second line, whole', async () => {
  await page.viewport(320, 640)
  const { latchkey } = start({ locale: 'de' })
  await open(latchkey, { view: 'Downloads', data: { wallet: makeListing('Wallet der Wasserwerke 24', undefined) } })
  const title = find(latchkey, '[data-title]')
  expect(title.textContent).toContain('Wallet der Wasserwerke 24')
  expect(title.getBoundingClientRect().height).toBeGreaterThan(30)
  expect([title.scrollWidth - title.clientWidth, title.scrollHeight - title.clientHeight]).toEqual([0, 0])
  const close = find(latchkey, '[data-focus-key=close]').getBoundingClientRect()
  expect(close.left).toBeGreaterThanOrEqual(title.getBoundingClientRect().right)
})

test('the page behind stands still, and has its own styles back afterwards', async () => {
  const page = document.documentElement
  page.style.setProperty('overflow', 'scroll', 'important')
  undo.push(() => page.removeAttribute('style'))
  const before = page.getAttribute('style')
  const first = start()
  const second = start()
  await open(first.latchkey)
  await open(second.latchkey)
  expect(getComputedStyle(page).overflowY).toBe('hidden')
  closeModal(first.latchkey.instance, 'host')
  await expect.poll(() => getHost(first.latchkey)).toBe(null)
  expect(getComputedStyle(page).overflowY).toBe('hidden')
  closeModal(second.latchkey.instance, 'host')
  await expect.poll(() => getHost(second.latchkey)).toBe(null)
  expect(page.getAttribute('style')).toBe(before)
})

test('two modals on one page do not meet', async () => {
  const first = start()
  const second = start({ themeMode: 'light' })
  await open(first.latchkey, { view: 'WhatIsAWallet' })
  await open(second.latchkey, { view: 'Networks' })
  expect(find(first.latchkey, '[data-title]').textContent).toBe('What is a wallet?')
  expect(find(second.latchkey, '[data-title]').textContent).toBe('Choose a network')
  expect(getHost(first.latchkey)?.dataset.theme).toBe('dark')
  expect(getHost(second.latchkey)?.dataset.theme).toBe('light')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getHost(second.latchkey)).toBe(null)
  expect(isOpen(first.latchkey)).toBe(true)
  expect(document.activeElement).toBe(getHost(first.latchkey))
})

test('taking the modal off leaves no trace on the page', async () => {
  const before = document.documentElement.outerHTML
  const { latchkey, unmount } = start()
  await open(latchkey)
  expect(document.documentElement.outerHTML).not.toBe(before)
  unmount()
  expect(document.documentElement.outerHTML).toBe(before)
})

test('going back gives the focus to the control that led away', async () => {
  const { latchkey } = start()
  await open(latchkey)
  await userEvent.click(find(latchkey, '[data-focus-key=help]'))
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('What is a wallet?')
  await userEvent.click(find(latchkey, '[data-focus-key=back]'))
  await expect.poll(() => (focused(latchkey) as HTMLElement | null)?.dataset.focusKey).toBe('help')
  expect(getRoot(latchkey).querySelector('.stage > [tabindex]'), 'what held it meanwhile').toBe(null)
})

test('the back arrow names the view that it goes to', async () => {
  const { latchkey } = start()
  await open(latchkey)
  pushView(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect
    .poll(() => getRoot(latchkey).querySelector('[data-focus-key=back]')?.getAttribute('aria-label'))
    .toBe('Back to Connect a wallet')
})

test('in a right-to-left language everything stands on the other side', async () => {
  const { latchkey } = start({ locale: 'ar' })
  await open(latchkey, { view: 'Connect' })
  pushView(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect.poll(() => getRoot(latchkey).querySelector('[data-focus-key=back]')).toBeTruthy()
  const root = find(latchkey, '.root')
  expect([root.dir, root.lang]).toEqual(['rtl', 'ar'])
  const card = find(latchkey, '.card').getBoundingClientRect()
  expect(find(latchkey, '[data-focus-key=back]').getBoundingClientRect().left).toBeGreaterThan(
    card.left + card.width / 2,
  )
  expect(find(latchkey, '[data-focus-key=close]').getBoundingClientRect().left).toBeLessThan(card.left + card.width / 2)
  expect(getComputedStyle(find(latchkey, '[data-focus-key=back] .icon')).transform).toBe('matrix(-1, 0, 0, 1, 0, 0)')
})

test('a change of language changes the words of an open modal', async () => {
  const { latchkey } = start({ locale: 'en' })
  await open(latchkey)
  latchkey.setLocale('ar')
  await expect.poll(() => find(latchkey, '.root').dir).toBe('rtl')
  latchkey.setLocale('sv')
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Connect a wallet')
})

test('the browser knows the language, which shapes the letters of Chinese and Japanese and ends their lines', async () => {
  const { latchkey } = start({ locale: 'ja-JP' })
  await open(latchkey)
  const getStyle = (name: string): string => getComputedStyle(find(latchkey, '[data-title]')).getPropertyValue(name)
  expect([getStyle('-webkit-locale'), getStyle('word-break')]).toEqual(['"ja"', 'auto-phrase'])
  latchkey.setLocale('zh-TW')
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('連接錢包')
  expect([getStyle('-webkit-locale'), getStyle('word-break')]).toEqual(['"zh-TW"', 'normal'])
  latchkey.setLocale('zh-SG')
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('连接钱包')
})

test('under 480 px it is a sheet at the bottom that can be dragged down', async () => {
  await page.viewport(390, 700)
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const card = find(latchkey, '.card')
  for (const animation of card.getAnimations()) animation.finish()
  const place = card.getBoundingClientRect()
  expect([place.left, place.width, Math.round(place.bottom)]).toEqual([0, innerWidth, innerHeight])
  const handle = find(latchkey, '.handle')
  const drag = (type: string, y: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, clientX: 100, clientY: place.top + y }),
    )
  // A synthetic pointer cannot be captured; the handle alone hears it.
  handle.setPointerCapture = () => {}
  drag('pointerdown', 10)
  drag('pointermove', 40)
  expect(new DOMMatrix(getComputedStyle(card).transform).f).toBe(24)
  drag('pointermove', 320)
  drag('pointerup', 320)
  expect(isOpen(latchkey)).toBe(false)
})

test('the card grows and shrinks with what is in it', async () => {
  const { latchkey } = start()
  // Both views have been here before: a view that is still on its way has a height of its own in between.
  await open(latchkey, { view: 'Networks' })
  await expect.poll(() => getRoot(latchkey).querySelector('[data-focus-key^="network:"]')).not.toBeNull()
  pushView(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect.poll(() => getRoot(latchkey).querySelector('.points')).not.toBeNull()
  await setMotionRate(0.02)
  const card = find(latchkey, '.card')
  // The card hears of a change in the frame that draws it, and grows to it from then on.
  await nextFrame()
  await nextFrame()
  for (const animation of card.getAnimations()) animation.finish()
  const before = card.getBoundingClientRect().height
  pushView(latchkey.instance, { view: 'Networks' })
  await expect.poll(() => card.getAnimations().length).toBe(1)
  const [growth] = card.getAnimations()
  growth?.pause()
  if (growth) growth.currentTime = 0
  expect(card.getBoundingClientRect().height).toBeCloseTo(before, 0)
  growth?.finish()
  expect(card.getBoundingClientRect().height).toBeLessThan(before)
})

test.each([
  ['en', '-8px'],
  ['ar', '8px'],
] as const)('the view that leaves fades in the direction of travel, as a dead copy: %s', async (locale, way) => {
  const { latchkey } = start({ locale })
  await open(latchkey)
  await expect.poll(() => find(latchkey, '.root').lang).toBe(locale)
  await setMotionRate(0.02)
  pushView(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect.poll(() => getRoot(latchkey).querySelector('.leaving')?.childElementCount).toBe(1)
  const fading = find(latchkey, '.leaving > *').getAnimations()[0]?.effect as KeyframeEffect
  expect(fading.getKeyframes().at(-1)?.transform).toBe(`translateX(${way})`)
  expect(getRoot(latchkey).querySelectorAll('.leaving [id], .leaving [data-focus-key]')).toHaveLength(0)
  expect(find(latchkey, '.leaving').getAttribute('aria-hidden')).toBe('true')
  for (const animation of find(latchkey, '.leaving').firstElementChild?.getAnimations() ?? []) animation.finish()
  await expect.poll(() => find(latchkey, '.leaving').childElementCount).toBe(0)
})

test('320 px wide and in a low window everything is reached by scrolling in one direction', async () => {
  await page.viewport(320, 256)
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const body = find(latchkey, '.body')
  expect(body.scrollWidth).toBe(body.clientWidth)
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight)
  for (const animation of find(latchkey, '.card').getAnimations()) animation.finish()
  expect(find(latchkey, '.card').getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
})

test('F-28: nobody can be asked in an element that is hidden, or once the modal is off the page', () => {
  const container = document.createElement('div')
  const { latchkey, unmount } = start({}, {}, container)
  const isInSight = () => latchkey.instance.live.isInSight?.()
  expect(isInSight(), 'not on the page').toBe(false)
  document.body.append(container)
  undo.push(() => container.remove())
  expect(isInSight()).toBe(true)
  container.hidden = true
  expect(isInSight(), 'in a tab of the page that is not shown').toBe(false)
  container.hidden = false
  expect(isInSight()).toBe(true)
  unmount()
  expect(isInSight()).toBeUndefined()
})

test('embedded it is a region of the page without overlay, close button or scroll lock', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  undo.push(() => container.remove())
  const { latchkey } = start({}, {}, container)
  latchkey.instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
  await expect.poll(() => getHost(latchkey)?.shadowRoot?.querySelector('.embedded')).toBeTruthy()
  expect(getHost(latchkey)?.parentElement).toBe(container)
  expect(getRoot(latchkey).querySelector('dialog, [aria-modal], [data-focus-key=close]')).toBe(null)
  expect(find(latchkey, 'section').getAttribute('aria-labelledby')).toBe(find(latchkey, '[data-title]').id)
  expect(document.documentElement.style.overflow).toBe('')
})

test('embedded it takes no focus from the page by itself, and moves it once somebody is inside', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  undo.push(() => container.remove())
  const { latchkey } = start({}, {}, container)
  latchkey.instance.stores.modal.set((state) => ({ ...state, open: true, embedded: true }))
  await expect.poll(() => getHost(latchkey)?.shadowRoot?.querySelector('[data-focus-key=help]')).toBeTruthy()
  resetView(latchkey.instance, { view: 'GetWallet' })
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Get a wallet')
  await expect.poll(() => getRoot(latchkey).querySelector('[data-loading]')).toBe(null)
  expect(document.activeElement).toBe(opener)
  resetView(latchkey.instance, { view: 'Connect' })
  await expect.poll(() => getRoot(latchkey).querySelector('[data-focus-key=help]')).toBeTruthy()
  await userEvent.click(find(latchkey, '[data-focus-key=help]'))
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('What is a wallet?')
  await expect.poll(() => getRoot(latchkey).activeElement).toBe(find(latchkey, '[data-title]'))
})

test('a toast is read out, leaves after 4 s, and waits while the pointer is on it', async () => {
  const { latchkey, clock } = start()
  await open(latchkey)
  showToast(latchkey.instance, { variant: 'success', key: 'addressCopied' })
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')?.textContent).toBe('Address copied')
  await clock.advance(50)
  expect(find(latchkey, '[aria-live=polite]').textContent).toBe('Address copied')
  await userEvent.hover(find(latchkey, '.toast'))
  await clock.advance(10_000)
  expect(getRoot(latchkey).querySelector('.toast')).toBeTruthy()
  await userEvent.hover(find(latchkey, '[data-title]'))
  await clock.advance(4_000)
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')).toBe(null)
})

test('an error toast interrupts, stays, and can be dismissed', async () => {
  const { latchkey, clock } = start()
  await open(latchkey)
  showToast(latchkey.instance, { variant: 'error', key: 'disconnectFailed' })
  await expect.poll(() => getRoot(latchkey).querySelector('.toast.error')).toBeTruthy()
  await clock.advance(60_000)
  expect(find(latchkey, '[aria-live=assertive]').textContent).toContain('Failed to disconnect')
  await userEvent.click(find(latchkey, '.toast button'))
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')).toBe(null)
})

/** The notice in the toast's place, with its button. */
async function tellNotice(latchkey: Latchkey, content: ToastContent): Promise<HTMLElement> {
  showToast(latchkey.instance, content)
  await expect.poll(() => getRoot(latchkey).querySelector('.toast.asks button')).toBeTruthy()
  return find(latchkey, '.toast.asks')
}

test('F-56: a notice is read out once with its button, waits for as long as it takes, and OK ends it', async () => {
  const { latchkey, clock } = start()
  await open(latchkey)
  const told = await tellNotice(latchkey, { variant: 'notice', code: 'STORAGE_DENIED' })
  await clock.advance(60_000)
  expect(find(latchkey, '[aria-live=polite]').textContent).toBe('This browser will not remember your wallet. OK')
  expect(find(latchkey, '[aria-live=assertive]').textContent).toBe('')
  expect(told.dataset.failure).toBe('STORAGE_DENIED')
  expect([...told.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['OK'])
  expect(told.contains(getRoot(latchkey).activeElement)).toBe(false)
  await userEvent.click(find(latchkey, '.asks button'))
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')).toBe(null)
})

test('F-54: the button of a lost wallet is one stop before the first by keyboard, and leads into that wallet', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const wallet = { namespace: 'eip155', connectorId: 'com.tide', walletName: 'Tide' } as const
  const told = await tellNotice(latchkey, { variant: 'notice', code: 'RESTORE_FAILED', wallet })
  expect(told.textContent).toBe('Tide is not available. Connect when you are ready.Reconnect')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(getRoot(latchkey).activeElement?.textContent).toBe('Reconnect')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Tide')
  expect(getRoot(latchkey).querySelector('.toast')).toBe(null)
})

test('F-54: a wallet that nobody can name is told all the same', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const wallet = { namespace: 'eip155', connectorId: 'com.gone', walletName: undefined } as const
  const told = await tellNotice(latchkey, { variant: 'notice', code: 'RESTORE_FAILED', wallet })
  expect(told.textContent).toContain('Your wallet is not available. Connect when you are ready.')
  await userEvent.click(find(latchkey, '.asks .button'))
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Your wallet')
})

test('F-54: the notice leaves by itself once an account is there', async () => {
  const { latchkey } = start()
  await open(latchkey)
  const wallet = { namespace: 'eip155', connectorId: 'com.tide', walletName: 'Tide' } as const
  await tellNotice(latchkey, { variant: 'notice', code: 'RESTORE_FAILED', wallet })
  connectAccount(latchkey)
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')).toBe(null)
})

test('F-55: Escape on a notice takes the notice and leaves the view; continuing names the account of now', async () => {
  const { latchkey } = start()
  connectAccount(latchkey)
  await open(latchkey, { view: 'AccountSettings' })
  const told = await tellNotice(latchkey, { variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
  expect(told.textContent).toBe('You changed wallets in another tab.Continue as 0x71…d8976F')
  find(latchkey, '.asks button').focus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getRoot(latchkey).querySelector('.toast')).toBe(null)
  expect(latchkey.getState().open).toBe(true)
  expect(find(latchkey, '[data-title]').textContent).toBe('Account settings')
  expect(getRoot(latchkey).activeElement).toBe(find(latchkey, '[data-title]'))
})

test('a notice stands under the view and covers nothing of it, in both directions and at 320 px', async () => {
  await page.viewport(320, 640)
  for (const locale of ['en', 'ar']) {
    const { latchkey, unmount } = start()
    latchkey.setLocale(locale)
    await open(latchkey)
    const wallet = { namespace: 'eip155', connectorId: 'com.tide', walletName: 'Tide' } as const
    const told = await tellNotice(latchkey, { variant: 'notice', code: 'RESTORE_FAILED', wallet })
    const box = told.getBoundingClientRect()
    expect(box.top).toBeGreaterThanOrEqual(find(latchkey, '.body').getBoundingClientRect().bottom)
    expect([box.left >= 0, box.right <= 320]).toEqual([true, true])
    closeModal(latchkey.instance, 'host')
    unmount()
  }
})

test.each([
  ['a view that is read', 'WhatIsAWallet', 'filled', undefined],
  ['the account, with its Disconnect', 'Account', 'filled', 'Disconnect'],
  ['the way into a wallet on this phone', 'ConnectingWalletConnect', 'ready, on a phone', 'Open Northkey'],
] as const)('a toast covers no control and moves none, on a card and on a sheet: %s', async (_, view, name, named) => {
  for (const [width, height] of [
    [900, 760],
    [390, 700],
  ] as const) {
    await page.viewport(width, height)
    const rendered = await renderView(findViewState(view, name))
    undo.push(rendered.unmount)
    const { root } = rendered
    const controls = [...root.querySelectorAll<HTMLElement>('.card button, .card a')]
    if (named !== undefined) expect(controls.map(readText)).toContain(named)
    const places = (): number[] => controls.map((control) => Math.round(control.getBoundingClientRect().top))
    for (const content of [
      { variant: 'success', key: 'addressCopied' },
      { variant: 'error', key: 'disconnectFailed' },
    ] as const) {
      const before = places()
      showToast(rendered.instance, content)
      await expect.poll(() => root.querySelector(`.toast.${content.variant}`)).toBeTruthy()
      await rendered.settle()
      expect([width, content.key, listBeneath(root, controls).map(readText)]).toEqual([width, content.key, []])
      const moved = places().map((top, index) => Math.abs(top - (before[index] ?? 0)))
      expect([width, content.key, Math.max(...moved) <= 8]).toEqual([width, content.key, true])
      hideToast(rendered.instance)
      await expect.poll(() => root.querySelector('.toast')).toBe(null)
      await rendered.settle()
    }
    rendered.unmount()
  }
})

/** Which of these stand where the toast does; what the card has scrolled out of sight does not. */
function listBeneath(root: ShadowRoot, controls: readonly HTMLElement[]): HTMLElement[] {
  const { left, right, top, bottom } = root.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect()
  const found = new Set<Element>()
  for (let x = left + 1; x < right; x += 12) {
    for (let y = top + 1; y < bottom; y += 4) for (const each of root.elementsFromPoint(x, y)) found.add(each)
  }
  return controls.filter((control) => found.has(control))
}

test('a developer alert stands over the view until it is dismissed', async () => {
  const { latchkey } = start({ debug: true })
  await open(latchkey)
  showAlert(latchkey.instance, 'NETWORK_NOT_FOUND', 'eip155:99')
  await expect.poll(() => getRoot(latchkey).querySelector('.banner')?.textContent).toContain('eip155:99')
  expect(['alert', 'status']).toContain(find(latchkey, '.banner').getAttribute('role'))
  await userEvent.click(find(latchkey, '.banner button'))
  await expect.poll(() => getRoot(latchkey).querySelector('.banner')).toBe(null)
})

test.each([
  ['a window with room', 1000, 900],
  ['a low window', 1000, 420],
  ['a sheet', 400, 800],
])('a developer alert moves nothing that can be pressed, in %s', async (_, width, height) => {
  await page.viewport(width, height)
  const view = await renderView({ ...findViewState('Connect', 'filled'), options: { debug: true } })
  undo.push(view.unmount)
  const { root } = view
  const read = (): readonly [string, number][] =>
    [...root.querySelectorAll<HTMLElement>('.header button, .body button')].map((control) => [
      readText(control),
      Math.round(control.getBoundingClientRect().top),
    ])
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const before = read()
  expect(before.length).toBeGreaterThan(4)
  showAlert(view.instance, 'NETWORK_NOT_FOUND', 'eip155:99')
  await expect.poll(() => root.querySelector('.banner')).not.toBe(null)
  expect(read()).toEqual(before)
  const banner = root.querySelector('.banner')?.getBoundingClientRect() ?? new DOMRect(0, -1)
  expect([banner.top >= 0, banner.bottom <= height]).toEqual([true, true])
})

test('a view that breaks leaves the shell standing and offers the ways on', async () => {
  const { latchkey, services, failures } = start()
  await open(latchkey)
  const broken = { view: 'Downloads', data: { wallet: { name: 'Tide' } }, key: 99 } as never
  latchkey.instance.stores.router.set((state) => ({
    ...state,
    history: [...state.history, broken],
    direction: 'forward',
  }))
  await expect.poll(() => getRoot(latchkey).querySelector('.broken')).toBeTruthy()
  expect(failures.map(({ code }) => code)).toEqual(['UNKNOWN_FAILURE'])
  const [, reload, back, copy] = getRoot(latchkey).querySelectorAll<HTMLButtonElement>('.broken button')
  copy?.click()
  await expect.poll(() => services.browser.done).toEqual(['copy Latchkey, view Downloads, TypeError'])
  reload?.click()
  expect(services.browser.done).toContain('reload')
  back?.click()
  await expect.poll(() => find(latchkey, '[data-title]').textContent).toBe('Connect a wallet')
})

test('offline is said in a quiet line, and taken back', async () => {
  const { latchkey, services } = start()
  await open(latchkey)
  expect(getRoot(latchkey).querySelector('.line')).toBe(null)
  services.browser.setOnline(false)
  await expect.poll(() => getRoot(latchkey).querySelector('.line')?.textContent).toContain('offline')
  services.browser.setOnline(true)
  await expect.poll(() => getRoot(latchkey).querySelector('.line')).toBe(null)
})

/** As if a wallet were being asked. */
async function ask(latchkey: Latchkey): Promise<() => void> {
  let answer = (): void => {}
  const connector = { id: 'test', name: 'Fernpass', namespace: 'eip155', type: 'ANNOUNCED', provider: {} } as const
  const asked = whileAsked(latchkey.instance, connector, () => new Promise<void>((resolve) => (answer = resolve)))
  undo.push(() => answer())
  void asked
  await expect.poll(() => find(latchkey, 'dialog').matches(':modal')).toBe(false)
  return answer
}
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

test('while a wallet is asked the page can be used, and what it draws later lies over the modal', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const dialog = find(latchkey, 'dialog')
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  const answer = await ask(latchkey)
  expect(dialog.matches(':modal')).toBe(false)
  expect(dialog.getAttribute('aria-modal')).toBe(null)
  const overlay = document.createElement('div')
  overlay.style.cssText = 'position:fixed;inset:0;z-index:2147483647'
  overlay.append(document.createElement('button'))
  undo.push(() => overlay.remove())
  document.body.append(overlay)
  overlay.querySelector('button')?.focus()
  expect(document.activeElement).toBe(overlay.querySelector('button'))
  expect(document.elementFromPoint(innerWidth / 2, innerHeight / 2)).toBe(overlay)
  expect(isOpen(latchkey)).toBe(true)
  overlay.remove()
  answer()
  await expect.poll(() => dialog.matches(':modal')).toBe(true)
  expect(dialog.getAttribute('aria-modal')).toBe('true')
})

test('changing its form moves no focus, neither in the modal nor on the page', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const close = find(latchkey, '[data-focus-key=close]')
  close.focus()
  const heard: string[] = []
  const listen = (event: Event): void => void heard.push(`${event.type} ${(event.target as Element).tagName}`)
  document.addEventListener('focusin', listen)
  undo.push(() => document.removeEventListener('focusin', listen))
  const answer = await ask(latchkey)
  expect(focused(latchkey)).toBe(close)
  answer()
  await expect.poll(() => find(latchkey, 'dialog').matches(':modal')).toBe(true)
  expect(focused(latchkey)).toBe(close)
  expect(heard).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getHost(latchkey)).toBe(null)
  expect(document.activeElement).toBe(opener)
})

/** As if a wallet had approved, and a view were showing it. */
async function succeed(latchkey: Latchkey, clock: { advance(ms: number): Promise<void> }): Promise<void> {
  const wallet = makeListing('Fernpass')
  await open(latchkey)
  // The code that stands beside the page comes with the first use of the modal.
  find(latchkey, 'dialog').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  pushView(latchkey.instance, { view: 'ConnectingWalletConnect', data: { wallet } })
  await clock.advance(0)
  // The view takes the focus when it comes, which is long before a wallet answers.
  await expect.poll(() => getRoot(latchkey).querySelector('[data-view=ConnectingWalletConnect]')).toBeTruthy()
  await expect.poll(() => getRoot(latchkey).querySelector('[data-loading]')).toBeNull()
  await nextFrame()
  closeWithSuccess(latchkey.instance)
  await expect.poll(() => find(latchkey, 'dialog').matches(':modal')).toBe(false)
}
/** Something that the site draws once somebody is connected. */
function addPageButton(): { readonly button: HTMLButtonElement; readonly presses: () => number } {
  const button = document.createElement('button')
  button.textContent = 'Plant a tree'
  button.style.cssText = 'position:fixed;left:4px;top:4px'
  let count = 0
  button.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) count += 1
  })
  document.body.append(button)
  undo.push(() => button.remove())
  return { button, presses: () => count }
}

test('while a success is shown the page can be used, and whoever went on into it keeps the focus', async () => {
  const { latchkey, clock } = start()
  const { button, presses } = addPageButton()
  await succeed(latchkey, clock)
  const dialog = find(latchkey, 'dialog')
  expect(dialog.getAttribute('aria-modal')).toBe(null)
  await userEvent.click(button)
  expect(presses()).toBe(1)
  expect(isOpen(latchkey)).toBe(true)
  // What the site draws meanwhile is no wallet's box: nothing folds.
  const box = document.createElement('div')
  box.style.cssText = 'position:fixed;inset:20% 30%;background:#fff;z-index:9'
  box.append(document.createElement('button'))
  document.body.append(box)
  undo.push(() => box.remove())
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(getRoot(latchkey).querySelector('.waiting-bar')).toBe(null)
  await clock.advance(600)
  await expect.poll(() => getHost(latchkey)).toBe(null)
  expect(document.activeElement).toBe(button)
  expect(document.documentElement.style.overflow).toBe('')
})

test('Escape ends a success, with the focus in the modal, on the page or nowhere, and the focus goes back', async () => {
  const { latchkey, clock } = start()
  for (const place of ['modal', 'page', 'nowhere']) {
    await succeed(latchkey, clock)
    if (place === 'page') opener.focus()
    if (place === 'nowhere') (focused(latchkey) as HTMLElement | null)?.blur()
    await userEvent.keyboard('{Escape}')
    expect(isOpen(latchkey), place).toBe(false)
    await expect.poll(() => getHost(latchkey)).toBe(null)
    expect(document.activeElement, place).toBe(opener)
  }
})

test('what the site opens while a success is shown is modal again', async () => {
  const { latchkey, clock } = start()
  await succeed(latchkey, clock)
  void openModal(latchkey.instance, { view: 'WhatIsAWallet' })
  await expect.poll(() => find(latchkey, 'dialog').matches(':modal')).toBe(true)
  await clock.advance(600)
  expect(isOpen(latchkey)).toBe(true)
})

test('a yes and what follows it leave the modal beside the page: nothing on the page turns inert between', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const dialog = find<HTMLDialogElement>(latchkey, 'dialog')
  const answer = await ask(latchkey)
  const opened: string[] = []
  const showModal = dialog.showModal.bind(dialog)
  dialog.showModal = () => {
    opened.push('modal')
    showModal()
  }
  answer()
  await Promise.resolve()
  const next = await ask(latchkey)
  await nextFrame()
  await nextFrame()
  expect(opened).toEqual([])
  next()
  await expect.poll(() => opened).toEqual(['modal'])
})

test('a wallet on a phone and a frame of ours leave the modal as it is', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  for (const type of ['WALLET_CONNECT', 'AUTH'] as const) {
    const connector = { id: 'test', name: 'Fernpass', namespace: 'eip155', type, provider: {} } as const
    void whileAsked(latchkey.instance, connector, () => new Promise(() => {}))
  }
  expect(find(latchkey, 'dialog').matches(':modal')).toBe(true)
})

test('what a wallet draws beneath the card has its place: the card folds into a bar, leads back, and comes back', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  // There before us and beneath us, in a root that nobody can look into.
  const box = document.createElement('div')
  box.style.cssText = 'position:fixed;inset:0;pointer-events:none;z-index:5'
  document.body.prepend(box)
  undo.push(() => box.remove())
  const root = box.attachShadow({ mode: 'closed' })
  const answer = await ask(latchkey)
  await nextFrame()
  root.innerHTML =
    '<div style="position:absolute;inset:0;margin:auto;width:300px;height:200px;pointer-events:auto;background:#fff"></div>'
  const bar = (): HTMLElement | null => getRoot(latchkey).querySelector('.waiting-bar:not([hidden])')
  await expect.poll(() => bar()?.textContent).toContain('Waiting for Fernpass')
  expect(document.elementFromPoint(innerWidth / 2, innerHeight / 2)).toBe(box)
  // The focus was in the card.
  expect(bar()?.contains(focused(latchkey))).toBe(true)
  await userEvent.click(bar()?.querySelector('button') as Element)
  await expect.poll(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)).toBe(getHost(latchkey))
  root.replaceChildren()
  answer()
  await expect.poll(() => find(latchkey, 'dialog').matches(':modal')).toBe(true)
  expect(getComputedStyle(find(latchkey, '.card')).visibility).toBe('visible')
})

test('on a page that is transformed it still fills the window while a wallet is asked', async () => {
  document.body.style.transform = 'translateX(40px)'
  undo.push(() => document.body.removeAttribute('style'))
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  await ask(latchkey)
  const dialog = find(latchkey, 'dialog')
  expect(dialog.matches(':modal')).toBe(false)
  expect(dialog.getBoundingClientRect().left).toBe(0)
  expect(document.elementFromPoint(innerWidth / 2, innerHeight / 2)).toBe(getHost(latchkey))
})

test('a body that is emptied or replaced gets the modal back, and the page stands still as long as it is open', async () => {
  const { latchkey } = start()
  const old = document.body
  const kept = [...old.childNodes]
  undo.push(() => {
    document.documentElement.replaceChild(old, document.body)
    old.replaceChildren(...kept)
  })
  await open(latchkey, { view: 'WhatIsAWallet' })
  for (const empty of [
    () => document.body.replaceChildren(),
    () => document.documentElement.replaceChild(document.createElement('body'), document.body),
    () => document.body.replaceChildren(document.createElement('main')),
  ]) {
    empty()
    await expect.poll(() => getHost(latchkey)?.isConnected).toBe(true)
    expect(find(latchkey, 'dialog').matches(':modal')).toBe(true)
    expect(document.activeElement).toBe(getHost(latchkey))
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
    expect(isOpen(latchkey)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getHost(latchkey)).toBe(null)
  expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden')
})

test('a page that throws the modal out again and again gets it closed', async () => {
  const { latchkey } = start()
  await open(latchkey, { view: 'WhatIsAWallet' })
  const observer = new MutationObserver(() => getHost(latchkey)?.remove())
  observer.observe(document.body, { childList: true })
  undo.push(() => observer.disconnect())
  getHost(latchkey)?.remove()
  await expect.poll(() => isOpen(latchkey)).toBe(false)
  expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden')
})

test('F-57: says when a dialog of the page lies over it, and comes to the front on request', async () => {
  const { latchkey, clock, failures } = start()
  await open(latchkey)
  const other = document.createElement('dialog')
  other.style.cssText = 'width:700px;height:700px'
  document.body.append(other)
  undo.push(() => other.remove())
  other.showModal()
  await clock.advance(300)
  await expect.poll(() => getRoot(latchkey).querySelector('.covered')?.textContent).toContain('covers this window')
  expect(failures.map(({ code }) => code)).toEqual(['DIALOG_COVERED'])
  // A real press: what is said must not be dead beneath what covers us.
  await userEvent.click(find(latchkey, '.covered > .button'))
  await expect.poll(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)).toBe(getHost(latchkey))
})

test('F-57: an Escape in the moment in which that is said sends it away, and it is not said again', async () => {
  const { latchkey, clock, failures } = start()
  await open(latchkey)
  const other = document.createElement('dialog')
  document.body.append(other)
  undo.push(() => other.remove())
  other.showModal()
  let hasShown = false
  const watch = new MutationObserver(() => {
    const told = getRoot(latchkey).querySelector<HTMLDialogElement>('.covered[open]')
    if (!told || hasShown) return
    hasShown = true
    // What Escape does, before anything that comes after the first paint.
    told.requestClose()
  })
  watch.observe(getRoot(latchkey), { subtree: true, childList: true, attributes: true })
  undo.push(() => watch.disconnect())
  await clock.advance(300)
  await expect.poll(() => hasShown).toBe(true)
  await expect.poll(() => getRoot(latchkey).querySelector('.covered')).toBe(null)
  await clock.advance(1_000)
  expect(failures).toHaveLength(1)
  expect(other.open).toBe(true)
})

test('F-57: a focus that is taken twice in a second is fought for, wherever the card is seen', async () => {
  const { latchkey, clock, failures } = start()
  await open(latchkey)
  const thief = document.createElement('dialog')
  thief.append(document.createElement('input'))
  document.body.append(thief)
  undo.push(() => thief.remove())
  const steal = (): void => {
    thief.showModal()
    thief.close()
    thief.show()
    find(latchkey, 'dialog').focus()
  }
  thief.showModal()
  thief.close()
  find(latchkey, '[data-focus-key=help]').focus()
  await clock.advance(299)
  expect(failures).toEqual([])
  steal()
  await clock.advance(100)
  thief.close()
  steal()
  await expect.poll(() => failures.map(({ code }) => code)).toEqual(['DIALOG_COVERED'])
})

test('presses, keys and focus inside do not reach the listeners of the host page', async () => {
  const heard: string[] = []
  const listen = (event: Event): void => void heard.push(event.type)
  const { latchkey } = start()
  await open(latchkey)
  for (const name of ['pointerdown', 'keydown', 'focusin']) {
    document.addEventListener(name, listen)
    undo.push(() => document.removeEventListener(name, listen))
  }
  await userEvent.click(find(latchkey, '[data-focus-key=help]'))
  await userEvent.keyboard('{ArrowDown}')
  expect(heard).toEqual([])
})

test('SEC-100: brings its styles as constructable sheets, without a style element', async () => {
  const { latchkey } = start()
  await open(latchkey)
  expect(getRoot(latchkey).adoptedStyleSheets).toHaveLength(1)
  expect(getRoot(latchkey).querySelector('style, link, script')).toBe(null)
  expect(document.head.querySelector('style[data-latchkey]')).toBe(null)
})

test('what became of a transaction is said on the page while the modal is closed, without the focus, and by a toast in it', async () => {
  const place = document.createElement('section')
  place.dataset.latchkeyNotices = ''
  document.body.append(place)
  undo.push(() => place.remove())
  const { latchkey } = start()
  const settle = (status: 'success' | 'reverted'): void =>
    latchkey.instance.settle({
      networkId: 'eip155:1',
      address: `0x${'11'.repeat(20)}`,
      hash: `0x${'22'.repeat(32)}`,
      outcome: { hash: `0x${'22'.repeat(32)}`, status },
    })
  const region = () => place.querySelector('[data-latchkey-region]')?.shadowRoot?.querySelector('[role="status"]')
  const advance = () => latchkey.instance.services.clock as unknown as { advance(ms: number): Promise<void> }
  settle('success')
  await expect
    .poll(async () => {
      await advance().advance(100)
      return region()?.textContent
    })
    .toContain('Your transaction on Ethereum is done')
  expect(document.activeElement).toBe(opener)
  settle('reverted')
  await expect
    .poll(async () => {
      await advance().advance(100)
      return region()?.lastElementChild?.textContent
    })
    .toContain('Your transaction on Ethereum failed. Only the network fee was paid.')
  for (const button of region()?.querySelectorAll('button') ?? []) button.click()
  expect(region()?.childElementCount).toBe(0)

  void openModal(latchkey.instance)
  await expect.poll(() => latchkey.instance.stores.modal.get().open).toBe(true)
  settle('success')
  await expect
    .poll(() => latchkey.instance.stores.toast.get().toast)
    .toMatchObject({ variant: 'success', key: 'sentDone' })
  expect(region()?.childElementCount).toBe(0)
  latchkey.destroy()
  expect(place.childElementCount).toBe(0)
})

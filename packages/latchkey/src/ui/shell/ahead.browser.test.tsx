import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import { createScriptedAdapter } from '../../../../testing/src/createScriptedAdapter.ts'
import { createTestLatchkey } from '../../../../testing/src/createTestLatchkey.ts'
import { closeModal } from '../../core/flow/closeModal.ts'
import { openModal } from '../../core/flow/openModal.ts'
import { updateOptions } from '../../core/roof/updateOptions.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../../core/types/options.ts'
import { mountModal } from '../mount.tsx'

/** A wallet of the site's own, whose picture is on another server. */
const PICTURED = {
  id: 'tide',
  name: 'Tide',
  imageUrl: 'https://pictures.test/tide.png',
  homepage: 'https://tide.test',
  mobileLink: 'tide://',
}

const { attachShadow } = HTMLElement.prototype
let roots: ShadowRoot[] = []
let undo: (() => void)[] = []
let opener: HTMLButtonElement

beforeEach(() => {
  opener = document.createElement('button')
  opener.textContent = 'Connect wallet'
  document.body.append(opener)
  opener.focus()
  // What is drawn ahead is on no page, so this is the only way to see it.
  HTMLElement.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    if (this.dataset.latchkey) roots.push(root)
    return root
  }
})
afterEach(() => {
  HTMLElement.prototype.attachShadow = attachShadow
  for (const run of undo.reverse()) run()
  undo = []
  roots = []
  opener.remove()
})

function start(given: Partial<CreateLatchkeyOptions> = {}) {
  const id = crypto.randomUUID()
  const adapters = [createScriptedAdapter('eip155').create]
  const services = createFakeServices({ id, gateway: {} })
  const made = createTestLatchkey({
    options: { id, adapters, customWallets: [PICTURED], ...given },
    services,
    isStarted: false,
  })
  const { latchkey, instance } = made
  announce(latchkey, 'Fernpass')
  const unmount = mountModal(latchkey)
  undo.push(() => {
    unmount()
    latchkey.destroy()
  })
  return { ...made, instance, unmount, root: roots[roots.length - 1] as ShadowRoot }
}

/** Puts one more installed wallet into the list. */
function announce({ instance }: Latchkey, name: string): void {
  const connector = { id: name, name, namespace: 'eip155', type: 'ANNOUNCED', provider: {} } as const
  instance.stores.connectors.set((state) => ({
    ...state,
    byNamespace: { eip155: [...(state.byNamespace.eip155 ?? []), connector] },
  }))
}

const listNames = (root: ShadowRoot): readonly (string | undefined)[] =>
  [...root.querySelectorAll('[data-row] .row-title')].map((title) => title.textContent ?? undefined)
const drawn = (root: ShadowRoot) => expect.poll(() => listNames(root)).toContain('Fernpass')

test('drawn before it is opened the modal stands nowhere: not on the page, without the focus, and no server is asked', async () => {
  const { root, services, events, instance } = start()
  await drawn(root)
  expect([root.isConnected, document.querySelector('[data-latchkey]'), document.activeElement]).toEqual([
    false,
    null,
    opener,
  ])
  const dialog = root.querySelector('dialog')
  expect([dialog?.open, dialog?.checkVisibility()]).toEqual([false, false])
  expect(services.calls).toEqual([])
  expect(instance.stores.modal.get().open).toBe(false)
  expect(events.map(({ name }) => name)).not.toContain('WALLET_IMPRESSION_V2')
})

test('a picture on another server is asked for once the modal is open', async () => {
  const { root, latchkey } = start()
  await drawn(root)
  const pictures = [...root.querySelectorAll('img')]
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((image) => image.hasAttribute('src') && !image.src.startsWith('data:'))).toEqual([])
  void openModal(latchkey.instance)
  await expect.poll(() => pictures.map((image) => image.getAttribute('src'))).toContain(PICTURED.imageUrl)
})

test('an opening shows what was drawn ahead, and the focus is on its first wallet', async () => {
  const { root, latchkey, services } = start()
  await drawn(root)
  const row = root.querySelector('[data-row]')
  void openModal(latchkey.instance)
  await expect.poll(() => root.querySelector('dialog')?.matches(':modal')).toBe(true)
  expect(root.querySelector('[data-row]')).toBe(row)
  expect(root.activeElement).toBe(row)
  await expect.poll(() => services.calls.length).toBeGreaterThan(0)
})

test('an opening gives the focus once, and asks servers a frame later', async () => {
  const { root, latchkey, services } = start()
  await drawn(root)
  const focused: EventTarget[] = []
  root.addEventListener('focusin', ({ target }) => void focused.push(target as EventTarget))
  const [opened, askedBefore] = await new Promise<readonly [boolean | undefined, number]>((resolve) => {
    const dialog = root.querySelector('dialog')
    // Before any frame is drawn, and after all that the opening does before it.
    new MutationObserver(() => resolve([dialog?.open, services.calls.length])).observe(root, {
      attributes: true,
      subtree: true,
      attributeFilter: ['open'],
    })
    void openModal(latchkey.instance)
  })
  expect([opened, askedBefore]).toEqual([true, 0])
  await expect.poll(() => services.calls.length).toBeGreaterThan(0)
  expect(focused).toEqual([root.querySelector('[data-row]')])
  expect(root.querySelectorAll('[autofocus]')).toHaveLength(0)
})

test('what has changed since it was drawn is in the first frame: a wallet announced, an option, the language', async () => {
  const { root, latchkey } = start({ customWallets: [] })
  await drawn(root)
  announce(latchkey, 'Pebble')
  updateOptions(latchkey, { customWallets: [{ ...PICTURED, name: 'Driftwood' }] })
  latchkey.setLocale('de')
  void openModal(latchkey.instance)
  await expect.poll(() => root.querySelector('dialog')?.matches(':modal')).toBe(true)
  expect(listNames(root)).toEqual(expect.arrayContaining(['Fernpass', 'Pebble', 'Driftwood']))
  await expect.poll(() => root.querySelector('.root')?.getAttribute('lang')).toBe('de')
})

test('a wallet that was announced after it was drawn is in the list when the modal shows', async () => {
  const { root, latchkey } = start({ customWallets: [] })
  await drawn(root)
  announce(latchkey, 'Pebble')
  const names = new Promise((resolve) => {
    // Before any frame is drawn.
    new MutationObserver(() => resolve(listNames(root))).observe(root, {
      attributes: true,
      subtree: true,
      attributeFilter: ['open'],
    })
  })
  void openModal(latchkey.instance)
  expect(await names).toEqual(expect.arrayContaining(['Fernpass', 'Pebble']))
})

test('laid out ahead in moments of rest, the modal is off the page again within the same task, and shows as it would have', async () => {
  const { root, services, latchkey } = start()
  await drawn(root)
  const focused: EventTarget[] = []
  const listen = ({ target }: FocusEvent): void => void focused.push(target as EventTarget)
  document.addEventListener('focusin', listen)
  undo.push(() => document.removeEventListener('focusin', listen))
  const dialog = root.querySelector('dialog')
  const before = dialog?.style.cssText
  // A frame first, then the whole: two turns.
  for (let turn = 0; turn < 2; turn += 1) {
    services.browser.idle()
    expect([root.isConnected, dialog?.style.cssText]).toEqual([false, before])
  }
  expect([document.activeElement, focused, services.calls]).toEqual([opener, [], []])
  void openModal(latchkey.instance)
  await expect.poll(() => dialog?.matches(':modal')).toBe(true)
  expect(dialog?.checkVisibility({ visibilityProperty: true })).toBe(true)
})

test('nothing of the last opening stays in the next one', async () => {
  const { root, latchkey } = start()
  await drawn(root)
  void openModal(latchkey.instance)
  await expect.poll(() => root.querySelector('dialog')?.open).toBe(true)
  const dialog = root.querySelector('dialog')
  closeModal(latchkey.instance, 'host')
  await expect.poll(() => root.isConnected).toBe(false)
  await drawn(root)
  expect(root.querySelectorAll('dialog')).toHaveLength(1)
  expect(root.querySelector('dialog')).not.toBe(dialog)
})

test('two modals on one page are drawn ahead apart, and the end of one leaves the other', async () => {
  const one = start()
  const other = start()
  await drawn(one.root)
  await drawn(other.root)
  one.unmount()
  one.latchkey.destroy()
  expect(one.root.childElementCount).toBe(0)
  expect(listNames(other.root)).toContain('Fernpass')
})

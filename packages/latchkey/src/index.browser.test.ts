import { testNetwork } from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import { sendToBrowser } from '../../testing/src/sendToBrowser.ts'
import type { Latchkey } from './core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from './core/types/options.ts'
import { createLatchkey } from './index.ts'

const made = new Set<Latchkey>()

/** Generous, because the first load compiles the modal while other tests share the machine. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function make(options: Partial<CreateLatchkeyOptions> = {}): Latchkey {
  const latchkey = createLatchkey({ networks: [testNetwork(1)], ...options })
  made.add(latchkey)
  return latchkey
}

function findDialogs(): readonly Element[] {
  return [...document.querySelectorAll('[data-latchkey]')].flatMap((host) => [
    ...(host.shadowRoot?.querySelectorAll('[role="dialog"], dialog[open]') ?? []),
  ])
}

/** Sets what the visitor's system prefers. */
const preferScheme = (value: 'light' | 'dark' | ''): Promise<unknown> =>
  sendToBrowser('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })

/** Whether the card that is on screen has a dark surface and pale words, by what the browser computes. */
function isDark(): boolean {
  const card = document.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('.card')
  if (!card) throw new Error('The modal is not on screen.')
  const { backgroundColor, color } = getComputedStyle(card)
  const [surface = 0, ink = 0] = [backgroundColor, color].map((wanted) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('This browser draws nothing.')
    canvas.fillStyle = wanted
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red + green + blue
  })
  expect(Math.abs(surface - ink), 'words stand out').toBeGreaterThan(380)
  return surface < ink
}

afterEach(async () => {
  await preferScheme('')
  for (const latchkey of made) latchkey.destroy()
  made.clear()
  localStorage.clear()
})

test('opening draws the dialog, closing takes it away and resolves the opening', async () => {
  const latchkey = make()
  const opened = latchkey.open()
  await poll(() => findDialogs().length).toBe(1)
  latchkey.close()
  expect(await opened).toEqual({ status: 'closed', reason: 'host' })
  await poll(() => findDialogs().length).toBe(0)
})

test('F-50: made twice with the same options there is one dialog', async () => {
  make()
  void make().open()
  void make().open()
  await poll(() => findDialogs().length).toBe(1)
  expect(document.querySelectorAll('[data-latchkey]')).toHaveLength(1)
})

test('two modals on one page do not meet', async () => {
  const one = make({ id: 'one' })
  const two = make({ id: 'two' })
  void one.open()
  await poll(() => findDialogs().length).toBe(1)
  expect(two.getState()).toMatchObject({ open: false, view: 'Connect' })
  one.destroy()
  expect(two.getState().ready).toBe(true)
  void two.open()
  await poll(() => two.getState().open).toBe(true)
  await poll(() =>
    [...document.querySelectorAll('[data-latchkey]')].map((host) => host.getAttribute('data-latchkey')),
  ).toEqual(['two'])
})

test('embedded, destroyed and made again twenty times, it leaves no element and no listener behind', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const listen = EventTarget.prototype.addEventListener
  const kept = new Set<string>()
  let number = 0
  // Counted for the page's own targets: what is on our elements goes with them.
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, run, options) {
    const target = this ?? window
    if (target === window || target === document) {
      number += 1
      const key = `${type} ${number}`
      kept.add(key)
      const signal = typeof options === 'object' ? options.signal : undefined
      listeners.push({ key, target, type, run })
      signal?.addEventListener('abort', () => kept.delete(key))
    }
    listen.call(target, type, run, options)
  }
  const listeners: { key: string; target: EventTarget; type: string; run: unknown }[] = []
  const silence = EventTarget.prototype.removeEventListener
  EventTarget.prototype.removeEventListener = function (this: EventTarget, type, run, options) {
    const target = this ?? window
    for (const each of listeners) {
      if (each.target === target && each.type === type && each.run === run) kept.delete(each.key)
    }
    silence.call(target, type, run, options)
  }
  try {
    for (let round = 0; round < 20; round += 1) {
      const latchkey = make()
      const remove = latchkey.embed(place)
      await poll(() => place.firstElementChild?.shadowRoot?.querySelector('.view')).toBeTruthy()
      if (round % 2 === 0) remove()
      latchkey.destroy()
      made.delete(latchkey)
    }
    await poll(() => place.childElementCount).toBe(0)
    await poll(() => [...kept].filter((key) => !key.startsWith('latchkey:'))).toEqual([])
  } finally {
    EventTarget.prototype.addEventListener = listen
    EventTarget.prototype.removeEventListener = silence
    place.remove()
  }
})

test('destroy leaves no trace in the page', async () => {
  const latchkey = make()
  void latchkey.open()
  await poll(() => findDialogs().length).toBe(1)
  latchkey.destroy()
  await poll(() => document.querySelectorAll('[data-latchkey]').length).toBe(0)
  // Nobody has read the attribute while the modal was open, which made a difference.
  expect(document.documentElement.hasAttribute('style')).toBe(false)
})

test('without any configuration the modal is dark, whatever the visitor prefers', async () => {
  await preferScheme('light')
  const latchkey = make()
  expect(latchkey.getState().themeMode).toBe('dark')
  void latchkey.open()
  await poll(() => findDialogs().length).toBe(1)
  expect(isDark()).toBe(true)
  latchkey.setThemeMode('light')
  expect(isDark()).toBe(false)
})

test('with `system` it is what the visitor prefers, also when that changes while it is open', async () => {
  await preferScheme('light')
  void make({ themeMode: 'system' }).open()
  await poll(() => findDialogs().length).toBe(1)
  expect(isDark()).toBe(false)
  await preferScheme('dark')
  await poll(isDark).toBe(true)
  await preferScheme('light')
  await poll(isDark).toBe(false)
})

test('the buttons on the page are dark and follow the system in the same way', async () => {
  await preferScheme('light')
  const read = (): string | undefined =>
    document.querySelector('latchkey-button')?.shadowRoot?.querySelector<HTMLElement>('[data-theme]')?.dataset.theme
  const button = document.createElement('latchkey-button')
  const latchkey = make()
  document.body.append(button)
  await poll(read).toBe('dark')
  latchkey.setThemeMode('system')
  // Answered by the browser, in the button's own styles.
  await poll(read).toBe('system')
  button.remove()
})

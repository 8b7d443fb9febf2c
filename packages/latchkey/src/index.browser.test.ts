import { testNetwork } from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import type { Latchkey } from './core/latchkey.ts'
import type { CreateLatchkeyOptions } from './core/options.ts'
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

afterEach(() => {
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
  expect([...document.querySelectorAll('[data-latchkey]')].map((host) => host.getAttribute('data-latchkey'))).toEqual([
    'two',
  ])
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

import { testNetwork } from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import { isDevelopment } from '#checks'
import type { Latchkey } from '../types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { claimKey, READY_EVENT } from '../values/claim.ts'
import { createLatchkey } from './createLatchkey.ts'

const networks: CreateLatchkeyOptions['networks'] = [testNetwork(1), testNetwork(10)]
const made = new Set<Latchkey>()

/** Generous, because the first load compiles the modal while other tests share the machine. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function make(options: Partial<CreateLatchkeyOptions> = {}): Latchkey {
  const latchkey = createLatchkey({ networks, ...options })
  made.add(latchkey)
  return latchkey
}

afterEach(() => {
  for (const latchkey of made) latchkey.destroy()
  made.clear()
  localStorage.clear()
})

test('F-50: the same id with equal options is the same instance, as StrictMode and hot reloads make it', () => {
  const adapter = (): CreateLatchkeyOptions['adapters'] => []
  expect(make({ accent: 'red', adapters: adapter() })).toBe(make({ accent: 'red', adapters: adapter() }))
})

test('F-50: a title that changed meanwhile is no other configuration', () => {
  document.title = 'one'
  const first = make()
  document.title = 'two'
  expect(make()).toBe(first)
})

test('F-50: other options for a taken id are an error in debug mode and name what differs', () => {
  make({ accent: 'red' })
  expect(() => make({ accent: 'blue', debug: true })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_CONFLICT',
      shortMessage: 'Latchkey was set up twice, with other accent, debug. Two instances need two ids (option id).',
    }),
  )
})

test('F-50: in production the first configuration wins, in development other options are an error', () => {
  const first = make({ accent: 'red' })
  if (isDevelopment)
    expect(() => make({ accent: 'blue' })).toThrow(expect.objectContaining({ code: 'CONFIG_CONFLICT' }))
  else expect(make({ accent: 'blue' })).toBe(first)
  expect(first.instance.options.accent).toBe('red')
})

test('an accent that is no colour is an error in development, one by a property of the page is none', () => {
  if (isDevelopment)
    expect(() => make({ accent: 'bluue' })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        shortMessage: expect.stringMatching(/accent must be a CSS colour/),
      }),
    )
  expect(make({ accent: 'var(--brand)' }).instance.options.accent).toBe('var(--brand)')
})

test('F-50: two ids are two instances', () => {
  expect(make({ id: 'one' })).not.toBe(make({ id: 'two' }))
})

test('an instance claims its id on the document, says so, and gives it free when it is destroyed', () => {
  const heard: string[] = []
  const listen = (event: Event): void => void heard.push((event as CustomEvent<string>).detail)
  document.addEventListener(READY_EVENT, listen)
  const first = make({ id: 'shop' })
  expect(Reflect.get(document, claimKey('shop'))).toBe(first)
  first.destroy()
  expect(Reflect.get(document, claimKey('shop'))).toBeUndefined()
  expect(make({ id: 'shop' })).not.toBe(first)
  document.removeEventListener(READY_EVENT, listen)
  expect(heard).toEqual(['shop', 'shop'])
})

test('creating does its work after the caller has finished', async () => {
  const latchkey = make()
  expect(latchkey.getState().ready).toBe(false)
  await poll(() => latchkey.getState().ready).toBe(true)
})

test('the choice of a network survives a new instance on the same page', async () => {
  const first = make()
  await first.switchNetwork('eip155:10')
  first.destroy()
  const second = make()
  await poll(() => second.getState().networkId).toBe('eip155:10')
  expect(localStorage.getItem('@latchkey/default/eip155/network')).toBe('{"v":1,"value":"eip155:10"}')
})

test('a connected state is heard by another tab through the real channel of the browser', async () => {
  const latchkey = make()
  await poll(() => latchkey.getState().ready).toBe(true)
  const channel = new BroadcastChannel('@latchkey/default')
  localStorage.setItem('@latchkey/default/eip155/network', '{"v":1,"value":"eip155:10"}')
  channel.postMessage({ name: 'eip155/network', value: '{"v":1,"value":"eip155:10"}' })
  await poll(() => latchkey.getState().networkId).toBe('eip155:10')
  channel.close()
})

test('metadata defaults to the title and origin of the page', () => {
  document.title = 'Hollowpine'
  expect(make().instance.options.metadata).toEqual({ name: 'Hollowpine', url: location.origin, icons: [] })
})

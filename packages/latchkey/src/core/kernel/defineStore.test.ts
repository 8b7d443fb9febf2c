import { createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { namesOf } from '../features/names/state.ts'
import { tokensOf } from '../features/tokens/state.ts'
import { defineStore } from './defineStore.ts'

const countOf = defineStore('count', { count: 0 })

test('a declared store is made once an instance, and no instance shares it', () => {
  const one = createTestLatchkey({ options: { id: 'one' } }).instance
  const other = createTestLatchkey({ options: { id: 'other' } }).instance
  expect(one.live.stores.has('count')).toBe(false)
  countOf(one).set(() => ({ count: 1 }))
  expect(countOf(one).get()).toEqual({ count: 1 })
  expect(countOf(other).get()).toEqual({ count: 0 })
})

test('a declared store that is made in the middle of a change is told with the rest of it, once', () => {
  const { instance } = createTestLatchkey()
  const seen: [number, string][] = []
  const { theme } = instance.stores
  instance.batch(() => {
    theme.set((state) => ({ ...state, mode: 'light' }))
    const count = countOf(instance)
    count.watch((state) => seen.push([state.count, theme.get().mode]))
    count.set(() => ({ count: 1 }))
    count.set(() => ({ count: 2 }))
    theme.set((state) => ({ ...state, mode: 'system' }))
  })
  expect(seen).toEqual([[2, 'system']])
})

test('another copy of the room finds the same store by its name', () => {
  const { instance } = createTestLatchkey()
  expect(defineStore('count', { count: 7 })(instance)).toBe(countOf(instance))
})

test('a host that subscribed before anything was looked up hears of names and balances', () => {
  const { latchkey, instance } = createTestLatchkey({ isStarted: false })
  const address = '0x1'
  const account = { address, type: 'eoa' } as const
  instance.stores.accounts.set(() => ({ byNamespace: { eip155: { all: [account], active: account } } }))
  const heard: unknown[] = []
  latchkey.subscribe(({ profileName, balance }) => heard.push([profileName, balance]))
  namesOf(instance).set(() => ({ address, name: 'fox.eth', avatar: undefined }))
  tokensOf(instance).set((state) => ({
    ...state,
    owner: `eip155:1:${address}`,
    head: { numeric: '1.5', symbol: 'ETH' },
  }))
  expect(heard).toEqual([
    ['fox.eth', undefined],
    ['fox.eth', '1.5'],
  ])
})

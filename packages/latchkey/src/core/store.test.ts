import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('listeners hear the new state and the one before, and nothing once they have stopped', () => {
  const store = createStore({ count: 1 })
  const heard: unknown[] = []
  const stop = store.watch((state, previous) => heard.push([previous.count, state.count]))
  store.set(({ count }) => ({ count: count + 1 }))
  stop()
  store.set(({ count }) => ({ count: count + 1 }))
  expect(heard).toEqual([[1, 2]])
  expect(store.get()).toEqual({ count: 3 })
})

test('a transition that gives back the same state tells nobody', () => {
  const store = createStore({ count: 1 })
  let calls = 0
  store.watch(() => {
    calls += 1
  })
  store.set((state) => state)
  expect(calls).toBe(0)
})

test('a listener that changes the state again is heard in full by all', () => {
  const store = createStore({ count: 1 })
  const seen: number[] = []
  store.watch(({ count }) => {
    if (count === 2) store.set(() => ({ count: 3 }))
  })
  store.watch(() => seen.push(store.get().count))
  store.set(() => ({ count: 2 }))
  expect(seen).toEqual([3, 3])
})

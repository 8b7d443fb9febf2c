import { expect, test } from 'vitest'
import { createLastUsed } from './lastUsed.ts'

test('what is used stays, what is not goes, and no more is held than was asked for', () => {
  const names = createLastUsed<string, number>(100)
  names.set('busy', 1)
  names.set('idle', 2)
  for (let index = 0; index < 1_000; index += 1) {
    names.set(`name${index}`, index)
    if (index % 40 === 0) expect(names.get('busy')).toBe(1)
    expect(names.size()).toBeLessThanOrEqual(100)
  }
  expect(names.get('idle')).toBeUndefined()
  for (let index = 951; index < 1_000; index += 1) expect(names.get(`name${index}`)).toBe(index)
})

test('a value that is set again is the newer one, and all go at once', () => {
  const names = createLastUsed<string, number>(4)
  for (const value of [1, 2, 3]) {
    names.set('a', value)
    names.set(`b${value}`, value)
    expect(names.get('a')).toBe(value)
  }
  names.clear()
  expect(names.get('a')).toBeUndefined()
  expect(names.size()).toBe(0)
})

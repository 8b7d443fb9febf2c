import { createFakeServices } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { recallFamily, rememberFamily } from './rememberFamily.ts'

test('the family chosen last is remembered for each wallet', () => {
  const { storage } = createFakeServices()
  expect(recallFamily(storage, 'io.fox')).toBe(undefined)
  rememberFamily(storage, 'io.fox', 'solana')
  rememberFamily(storage, 'io.owl', 'bip122')
  rememberFamily(storage, 'io.fox', 'eip155')
  expect([recallFamily(storage, 'io.fox'), recallFamily(storage, 'io.owl')]).toEqual(['eip155', 'bip122'])
})

test('the 20 newest are kept', () => {
  const { storage } = createFakeServices()
  for (let index = 0; index < 21; index += 1) rememberFamily(storage, `w${index}`, 'eip155')
  expect([recallFamily(storage, 'w0'), recallFamily(storage, 'w1')]).toEqual([undefined, 'eip155'])
})

test('SEC-103: what stands there and is no family is as good as nothing', () => {
  const { storage } = createFakeServices()
  storage.set('families', '{"v":1,"value":["cosmos io.fox",7]}')
  expect(recallFamily(storage, 'io.fox')).toBe(undefined)
  storage.set('families', 'not json')
  expect(recallFamily(storage, 'io.fox')).toBe(undefined)
})

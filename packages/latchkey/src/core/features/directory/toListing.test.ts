import { expect, test } from 'vitest'
import { toListing } from './toListing.ts'

test('a row knows the place of its wallet in the directory, where the directory gives one', () => {
  expect(toListing({ id: 'a', name: 'Fox', order: 30 }).walletRank).toBe(30)
  expect(toListing({ id: 'a', name: 'Fox', order: null }).walletRank).toBeUndefined()
  expect(toListing({ id: 'a', name: 'Fox' }).walletRank).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { WalletListing } from '../../types/listing.ts'
import { holdTiles } from './holdTiles.ts'
import { toListing } from './toListing.ts'

const tiles = (names: string): readonly WalletListing[] =>
  [...names].map((id) => toListing({ id, name: id.toUpperCase() }))
const keys = (wallets: readonly WalletListing[]): string => wallets.map(({ key }) => key).join('')

test.each([
  ['abc', 'bca', 'abc'],
  ['abc', 'xayb', 'abcxy'],
  ['abc', '', 'abc'],
  ['', 'ab', 'ab'],
])('of %s that stand, an answer %s makes %s', (standing, answered, wanted) => {
  expect(keys(holdTiles(tiles(standing), tiles(answered)))).toBe(wanted)
})

test('a tile that stands takes over what the answer knows of it', () => {
  const known = tiles('b').map((wallet) => ({ ...wallet, imageUrl: 'https://gateway.test/b' }))
  expect(holdTiles(tiles('ab'), known).map(({ imageUrl }) => imageUrl)).toEqual([undefined, 'https://gateway.test/b'])
})

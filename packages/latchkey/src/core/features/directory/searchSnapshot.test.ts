import { expect, test } from 'vitest'
import { searchSnapshot } from './searchSnapshot.ts'
import { SNAPSHOT } from './snapshot.ts'

const names = (search: string, chains: Parameters<typeof searchSnapshot>[1]['chains'] = []) =>
  searchSnapshot(SNAPSHOT, { search, chains }).map(({ name }) => name)

test.each([
  ['metamask', 'MetaMask'],
  ['metamsk', 'MetaMask'],
  ['META MASK', 'MetaMask'],
  ['trust', 'Trust Wallet'],
])('a search for %s finds %s first', (search, name) => {
  expect(names(search)[0]).toBe(name)
})

test('nothing in particular is the whole list, most used first', () => {
  expect(names('')).toEqual(SNAPSHOT.map(({ name }) => name))
})

test('a word that is in no name finds nothing', () => {
  expect(names('qqqqzzzz')).toEqual([])
})

test('a network that no record names is looked for by its namespace', () => {
  const own = names('', ['eip155:31337'])
  expect(own).toContain('MetaMask')
  expect(own).toEqual(
    SNAPSHOT.filter(({ chains }) => chains.some((chain) => chain.startsWith('eip155:'))).map(({ name }) => name),
  )
  expect(names('', ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])).not.toEqual(own)
})

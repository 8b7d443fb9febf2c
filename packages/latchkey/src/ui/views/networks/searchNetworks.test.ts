import { expect, test } from 'vitest'
import type { Network } from '../../../core/types/network.ts'
import { searchNetworks } from './searchNetworks.ts'

function network(id: number, name: string, symbol: string): Network {
  return {
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
}

const ALL = [network(1, 'Ethereum', 'ETH'), network(137, 'Polygon', 'POL'), network(13, 'Other', 'OTH')]
const search = (query: string): string[] => searchNetworks(ALL, query).map((found) => found.name)

test('nothing typed leaves the list as it is', () => {
  expect(searchNetworks(ALL, '  ')).toBe(ALL)
})

test('a part of the name, the coin, or the whole chain id finds a network', () => {
  expect(search('ETHER')).toEqual(['Ethereum'])
  expect(search(' pol ')).toEqual(['Polygon'])
  expect(search('137')).toEqual(['Polygon'])
})

test('a part of a chain id finds nothing', () => {
  expect(search('3')).toEqual([])
})

test('the width of letters, accents and the language of the browser make no difference', () => {
  const ink = [network(57_073, 'Ink', 'ETH'), network(1, 'Ethereum', 'ETH'), network(7, 'Zürich', 'ZUR')]
  const names = (query: string): string[] => searchNetworks(ink, query).map((found) => found.name)
  expect(names('ｉｎｋ')).toEqual(['Ink'])
  expect(names('zurich')).toEqual(['Zürich'])
  expect(names('ink')).toEqual(['Ink'])
  expect(names('INK')).toEqual(['Ink'])
})

import { createTestLatchkey, fakeConnector } from '@latchkey/testing'
import { expect, test } from 'vitest'
import type { Connector } from '../../types/adapter.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { CustomWallet } from '../../types/options.ts'
import { listTiles } from './listTiles.ts'
import { type DirectoryState, type FindingState, INITIAL_DIRECTORY } from './state.ts'
import { toListing } from './toListing.ts'

const entry = (name: string, more: Partial<WalletListing> = {}): WalletListing => ({
  ...toListing({ id: name.toLowerCase(), name, rdns: `io.${name.toLowerCase()}` }),
  ...more,
})
const pages = (...wallets: WalletListing[]) => ({ wallets, page: 1, count: wallets.length, isWhole: true })

function list(
  parameters: {
    connectors?: readonly Connector[]
    custom?: readonly CustomWallet[]
    finding?: Partial<FindingState>
    directory?: Partial<DirectoryState>
    known?: readonly WalletListing[]
    isReachable?: (wallet: WalletListing) => boolean
  } = {},
) {
  const { connectors = [], custom = [], finding, directory, known, isReachable = () => true } = parameters
  const byNamespace: Record<string, Connector[]> = {}
  for (const connector of connectors)
    byNamespace[connector.namespace] = [...(byNamespace[connector.namespace] ?? []), connector]
  const { instance } = createTestLatchkey({ options: { customWallets: custom } })
  return listTiles({
    connectors: { byNamespace, recent: [] },
    directory: {
      ...INITIAL_DIRECTORY,
      status: 'ready',
      ...directory,
      finding: {
        query: '',
        isCertifiedOnly: false,
        networkId: undefined,
        isAnyNetwork: false,
        status: 'ready',
        hasCertified: true,
        browsed: pages(entry('Fox'), entry('Owl'), entry('Elk')),
        found: undefined,
        ...finding,
      },
    },
    options: instance.options,
    known,
    isReachable,
  })
}
const names = (tiles: readonly WalletListing[]) => tiles.map(({ name }) => name)

test('wallets at hand come first, then the site’s own and featured ones, then the directory, each once', () => {
  const tiles = list({
    connectors: [fakeConnector('io.owl', { name: 'Owl' }), fakeConnector('io.den', { name: 'Den' })],
    custom: [{ id: 'own', name: 'Own' }],
    directory: { featured: [entry('Elk')] },
  })
  expect(names(tiles)).toEqual(['Owl', 'Den', 'Own', 'Elk', 'Fox'])
  expect(tiles[0]).toMatchObject({ isInstalled: true, connectors: [{ connectorId: 'io.owl' }] })
})

test('a search shows what it found in its order, and first what is at hand by that name', () => {
  const tiles = list({
    connectors: [fakeConnector('io.foxden', { name: 'Fox Den' }), fakeConnector('io.owl', { name: 'Owl' })],
    finding: { found: { ...pages(entry('Fox'), entry('Owl')), query: 'FOX', hidden: 0 } },
  })
  expect(names(tiles)).toEqual(['Fox Den', 'Fox', 'Owl'])
  expect(tiles[2]?.isInstalled).toBe(true)
})

test('SEC-89: an installed wallet that claims a certified one’s rdns is never called certified', () => {
  const certified = entry('Fox', { isCertified: true })
  const finding = { browsed: pages(certified, entry('Owl', { isCertified: true })), isCertifiedOnly: true }
  const tiles = list({ connectors: [fakeConnector('io.fox', { name: 'Fox' })], finding })
  expect(tiles.map(({ name, isInstalled, isCertified }) => [name, isInstalled, isCertified])).toEqual([
    ['Fox', true, undefined],
    ['Owl', false, true],
  ])
})

test('SEC-89: of two that claim one rdns neither stands for the directory’s wallet', () => {
  const tiles = list({
    connectors: [
      fakeConnector('io.fox', { name: 'Fox', isLookalike: true }),
      fakeConnector('io.fox#2', { name: 'Fox', rdns: 'io.fox', isLookalike: true }),
    ],
  })
  expect(tiles.map(({ key }) => key)).toEqual(['io.fox', 'io.fox#2', 'fox', 'owl', 'elk'])
})

test('only certified wallets leave out what nobody vouches for', () => {
  const tiles = list({
    connectors: [fakeConnector('io.den', { name: 'Den' })],
    finding: { browsed: pages(entry('Fox', { isCertified: true })), isCertifiedOnly: true },
  })
  expect(names(tiles)).toEqual(['Fox'])
})

test('F-14: for one network, wallets at hand are those of its namespace', () => {
  const tiles = list({
    connectors: [
      fakeConnector('io.den', { name: 'Den' }),
      fakeConnector('Lamp', { name: 'Lamp', namespace: 'solana', rdns: undefined }),
    ],
    directory: { featured: [entry('Elk')] },
    finding: { networkId: 'solana:main', browsed: pages(entry('Fox')) },
  })
  expect(names(tiles)).toEqual(['Lamp', 'Fox'])
})

test('F-59: until the first page has come, what is known stands behind what is at hand, each once and none of it certified', () => {
  const connectors = [fakeConnector('io.den', { name: 'Den' }), fakeConnector('io.owl', { name: 'Owl' })]
  const known = [entry('Fox'), entry('Owl')]
  const loading: Partial<FindingState> = { status: 'loading', browsed: undefined }
  expect(names(list({ connectors, known, finding: loading }))).toEqual(['Den', 'Owl', 'Fox'])
  expect(names(list({ connectors, known, finding: { browsed: pages(entry('Elk')) } }))).toEqual(['Den', 'Owl', 'Elk'])
  expect(list({ connectors, known, finding: { ...loading, isCertifiedOnly: true } })).toEqual([])
})

test('what cannot be reached here is left out', () => {
  expect(names(list({ isReachable: ({ name }) => name !== 'Owl' }))).toEqual(['Fox', 'Elk'])
})

test('what a search found stays on screen while the next one is under way', () => {
  const tiles = list({
    finding: { query: 'owl', status: 'searching', found: { ...pages(entry('Fox')), query: 'fox', hidden: 0 } },
  })
  expect(names(tiles)).toEqual(['Fox'])
})

import { describe, expect, test } from 'vitest'
import { mainnet, solana } from '../../../networks/index.ts'
import { INITIAL_CONNECTORS } from '../../kernel/connections/connectors.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { OfferOptions } from './chooseRecords.ts'
import { FIRST_WALLETS } from './firstWallets.ts'
import { readSnapshot } from './readSnapshot.ts'
import { SNAPSHOT } from './snapshot.ts'
import { listFirstWallets, settleWallets } from './standing.ts'
import { toListing } from './toListing.ts'

const site: OfferOptions = {
  enableExplorer: true,
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  networks: [mainnet],
}
const keys = (wallets: readonly WalletListing[]): string => wallets.map(({ key }) => key).join(' ')
const rows = (names: string): readonly WalletListing[] =>
  [...names].map((id) => toListing({ id, name: id.toUpperCase() }))
const [first, second, third] = FIRST_WALLETS.map(({ id }) => id) as [string, string, string]
const late = SNAPSHOT.find(({ id }) => !FIRST_WALLETS.some((known) => known.id === id))?.id ?? ''

describe('the wallets of the first frame', () => {
  test.each([
    ['eip155', [mainnet]],
    ['solana', [solana]],
    ['both', [mainnet, solana]],
  ] as const)('are those that the bundled list recommends to a site of %s', async (_, networks) => {
    const bundled = await readSnapshot({ ...site, networks }, { recentIds: [], connectors: INITIAL_CONNECTORS })
    const known = listFirstWallets({ ...site, networks })
    expect(keys(known.recommended)).toBe(keys(bundled.recommended))
    expect(known.recommended).toHaveLength(4)
  })

  test('lead to the same apps and pages as those of the bundled list', () => {
    for (const { chains: _, ...wallet } of FIRST_WALLETS)
      expect(SNAPSHOT.find(({ id }) => id === wallet.id)).toMatchObject(wallet)
  })

  test('leave out what the site excludes, and are none where it wants no explorer', () => {
    expect(keys(listFirstWallets({ ...site, excludeWalletIds: [first] }).recommended)).not.toContain(first)
    expect(listFirstWallets({ ...site, enableExplorer: false })).toEqual({ featured: [], recommended: [] })
  })

  test('begin with the featured ones in the site’s order', () => {
    const known = listFirstWallets({ ...site, featuredWalletIds: [third, first] })
    expect(keys(known.featured)).toBe(`${third} ${first}`)
    expect(keys(known.recommended)).toContain(second)
  })

  test('end before a featured one that only the directory knows, as what comes later comes in below', () => {
    const known = listFirstWallets({ ...site, featuredWalletIds: [third, late, first] })
    expect(keys(known.featured)).toBe(third)
    expect(known.recommended).toEqual([])
  })
})

describe('when the directory answers', () => {
  test.each([
    ['the same wallets stand as they stood, whatever its order', 'abcd', 'dcba', 'abcd'],
    ['a wallet takes the place of one that it does not recommend', 'abcd', 'axcy', 'axcy'],
    ['wallets are added below', 'ab', 'bxy', 'xby'],
    ['those that it does not know go', 'abcd', 'c', 'c'],
    ['all come where none stood', '', 'xyz', 'xyz'],
  ])('%s', (_, standing, answered, shown) => {
    expect(keys(settleWallets(rows(standing), rows(answered), false)).replaceAll(' ', '')).toBe(shown)
  })

  test.each([
    ['no wallet changes places or goes', 'abcd', 'xyzw', 'abcd'],
    ['what is added comes in below', 'ab', 'xbyz', 'abxy'],
    ['all come where none stood', '', 'xyz', 'xyz'],
  ])('and somebody points at the list, %s', (_, standing, answered, shown) => {
    expect(keys(settleWallets(rows(standing), rows(answered), true)).replaceAll(' ', '')).toBe(shown)
  })

  test('a wallet that stands gets the picture and the links of its entry', () => {
    const [answered] = [{ ...toListing({ id: 'a', name: 'A' }), imageUrl: 'https://gateway.test/a' }]
    expect(settleWallets(rows('a'), [answered], true)).toEqual([answered])
  })
})

import { expect, test } from 'vitest'
import { mainnet, solana } from '../../../networks/index.ts'
import { listKnownWallets } from './listBundled.ts'
import { SNAPSHOT } from './snapshot.ts'

type Site = Parameters<typeof listKnownWallets>[0]

const site: Site = { enableExplorer: true, excludeWalletIds: [], networks: [mainnet] }
const keys = (...parameters: Parameters<typeof listKnownWallets>) =>
  listKnownWallets(...parameters).map(({ key }) => key)

test('the bundled wallets of the networks of a site are known, in the order of the bundled list', () => {
  const wanted = SNAPSHOT.filter(({ chains }) => chains.includes('eip155:1')).map(({ id }) => id)
  expect(keys(site, undefined)).toEqual(wanted)
})

test('F-14: for one network those that serve it are known', () => {
  const wanted = SNAPSHOT.filter(({ chains }) => chains.includes(solana.caipNetworkId)).map(({ id }) => id)
  expect(keys(site, solana.caipNetworkId)).toEqual(wanted)
})

test('what a site excludes is not among them, and without the explorer there are none', () => {
  const [first = ''] = keys(site, undefined)
  expect(keys({ ...site, excludeWalletIds: [first] }, undefined)).not.toContain(first)
  expect(keys({ ...site, enableExplorer: false }, undefined)).toEqual([])
})

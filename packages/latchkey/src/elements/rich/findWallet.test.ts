import { createFakeServices, createTestLatchkey, type FakeGateway, fakeConnector } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { SNAPSHOT } from '../../core/features/directory/snapshot.ts'
import { directoryOf } from '../../core/features/directory/state.ts'
import type { WalletListing } from '../../core/types/listing.ts'
import type { CreateLatchkeyOptions } from '../../core/types/options.ts'
import { findWallet, isCalled } from './findWallet.ts'

const [bundled] = SNAPSHOT
if (!bundled) throw new Error('The bundled list is empty.')

const listing: WalletListing = {
  key: 'w1',
  explorerId: 'w1',
  name: 'Fern Mobile',
  connectors: [],
  isInstalled: false,
  isRecent: false,
  isLookalike: false,
  links: {},
}

function start(gateway: FakeGateway | undefined, options: Partial<CreateLatchkeyOptions> = {}) {
  const services = createFakeServices({ gateway })
  const { instance } = createTestLatchkey({ services, options, isStarted: false })
  return { instance, searches: () => services.calls.map(({ input }) => (input as { search?: string }).search) }
}
const serve = (...names: string[]): FakeGateway => ({
  getWallets: () => ({
    count: names.length,
    data: names.map((name, index) => ({ id: `g${index}`, name, image_id: 'p', homepage: null, badge_type: null })),
  }),
})

describe('isCalled', () => {
  test('a wallet is called by its id, its rdns, its directory id and its whole name, in any case', () => {
    const wallet = fakeConnector('io.fern', { name: 'Fern', rdns: 'io.fern.wallet', explorerId: 'AbC' })
    for (const word of ['io.fern', 'IO.FERN', 'io.fern.wallet', 'abc', 'fern'])
      expect(isCalled(wallet, word)).toBe(true)
  })

  test('a part of a name or an empty word is nobody', () => {
    const wallet = fakeConnector('io.fern', { name: 'Fern', rdns: undefined })
    for (const word of ['', 'Fer', 'Fern ', 'undefined']) expect(isCalled(wallet, word)).toBe(false)
  })
})

describe('findWallet', () => {
  test("a wallet of the site's own comes before the directory, which is not asked", async () => {
    const { instance, searches } = start(serve('Field'), {
      customWallets: [{ id: 'field', name: 'Field', webappLink: 'https://wallet.example' }],
    })
    expect(await findWallet(instance, 'field')).toMatchObject({ key: 'field', name: 'Field' })
    expect(searches()).toEqual([])
  })

  test('what the list of the modal has read already is taken from there', async () => {
    const { instance, searches } = start(serve())
    for (const place of [{ featured: [listing] }, { recommended: [listing] }, { recent: [listing] }]) {
      directoryOf(instance).set((state) => ({ ...state, featured: [], recommended: [], recent: [], ...place }))
      expect(await findWallet(instance, 'fern mobile')).toBe(listing)
    }
    directoryOf(instance).set((state) => ({ ...state, recent: undefined, byRdns: { 'io.fern': listing } }))
    expect(await findWallet(instance, 'w1')).toBe(listing)
    expect(searches()).toEqual([])
  })

  test('the gateway is asked by name, and only the whole name is the wallet', async () => {
    const { instance, searches } = start(serve('Fern Wallet', 'Fern'))
    expect(await findWallet(instance, 'Fern')).toMatchObject({ key: 'g1', name: 'Fern' })
    expect(searches()).toEqual(['Fern'])
  })

  test('the bundled list serves by name and by id where the gateway knows none, fails or is not there', async () => {
    const failing: FakeGateway = { getWallets: () => Promise.reject(new Error('down')) }
    for (const gateway of [serve('Another'), failing, undefined]) {
      const { instance } = start(gateway)
      expect(await findWallet(instance, bundled.name.toUpperCase())).toMatchObject({ explorerId: bundled.id })
      expect(await findWallet(instance, bundled.id)).toMatchObject({ name: bundled.name })
    }
  })

  test('a site that wants no directory asks none, and a word that nobody knows is no wallet', async () => {
    const none = start(serve('Fern'), { enableExplorer: false })
    expect(await findWallet(none.instance, 'Fern')).toBeUndefined()
    expect(none.searches()).toEqual([])
    expect(await findWallet(start(serve('Fern')).instance, 'no such wallet')).toBeUndefined()
  })

  test('a wallet that the site has excluded is not found in the bundled list', async () => {
    const { instance } = start(undefined, { excludeWalletIds: [bundled.id] })
    expect(await findWallet(instance, bundled.id)).toBeUndefined()
  })
})

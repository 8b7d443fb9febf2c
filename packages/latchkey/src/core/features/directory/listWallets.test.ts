import { expect, test } from 'vitest'
import type { ConnectorsState } from '../../kernel/connections/connectors.ts'
import type { Connector } from '../../types/adapter.ts'
import type { CustomWallet, WalletGroup } from '../../types/options.ts'
import { findListing } from './findListing.ts'
import { listWallets } from './listWallets.ts'
import { type DirectoryState, INITIAL_DIRECTORY, type ListedGroup } from './state.ts'
import { type DirectoryRecord, toListing } from './toListing.ts'

const connector = (parts: Partial<Connector> & { id: string }): Connector => ({
  name: parts.id,
  namespace: 'eip155',
  type: 'ANNOUNCED',
  rdns: parts.id,
  provider: {},
  ...parts,
})
const connectors = (list: readonly Connector[], recent: readonly string[] = []): ConnectorsState => ({
  byNamespace: {
    eip155: list.filter((item) => item.namespace === 'eip155'),
    solana: list.filter((item) => item.namespace === 'solana'),
  },
  recent,
})
const record = (id: string, parts: Partial<DirectoryRecord> = {}) => toListing({ id, name: id, ...parts })
const directory = (parts: Partial<DirectoryState> = {}): DirectoryState => ({ ...INITIAL_DIRECTORY, ...parts })

const ORDER: readonly WalletGroup[] = ['recent', 'injected', 'featured', 'custom', 'recommended']
const options = (
  parts: {
    order?: readonly WalletGroup[]
    customWallets?: readonly CustomWallet[]
    excludeWalletIds?: string[]
    connectorImages?: Record<string, string>
  } = {},
) => ({
  customWallets: parts.customWallets ?? [],
  excludeWalletIds: parts.excludeWalletIds ?? [],
  connectorImages: parts.connectorImages ?? {},
  features: {
    legalCheckbox: false,
    connectMethodsOrder: ['wallet'] as const,
    email: true,
    walletGroupOrder: parts.order ?? ORDER,
  },
})
const names = (groups: readonly ListedGroup[]) =>
  groups.map(({ group, wallets }) => [group, ...wallets.map((wallet) => wallet.name)])

test('groups come in the order of the product, and empty ones are left out', () => {
  const groups = listWallets({
    connectors: connectors(
      [connector({ id: 'io.fern', name: 'Fern' }), connector({ id: 'io.tide', name: 'Tide' })],
      ['io.tide'],
    ),
    directory: directory({ featured: [record('f1')], recommended: [record('r1')] }),
    options: options({ customWallets: [{ id: 'c1', name: 'Own' }] }),
  })
  expect(names(groups)).toEqual([
    ['recent', 'Tide'],
    ['injected', 'Fern'],
    ['featured', 'f1'],
    ['custom', 'Own'],
    ['recommended', 'r1'],
  ])
  expect(listWallets({ connectors: connectors([]), directory: directory(), options: options() })).toEqual([])
})

test('the site may choose the order and leave groups out', () => {
  const groups = listWallets({
    connectors: connectors([connector({ id: 'io.fern', name: 'Fern' })], ['io.fern']),
    directory: directory({ featured: [record('f1')], recommended: [record('r1')] }),
    options: options({ order: ['featured', 'injected'] }),
  })
  expect(names(groups)).toEqual([
    ['featured', 'f1'],
    ['injected', 'Fern'],
  ])
  expect(findListing(groups, 'io.fern')?.isRecent).toBe(true)
})

test('recents come first, newest first, at most two', () => {
  const list = ['a.a', 'b.b', 'c.c'].map((id) => connector({ id }))
  const groups = listWallets({
    connectors: connectors(list, ['c.c', 'a.a', 'b.b']),
    directory: directory(),
    options: options(),
  })
  expect(names(groups)).toEqual([
    ['recent', 'c.c', 'a.a'],
    ['injected', 'b.b'],
  ])
  expect(groups[0]?.wallets.every((wallet) => wallet.isRecent)).toBe(true)
})

test('a recent wallet that only the whole directory has is shown, unless the site excludes it or it is installed', () => {
  const list = (
    parts: Parameters<typeof options>[0],
    at: Partial<DirectoryState>,
    installed: readonly Connector[] = [],
  ) =>
    names(
      listWallets({ connectors: connectors(installed, ['owl']), directory: directory(at), options: options(parts) }),
    )
  const owl = record('owl', { rdns: 'io.owl' })
  const pages = { wallets: [owl], page: 1, count: 1, isWhole: true }
  const finding = { query: '', isCertifiedOnly: false, networkId: undefined, isAnyNetwork: false } as const
  const found = { ...pages, query: 'owl', hidden: 0 }
  const rest = { status: 'ready', hasCertified: false, browsed: undefined, found } as const
  expect(list({}, { recent: [owl] })).toEqual([['recent', 'owl']])
  expect(list({}, { finding: { ...finding, ...rest } }), 'found by a search on this page').toEqual([['recent', 'owl']])
  expect(list({ excludeWalletIds: ['owl'] }, { recent: [owl] })).toEqual([])
  expect(list({}, { recent: [owl] }, [connector({ id: 'io.owl' })])).toEqual([['injected', 'io.owl']])
})

test('a recent wallet that is gone is not shown', () => {
  const groups = listWallets({ connectors: connectors([], ['io.gone']), directory: directory(), options: options() })
  expect(groups).toEqual([])
})

test('an installed wallet is one row, with the links of the directory and its own picture and name', () => {
  const entry = toListing(
    { id: 'x1', name: 'Fern by directory', rdns: 'io.fern', homepage: 'https://fern.example/', image_id: 'p' },
    (id) => `https://gate.example/getWalletImage/${id}`,
  )
  const groups = listWallets({
    connectors: connectors([connector({ id: 'io.fern', name: 'Fern', imageUrl: 'data:image/png;base64,AA==' })]),
    directory: directory({ featured: [entry], byRdns: { 'io.fern': entry } }),
    options: options(),
  })
  expect(names(groups)).toEqual([['injected', 'Fern']])
  expect(findListing(groups, 'x1')).toMatchObject({
    key: 'io.fern',
    explorerId: 'x1',
    imageUrl: 'data:image/png;base64,AA==',
    links: { homepage: 'https://fern.example/' },
  })
})

test('an installed wallet without a picture of its own gets the directory’s', () => {
  const entry = toListing(
    { id: 'x1', name: 'Fern', rdns: 'IO.Fern', image_id: 'p' },
    (id) => `https://gate.example/${id}`,
  )
  const groups = listWallets({
    connectors: connectors([connector({ id: 'io.fern' })]),
    directory: directory({ byRdns: { 'io.fern': entry } }),
    options: options(),
  })
  expect(findListing(groups, 'io.fern')?.imageUrl).toBe('https://gate.example/p')
})

test('SEC-89: two announced wallets with different rdns are never merged, though their names match', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'io.fern', name: 'Fern' }),
      connector({ id: 'evil.fern', name: 'Fern' }),
      connector({ id: 'sol.fern', name: 'Fern', namespace: 'solana' }),
    ]),
    directory: directory(),
    options: options(),
  })
  expect(groups[0]?.wallets.map((wallet) => wallet.key)).toEqual(['io.fern', 'evil.fern', 'sol.fern'])
})

test('SEC-89: lookalikes are both shown, and neither borrows from the directory', () => {
  const entry = record('x1', { rdns: 'io.fern', homepage: 'https://fern.example/' })
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'io.fern', name: 'Fern', isLookalike: true }),
      connector({ id: 'io.fern#2', name: 'Fern', rdns: 'io.fern', isLookalike: true }),
    ]),
    directory: directory({ byRdns: { 'io.fern': entry } }),
    options: options(),
  })
  expect(groups[0]?.wallets.map((wallet) => [wallet.key, wallet.isLookalike, wallet.explorerId, wallet.links])).toEqual(
    [
      ['io.fern', true, undefined, {}],
      ['io.fern#2', true, undefined, {}],
    ],
  )
})

test('a wallet of several namespaces is one row with several ways in', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'Fern', name: 'Fern', namespace: 'solana', rdns: undefined }),
      connector({ id: 'io.fern', name: 'Fern' }),
    ]),
    directory: directory(),
    options: options(),
  })
  expect(groups[0]?.wallets).toHaveLength(1)
  expect(findListing(groups, 'Fern')?.connectors).toEqual([
    { namespace: 'eip155', connectorId: 'io.fern' },
    { namespace: 'solana', connectorId: 'Fern' },
  ])
})

test('two wallets of one namespace that share a name stay two', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'one', name: 'Fern', rdns: undefined }),
      connector({ id: 'two', name: 'Fern', rdns: undefined }),
    ]),
    directory: directory(),
    options: options(),
  })
  expect(groups[0]?.wallets.map((wallet) => wallet.key)).toEqual(['one', 'two'])
})

test('the same connector id in two namespaces gives two keys when the wallets differ', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'injected', name: 'Fern', rdns: undefined }),
      connector({ id: 'injected', name: 'Tide', rdns: undefined, namespace: 'solana' }),
    ]),
    directory: directory(),
    options: options(),
  })
  expect(groups[0]?.wallets.map((wallet) => wallet.key)).toEqual(['injected', 'solana:injected'])
})

test('only wallets of the asked namespace are listed', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'io.fern' }),
      connector({ id: 'Sol', namespace: 'solana', rdns: undefined }),
    ]),
    directory: directory(),
    options: options(),
    namespace: 'solana',
  })
  expect(names(groups)).toEqual([['injected', 'Sol']])
})

test('an excluded wallet is hidden by rdns where it has one, and by name only where it has none', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'io.bad', name: 'Bad' }),
      connector({ id: 'io.good', name: 'Bad' }),
      connector({ id: 'bare', name: 'Bad', rdns: undefined, namespace: 'solana' }),
    ]),
    directory: directory({ excluded: { rdns: ['IO.bad'], names: ['bad'] }, recommended: [record('x1')] }),
    options: options({ excludeWalletIds: ['x1'] }),
  })
  expect(groups.flatMap((group) => group.wallets.map((wallet) => wallet.key))).toEqual(['io.good'])
})

test('a custom wallet that is installed is one row, with the site’s links', () => {
  const groups = listWallets({
    connectors: connectors([connector({ id: 'io.fern', name: 'Fern' })]),
    directory: directory(),
    options: options({
      customWallets: [{ id: 'own', name: 'Fern', rdns: 'io.fern', homepage: 'https://shop.example/fern' }],
    }),
  })
  expect(names(groups)).toEqual([['injected', 'Fern']])
  expect(groups[0]?.wallets[0]?.links.homepage).toBe('https://shop.example/fern')
})

test('a wallet that is both featured and recommended is shown once', () => {
  const groups = listWallets({
    connectors: connectors([]),
    directory: directory({ featured: [record('x1')], recommended: [record('x1'), record('x2')] }),
    options: options(),
  })
  expect(names(groups)).toEqual([
    ['featured', 'x1'],
    ['recommended', 'x2'],
  ])
})

test('an rdns that names a part of every object finds nothing', () => {
  const groups = listWallets({
    connectors: connectors([connector({ id: 'constructor' }), connector({ id: '__proto__' })]),
    directory: directory(),
    options: options(),
  })
  expect(groups[0]?.wallets.map((wallet) => wallet.links)).toEqual([{}, {}])
})

test.each([
  ['javascript:alert(1)'],
  ['http://fern.example/'],
  ['data:text/html,x'],
  ['https://user:secret@fern.example/'],
  [' JaVaScRiPt:alert(1)'],
  ['fern.example'],
  [''],
  [null],
])('SEC-86: the link %j is left out', (link) => {
  expect(record('x1', { homepage: link, chrome_store: link }).links).toEqual({})
})

test('SEC-83: names of the directory and of the page are cleaned', () => {
  const groups = listWallets({
    connectors: connectors([connector({ id: 'io.fern', name: '\u202eFern\u200b' })]),
    directory: directory({ featured: [record('x1', { name: ' Ti\u0000de ' })] }),
    options: options(),
  })
  expect(names(groups)).toEqual([
    ['injected', 'Fern'],
    ['featured', 'Tide'],
  ])
})

test('wallets of a site’s own code are a group of their own, at hand and not called installed', () => {
  const groups = listWallets({
    connectors: connectors([
      connector({ id: 'io.fern', name: 'Fern' }),
      connector({ id: 'sdk', name: 'Pocket', type: 'EXTERNAL', rdns: undefined }),
    ]),
    directory: directory({ recommended: [record('Pocket'), record('r1')] }),
    options: options({ order: ['injected', 'recommended', 'external'] }),
  })
  expect(names(groups)).toEqual([
    ['injected', 'Fern'],
    ['recommended', 'r1'],
    ['external', 'Pocket'],
  ])
  expect(groups[2]?.wallets[0]).toMatchObject({ isInstalled: false, connectors: [{ connectorId: 'sdk' }] })
})

test('a picture of the site goes before the one that a wallet brings, also where one wallet has several ways in', () => {
  const own = 'https://shop.test/fern.png'
  const list = (connectorImages: Record<string, string>) =>
    listWallets({
      connectors: {
        recent: [],
        byNamespace: {
          eip155: [connector({ id: 'io.fern', name: 'Fern', imageUrl: 'data:image/png;base64,AAAA' })],
          solana: [connector({ id: 'fern', name: 'Fern', namespace: 'solana', rdns: undefined, imageUrl: undefined })],
        },
      },
      directory: directory(),
      options: options({ connectorImages }),
    }).flatMap(({ wallets }) => wallets.map(({ imageUrl }) => imageUrl))
  expect(list({})).toEqual(['data:image/png;base64,AAAA'])
  expect(list({ 'io.fern': own })).toEqual([own])
  expect(list({ fern: own })).toEqual([own])
  expect(list({ Fern: own })).toEqual(['data:image/png;base64,AAAA'])
})

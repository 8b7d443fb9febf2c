import {
  type DirectoryState,
  directoryOf,
  type FindingState,
  INITIAL_DIRECTORY,
} from '../../latchkey/src/core/features/directory/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { WalletListing } from '../../latchkey/src/core/types/listing.ts'
import { WALLET_CONNECT_ID } from '../../latchkey/src/core/ways/walletConnect/walletConnectId.ts'
import { FERNPASS, LONG_NAME, makeConnection, makeConnector, makeListing, NETWORKS, SOLANA, TIDE } from './fixtures.ts'
import { PICTURES } from './pictures.ts'
import type { ViewState } from './viewState.ts'

const NAMES = ['Northkey', 'Pebble', 'Cinder', 'Harbor', 'Quartz', 'Saffron', 'Marlow', 'Orbit', 'Lattice', 'Kestrel']
const IMAGES = [PICTURES.north, PICTURES.pebble, PICTURES.cinder, PICTURES.harbor, PICTURES.saffron, undefined]

/** Wallets of an invented directory, most used first; each third is certified. */
export const MANY_WALLETS: readonly WalletListing[] = Array.from({ length: 428 }, (_, index) => {
  const round = Math.floor(index / NAMES.length)
  const name = `${NAMES[index % NAMES.length]}${round === 0 ? '' : ` ${round + 1}`}`
  return makeListing(name, IMAGES[index % IMAGES.length], {
    key: `many-${index}`,
    explorerId: `many-${index}`,
    rdns: `example.many${index}`,
    ...(index % 3 === 0 && { isCertified: true }),
  })
})

function fillFinding(finding: Partial<FindingState>, more: Partial<DirectoryState> = {}): (instance: Instance) => void {
  return (instance) =>
    directoryOf(instance).set(() => ({
      ...INITIAL_DIRECTORY,
      status: 'ready',
      recommended: MANY_WALLETS.slice(0, 4),
      count: MANY_WALLETS.length,
      ...more,
      finding: {
        query: '',
        isCertifiedOnly: false,
        networkId: undefined,
        isAnyNetwork: false,
        status: 'ready',
        hasCertified: true,
        browsed: { wallets: MANY_WALLETS.slice(0, 120), page: 3, count: MANY_WALLETS.length, isWhole: false },
        found: undefined,
        ...finding,
      },
    }))
}

function found(query: string, wallets: readonly WalletListing[], hidden = 0): Partial<FindingState> {
  return { query, found: { query, wallets, page: 1, count: wallets.length, isWhole: true, hidden } }
}

/** The store alone: what comes after the view has asked its silent gateway. */
function after(finding: Partial<FindingState>): (instance: Instance) => void {
  return (instance) =>
    directoryOf(instance).set((state) => ({ ...state, finding: state.finding && { ...state.finding, ...finding } }))
}

function finding(name: string, change: Partial<FindingState> = {}, more: Partial<ViewState> = {}): ViewState {
  return {
    view: 'AllWallets',
    name,
    hasRelay: true,
    fill: fillFinding(change),
    below: [{ view: 'Connect' }],
    target: { view: 'AllWallets', data: {} },
    ...more,
  }
}

const SHORT = { wallets: MANY_WALLETS.slice(0, 29), page: 1, count: 29, isWhole: true }

/** Everything on the way to a wallet that is not in the list of `Connect`. */
export const FIND_STATES: readonly ViewState[] = [
  finding('filled'),
  finding('loading', {}, { connectors: [], fill: (instance) => directoryOf(instance).set(() => INITIAL_DIRECTORY) }),
  finding('loading more', {}, { after: after({ status: 'loadingMore' }) }),
  finding('searching', {}, { after: after({ query: 'ced', status: 'searching' }) }),
  finding(
    'found',
    found(
      'ne',
      [MANY_WALLETS[0], MANY_WALLETS[7], MANY_WALLETS[10]].flatMap((one) => one ?? []),
    ),
  ),
  finding('nothing found', found('fernpas', []), { connectors: [] }),
  finding('nothing found, no relay', found('fernpas', []), { connectors: [], hasRelay: false }),
  finding('hidden by the network', found('solar', [], 3), { connectors: [] }),
  finding('certified only', {
    isCertifiedOnly: true,
    browsed: {
      wallets: MANY_WALLETS.filter((wallet) => wallet.isCertified).slice(0, 40),
      page: 1,
      count: 143,
      isWhole: false,
    },
  }),
  finding(
    'for one network',
    { networkId: 'eip155:8453' },
    {
      target: { view: 'AllWallets', data: { networkId: 'eip155:8453' } },
    },
  ),
  finding('directory down', { browsed: SHORT }, { after: after({ status: 'failed' }) }),
  finding('next page failed', {}, { after: after({ status: 'failed' }) }),
  finding('long', {
    browsed: {
      wallets: [
        makeListing(LONG_NAME, undefined, { isCertified: true }),
        makeListing('محفظة الصنوبر', PICTURES.north),
        ...MANY_WALLETS.slice(0, 9),
      ],
      page: 1,
      count: 11,
      isWhole: true,
    },
  }),
  finding('legal checkbox', {}, { options: { features: { legalCheckbox: true } } }),
  {
    view: 'ConnectWallets',
    name: 'filled',
    fill: fillFinding({}),
    below: [{ view: 'Connect' }],
    target: { view: 'ConnectWallets' },
  },
  {
    view: 'Connect',
    name: 'every tag',
    hasRelay: true,
    connectors: [
      FERNPASS,
      TIDE,
      makeConnector('Harbor', PICTURES.harbor),
      makeConnector('Cinder', PICTURES.cinder, { type: 'EXTERNAL' }),
    ],
    fill: (instance) => {
      fillFinding({}, { recommended: MANY_WALLETS.slice(0, 2) })(instance)
      const { stores } = instance
      const solana = makeConnector('Harbor', PICTURES.harbor, { id: 'Harbor', namespace: 'solana' })
      stores.connectors.set((state) => ({
        recent: ['directory-northkey', TIDE.id],
        byNamespace: { ...state.byNamespace, solana: [solana] },
      }))
      const session = makeConnector('Northkey', PICTURES.north, { id: WALLET_CONNECT_ID, type: 'WALLET_CONNECT' })
      stores.connection.set((state) => ({
        ...state,
        byNamespace: {
          eip155: {
            status: 'connected',
            connection: makeConnection(session),
            beside: [makeConnection(FERNPASS)],
          },
        },
      }))
    },
    options: { networks: [...NETWORKS, SOLANA] },
    target: { view: 'Connect' },
  },
  {
    view: 'ConnectingMultiChain',
    name: 'filled',
    options: { networks: [...NETWORKS, SOLANA] },
    fill: ({ services }) => services.storage.set('families', JSON.stringify({ v: 1, value: ['solana many-1'] })),
    below: [{ view: 'Connect' }],
    target: {
      view: 'ConnectingMultiChain',
      data: {
        wallet: makeListing('Pebble', PICTURES.pebble, {
          key: 'many-1',
          isInstalled: true,
          connectors: [
            { namespace: 'eip155', connectorId: 'example.pebble' },
            { namespace: 'solana', connectorId: 'Pebble' },
            { namespace: 'bip122', connectorId: 'Pebble' },
          ],
        }),
      },
    },
  },
  {
    view: 'Downloads',
    name: 'on a phone',
    browser: { isMobile: () => true },
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8)',
    below: [{ view: 'Connect' }, { view: 'GetWallet' }],
    target: { view: 'Downloads', data: { wallet: makeListing('Northkey', PICTURES.north) } },
  },
]

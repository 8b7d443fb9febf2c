import type { HistoryItem, HistoryPage, NftItem } from '@latchkey/wire'
import { toPage } from '../../latchkey/src/core/features/activity/readHistory.ts'
import { type Replacement, replacementOf } from '../../latchkey/src/core/features/activity/replacement.ts'
import { type ActivityState, activityFilterOf, activityOf } from '../../latchkey/src/core/features/activity/state.ts'
import { type NftsState, nftsOf } from '../../latchkey/src/core/features/nfts/state.ts'
import { type OtherTokens, otherTokensOf } from '../../latchkey/src/core/features/tokens/otherTokens.ts'
import { type Token, tokensOf } from '../../latchkey/src/core/features/tokens/state.ts'
import { writeRecord } from '../../latchkey/src/core/kernel/saved/writeRecords.ts'
import type { Account } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { Namespace } from '../../latchkey/src/core/types/network.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { HISTORY, NOW } from './activities.ts'
import { connectTo, hold } from './fills.ts'
import { ACCOUNT, FERNPASS, LONG_NAME, makeNetwork, NETWORKS, ON_PHONE, SOLANA, TIDE, TOKENS } from './fixtures.ts'
import { COLLECTED, LONG_NFTS, showNfts } from './nfts.ts'
import type { ViewState } from './viewState.ts'

const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }
const RECEIVE: ViewTarget = { view: 'WalletReceive' }

/** An account of a family beside whatever is connected. */
export function shareAlso(namespace: Namespace, account: Account): (instance: Instance) => void {
  return ({ stores }) =>
    stores.accounts.set(({ byNamespace }) => ({
      byNamespace: { ...byNamespace, [namespace]: { active: account, all: [account] } },
    }))
}

/** A Solana account of the fixtures. */
export const SOLANA_ACCOUNT: Account = { address: 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt', type: 'eoa' }

/** Being paid. */
const RECEIVE_STATES: readonly ViewState[] = [
  { view: 'WalletReceive', name: 'filled', fill: hold(TOKENS), below: [ACCOUNT_VIEW], target: RECEIVE },
  {
    view: 'WalletReceive',
    name: 'several families, on a phone',
    ...ON_PHONE,
    options: { networks: [...NETWORKS, SOLANA] },
    fill: (instance) => {
      hold(TOKENS)(instance)
      shareAlso('solana', SOLANA_ACCOUNT)(instance)
    },
    below: [ACCOUNT_VIEW],
    target: RECEIVE,
  },
  {
    view: 'WalletReceive',
    name: 'long',
    options: { networks: [makeNetwork(1, LONG_NAME, undefined, 'LONGSYMBOL')] },
    fill: (instance) => {
      connectTo(FERNPASS)(instance)
      const account: Account = { ...ACCOUNT, type: 'smartAccount' }
      instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active: account, all: [account] } } }))
    },
    below: [ACCOUNT_VIEW],
    target: RECEIVE,
  },
  {
    view: 'WalletReceive',
    name: 'address of another family',
    fill: (instance) => {
      connectTo(FERNPASS)(instance)
      instance.stores.accounts.set(() => ({
        byNamespace: { eip155: { active: SOLANA_ACCOUNT, all: [SOLANA_ACCOUNT] } },
      }))
    },
    below: [ACCOUNT_VIEW],
    target: RECEIVE,
  },
  {
    view: 'WalletCompatibleNetworks',
    name: 'filled',
    fill: hold(TOKENS),
    below: [ACCOUNT_VIEW, RECEIVE],
    target: { view: 'WalletCompatibleNetworks' },
  },
]

/** What the gateway told of an account, with `more` over it. */
export function fillHistory(items: readonly HistoryItem[] | undefined, more: Partial<ActivityState> = {}) {
  return (instance: Instance): void => {
    hold(TOKENS)(instance)
    writeRecord(instance.services.storage, 'accountTab', 'activity')
    const page =
      items && toPage(instance, { data: [...items], next: null, sources: [] } satisfies HistoryPage, 'eip155:1')
    activityOf(instance).set((state) => ({
      ...state,
      ...page,
      owner: `eip155:1:${ACCOUNT.address}`,
      status: items === undefined ? 'loading' : 'ready',
      updatedAt: NOW,
      ...more,
    }))
  }
}

function activity(name: string, fill: ViewState['fill']): ViewState {
  return { view: 'Account', name: `activity ${name}`, fill, target: ACCOUNT_VIEW }
}

const LONG_HISTORY = HISTORY.slice(1, 3).map((item) => ({
  ...item,
  transfers: (item.transfers ?? []).map((transfer) => ({
    ...transfer,
    fungible_info: transfer.fungible_info && {
      ...transfer.fungible_info,
      symbol: 'LONGSYMBOLOF16XX',
      name: LONG_NAME,
      isListed: false,
    },
    quantity: { ...transfer.quantity, numeric: `${'9'.repeat(30)}.123456789` },
  })),
}))

function details(name: string, items: readonly HistoryItem[]): ViewState {
  const { items: activities } = toPage(
    { options: {} } as Instance,
    { data: [...items], next: null, sources: [] },
    'eip155:1',
  )
  const [shown] = activities
  if (!shown) throw new Error('Nothing to show')
  return {
    view: 'TransactionDetails',
    name,
    fill: fillHistory(items),
    below: [ACCOUNT_VIEW],
    target: { view: 'TransactionDetails', data: { activity: shown } },
  }
}

/** A payment that waits, of a wallet that keeps the nonce it is asked for; `now` is how far the wish to replace it is. */
function replaceable(name: string, now?: Omit<Replacement, 'hash'>): ViewState {
  const pending = details('pending', HISTORY.slice(0, 1))
  return {
    ...pending,
    name,
    fill: (instance) => {
      pending.fill?.(instance)
      Object.assign(instance.adapters.eip155 ?? {}, { replaceTransaction: () => new Promise(() => {}) })
      const hash = HISTORY[0]?.metadata.hash ?? ''
      if (now) replacementOf(instance).set(() => ({ now: { hash, ...now } }))
    },
  }
}

/** What the account holds elsewhere. */
const ELSEWHERE: readonly Token[] = TOKENS.slice(0, 3).map((token, index) => ({
  ...token,
  chainId: index === 0 ? 'eip155:8453' : 'eip155:10',
}))

function ready(tokens: readonly Token[], missing: OtherTokens['missing']): Omit<OtherTokens, 'owner'> {
  return { status: 'ready', tokens, missing }
}

/** What tokens are worth, where their source tells what that was a day ago. */
const CHANGES: readonly ViewState[] = [
  {
    view: 'Account',
    name: 'with price changes',
    fill: hold(TOKENS.map((token, index) => ({ ...token, change: [0.0243, 0.00001, -0.118][index] }))),
    target: ACCOUNT_VIEW,
  },
  ...(
    [
      ['on other networks', ready(ELSEWHERE, [])],
      ['on other networks, one of them not read', ready(ELSEWHERE.slice(0, 1), ['eip155:137'])],
      ['on other networks nothing', ready([], [])],
      ['on other networks, being read', { status: 'idle', tokens: [], missing: [] }],
    ] as const
  ).map(
    ([name, others]): ViewState => ({
      view: 'Account',
      name: `with what is ${name}`,
      options: { gatewayUrl: 'https://gateway.hollowpine.example' },
      fill: (instance) => {
        hold(TOKENS)(instance)
        tokensOf(instance).set((state) => ({
          ...state,
          supportedChains: instance.stores.networks.get().all.map(({ caipNetworkId }) => caipNetworkId),
        }))
        otherTokensOf(instance).set(() => ({ ...others, owner: `eip155:1:${ACCOUNT.address}` }))
      },
      target: ACCOUNT_VIEW,
    }),
  ),
]

/** What an account did. */
const ACTIVITY_STATES: readonly ViewState[] = [
  activity('filled', fillHistory(HISTORY)),
  activity('of one kind', (instance) => {
    fillHistory(HISTORY)(instance)
    activityFilterOf(instance).set(() => ({ direction: 'out' }))
  }),
  activity('of a kind that there is none of', (instance) => {
    fillHistory(HISTORY)(instance)
    activityFilterOf(instance).set(() => ({ direction: 'in', sort: 'approvals' }))
  }),
  activity('loading', fillHistory(undefined)),
  activity('empty', fillHistory([])),
  activity('failed', fillHistory(undefined, { status: 'failed' })),
  activity('failed with old values', fillHistory(HISTORY, { status: 'failed', updatedAt: NOW - 300_000 })),
  activity(
    'in part',
    fillHistory(HISTORY.slice(1, 4), {
      sources: [{ networkId: 'eip155:1', state: 'partial', missing: ['older'], since: NOW - 9e9 }],
      next: 'two',
    }),
  ),
  activity('long', fillHistory(LONG_HISTORY)),
  details('filled', HISTORY.slice(1, 2)),
  details('pending', HISTORY.slice(0, 1)),
  replaceable('that can be replaced'),
  replaceable('asked to be cancelled', { kind: 'cancel', status: 'asking' }),
  replaceable('replaced', { kind: 'speedUp', status: 'left' }),
  replaceable('too late to be replaced', { kind: 'cancel', status: 'late' }),
  replaceable('not replaced', { kind: 'speedUp', status: 'failed', failure: 'USER_REJECTED' }),
  details('failed', HISTORY.slice(5, 6)),
  details('hidden', HISTORY.slice(4, 5)),
  details('long', LONG_HISTORY),
  ...[TOKENS[1], TOKENS[3]].flatMap((token, index): ViewState[] =>
    token === undefined
      ? []
      : [
          {
            view: 'TokenDetails',
            name: index === 0 ? 'filled' : 'long',
            fill: hold(TOKENS),
            below: [ACCOUNT_VIEW],
            target: { view: 'TokenDetails', data: { token } },
          },
        ],
  ),
]

/** What the gateway told of an account's NFTs, with `more` over it. */
export function fillNfts(items: readonly NftItem[] | undefined, more: Partial<NftsState> = {}) {
  return (instance: Instance): void => {
    hold(TOKENS)(instance)
    writeRecord(instance.services.storage, 'accountTab', 'nfts')
    nftsOf(instance).set((state) => ({
      ...state,
      ...(items && { items: showNfts(items) }),
      owner: `eip155:1:${ACCOUNT.address}`,
      status: items === undefined ? 'loading' : 'ready',
      updatedAt: NOW,
      ...more,
    }))
  }
}

function nfts(name: string, fill: ViewState['fill']): ViewState {
  return { view: 'Account', name: `nfts ${name}`, fill, target: ACCOUNT_VIEW }
}

function nftDetails(name: string, item: NftItem | undefined): ViewState {
  const [nft] = showNfts(item ? [item] : [])
  if (!nft) throw new Error('Nothing to show')
  return {
    view: 'NftDetails',
    name,
    script: { send: () => new Promise(() => {}), sendTransaction: () => new Promise(() => {}) },
    fill: fillNfts(item && [item]),
    below: [ACCOUNT_VIEW],
    target: { view: 'NftDetails', data: { nft } },
  }
}

/** What an account collected. */
const NFT_STATES: readonly ViewState[] = [
  nfts('filled', fillNfts(COLLECTED)),
  nfts('loading', fillNfts(undefined)),
  nfts('empty', fillNfts([])),
  nfts('failed', fillNfts(undefined, { status: 'failed' })),
  nfts('failed with old values', fillNfts(COLLECTED, { status: 'failed', updatedAt: NOW - 300_000 })),
  nfts('in part', fillNfts(COLLECTED.slice(0, 2), { incomplete: ['eip155:1'], next: 'two' })),
  nfts('long', fillNfts(LONG_NFTS)),
  nftDetails('filled', COLLECTED[0]),
  nftDetails('several', COLLECTED[2]),
  nftDetails('without a word', COLLECTED[6]),
  nftDetails('pending', COLLECTED[7]),
  nftDetails('advertisement', COLLECTED[8]),
  nftDetails('long', LONG_NFTS[0]),
]

const SETTINGS: ViewTarget = { view: 'AccountSettings' }
const PRIVACY: ViewTarget = { view: 'PrivacyAndData' }

/** What a visitor left here in some weeks. */
function keepThings(instance: Instance): void {
  hold(TOKENS)(instance)
  const { storage } = instance.services
  writeRecord(storage, 'eip155/connector', { connectorId: FERNPASS.id, networkId: 'eip155:1' })
  writeRecord(storage, 'recent', [FERNPASS.id, TIDE.id])
  writeRecord(storage, 'eip155/recipients', [ACCOUNT.address])
  writeRecord(storage, 'accountTab', 'activity')
  storage.set('cache/balances/eip155:1:0x1', 'x'.repeat(12_000))
}

/** What is covered, kept, and told to whom. */
const PRIVACY_STATES: readonly ViewState[] = [
  {
    view: 'Account',
    name: 'balances hidden',
    fill: (instance) => {
      hold(TOKENS)(instance)
      writeRecord(instance.services.storage, 'hidesBalances', true)
    },
    target: ACCOUNT_VIEW,
  },
  activity('with balances hidden', (instance) => {
    fillHistory(HISTORY)(instance)
    writeRecord(instance.services.storage, 'hidesBalances', true)
  }),
  {
    view: 'AccountSettings',
    name: 'smart account',
    fill: (instance) => {
      hold(TOKENS)(instance)
      const active: Account = { ...ACCOUNT, type: 'smartAccount' }
      instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all: [active] } } }))
    },
    below: [ACCOUNT_VIEW],
    target: SETTINGS,
  },
  {
    view: 'PrivacyAndData',
    name: 'filled',
    options: { gatewayUrl: 'https://gateway.hollowpine.test', analyticsUrl: 'https://count.hollowpine.test' },
    hasRelay: true,
    fill: keepThings,
    below: [ACCOUNT_VIEW, SETTINGS],
    target: PRIVACY,
  },
  { view: 'PrivacyAndData', name: 'nothing kept', target: PRIVACY },
  {
    view: 'PrivacyAndData',
    name: 'long',
    options: {
      gatewayUrl: `https://${'a-very-long-name.'.repeat(8)}test`,
      networks: [
        makeNetwork(1, LONG_NAME, undefined),
        ...Array.from({ length: 8 }, (_, index) => makeNetwork(100 + index, `Hollow ${index + 1}`, undefined)),
      ],
    },
    fill: keepThings,
    below: [ACCOUNT_VIEW, SETTINGS],
    target: PRIVACY,
  },
  ...[TOKENS[1]].flatMap((token): ViewState[] =>
    token === undefined
      ? []
      : [
          {
            view: 'TokenDetails',
            name: 'with its activity',
            script: { send: () => new Promise(() => {}) },
            fill: fillHistory(
              HISTORY.slice(1, 4).map((item, index) => ({
                ...item,
                transfers: (item.transfers ?? []).map((transfer) => ({
                  ...transfer,
                  fungible_info:
                    transfer.fungible_info && index < 2
                      ? { ...transfer.fungible_info, address: token.address }
                      : transfer.fungible_info,
                })),
              })),
            ),
            below: [ACCOUNT_VIEW],
            target: { view: 'TokenDetails', data: { token } },
          },
        ],
  ),
]

/** The views behind the account, in every state worth looking at. */
export const ACCOUNT_STATES: readonly ViewState[] = [
  ...RECEIVE_STATES,
  ...CHANGES,
  ...ACTIVITY_STATES,
  ...NFT_STATES,
  ...PRIVACY_STATES,
]

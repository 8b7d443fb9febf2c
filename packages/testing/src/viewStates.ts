import { FailureError } from '../../latchkey/src/core/errors/failure.ts'
import type { FailureCode } from '../../latchkey/src/core/errors/failureCodes.ts'
import { diagnosisOf } from '../../latchkey/src/core/features/diagnosis/state.ts'
import { directoryOf } from '../../latchkey/src/core/features/directory/state.ts'
import { namesOf } from '../../latchkey/src/core/features/names/state.ts'
import { showToast } from '../../latchkey/src/core/flow/showToast.ts'
import { updateAttempt } from '../../latchkey/src/core/kernel/attempt/attempt.ts'
import { noticeOf, type SessionNotice } from '../../latchkey/src/core/kernel/connections/notice.ts'
import {
  type OpenRequest,
  requestsOf,
  type TransactionNotice,
} from '../../latchkey/src/core/kernel/requests/requests.ts'
import type { Connector } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../../latchkey/src/core/types/options.ts'
import type { ViewName, ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { type RelayState, relayOf } from '../../latchkey/src/core/ways/walletConnect/relay.ts'
import { ACCOUNT_STATES } from './accountStates.ts'
import { CALLS_STATES, FUNDS_STATES } from './callsStates.ts'
import { EMAIL_STATES } from './emailStates.ts'
import { connectSeveral, connectTo, fillDirectory, hold, recommend, recommendLinked, TIMELESS } from './fills.ts'
import { FIND_STATES } from './findStates.ts'
import {
  ACCOUNT,
  FERNPASS,
  LINKS,
  LONG_NAME,
  LONG_WALLET,
  makeConnection,
  makeConnector,
  makeListing,
  makeNetwork,
  NETWORKS,
  NORTHKEY,
  ON_PHONE,
  SOLANA,
  TIDE,
  TOKENS,
  toListing,
} from './fixtures.ts'
import { GUARD_STATES } from './guardStates.ts'
import { NAME_STATES } from './nameStates.ts'
import { ONRAMP_STATES } from './onrampStates.ts'
import { PAIRING_STATES } from './pairingStates.ts'
import { PERMISSION_STATES } from './permissionStates.ts'
import { PICTURES } from './pictures.ts'
import { SEND_STATES } from './sendStates.ts'
import { SIGN_IN_STATES } from './signInStates.ts'
import { SOCIAL_STATES } from './socialStates.ts'
import { SWAP_STATES } from './swapStates.ts'
import type { ViewState } from './viewState.ts'

/** Options of the invented site that every state starts from. */
export const SITE: CreateLatchkeyOptions = {
  networks: NETWORKS,
  metadata: { name: 'Hollowpine', url: 'https://hollowpine.example' },
  termsConditionsUrl: 'https://hollowpine.example/terms',
  privacyPolicyUrl: 'https://hollowpine.example/privacy',
}

const CONNECT: ViewTarget = { view: 'Connect' }
const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }

function hinting(hint: FailureCode): (instance: Instance) => void {
  return ({ stores }) => stores.connection.set((state) => updateAttempt(state, state.attempt?.id ?? -1, { hint }))
}

function connecting(name: string, more: Partial<ViewState> = {}, connector: Connector = FERNPASS): ViewState {
  return {
    view: 'ConnectingExternal',
    name,
    fill: recommend,
    below: [CONNECT],
    target: { view: 'ConnectingExternal', data: { wallet: toListing(connector) } },
    ...more,
  }
}

function failing(code: FailureCode, cause?: unknown): () => Promise<never> {
  return () =>
    Promise.reject(new FailureError(code, 'It did not work.', { step: 'connect', walletName: 'Fernpass' }, cause))
}

function switching(name: string, more: Partial<ViewState> = {}): ViewState {
  return {
    view: 'SwitchNetwork',
    name,
    fill: connectTo(FERNPASS),
    below: [ACCOUNT_VIEW, { view: 'Networks' }],
    target: { view: 'SwitchNetwork', data: { networkId: 'eip155:8453' } },
    ...more,
  }
}

function tell(notice: Partial<SessionNotice> & Pick<SessionNotice, 'code' | 'walletName'>) {
  return (instance: Instance): void =>
    noticeOf(instance).set(() => ({ notice: { wallet: NORTHKEY, namespaces: [], ...notice } }))
}

function tellTransaction(code: TransactionNotice['code'], isOffered?: boolean) {
  const transaction: TransactionNotice = {
    code,
    namespace: 'eip155',
    walletName: 'Fernpass',
    networkId: 'eip155:1',
    walletNetworkId: 'eip155:8453',
    quantity: '0.002',
    transactionId: `0x${'ab'.repeat(32)}`,
    address: ACCOUNT.address,
    isOffered,
  }
  return (instance: Instance): void => requestsOf(instance).set((state) => ({ ...state, transaction }))
}

function cutOff(trouble: RelayState['trouble']) {
  return (instance: Instance): void => relayOf(instance).set(() => ({ trouble }))
}

function losing(connectorId: string) {
  return (instance: Instance): void => {
    const wallet = { namespace: 'eip155', connectorId, walletName: undefined } as const
    showToast(instance, { variant: 'notice', code: 'RESTORE_FAILED', wallet })
  }
}

function wait(request: Pick<OpenRequest, 'kind' | 'hint' | 'link'>) {
  const open: OpenRequest = { id: 1, namespace: 'eip155', walletName: 'Northkey', ...request }
  return (instance: Instance): void => requestsOf(instance).set((state) => ({ ...state, open }))
}

/** Every view in every state worth looking at; the gallery shows them and the accessibility test walks them. */
export const VIEW_STATES: readonly ViewState[] = [
  {
    view: 'Connect',
    name: 'filled',
    fill: (instance) => {
      recommend(instance)
      instance.stores.connectors.set((state) => ({ ...state, recent: [FERNPASS.id] }))
    },
    target: CONNECT,
  },
  { view: 'Connect', name: 'with a relay', hasRelay: true, fill: recommendLinked, target: CONNECT },
  { view: 'Connect', name: 'with a relay, on a phone', ...ON_PHONE, fill: recommendLinked, target: CONNECT },
  {
    view: 'Connect',
    name: 'connection ended',
    hasRelay: true,
    fill: recommendLinked,
    target: CONNECT,
    after: tell({ code: 'SESSION_ENDED', walletName: 'Northkey' }),
  },
  {
    view: 'Connect',
    name: 'returned elsewhere',
    ...ON_PHONE,
    fill: recommendLinked,
    target: CONNECT,
    after: tell({ code: 'RETURNED_ELSEWHERE', walletName: 'Northkey' }),
  },
  {
    view: 'Connect',
    name: 'offline',
    browser: { isOnline: () => false },
    fill: recommend,
    target: CONNECT,
  },
  {
    view: 'Connect',
    name: 'address not secure',
    browser: { isSecureContext: () => false },
    fill: recommend,
    target: CONNECT,
  },
  {
    view: 'Connect',
    name: "developer's banner",
    options: { debug: true },
    fill: recommend,
    target: CONNECT,
    after: ({ stores }) =>
      stores.banner.set((state) => ({
        ...state,
        banner: { code: 'NETWORK_NOT_FOUND', variant: 'warning', detail: 'eip155:250' },
      })),
  },
  {
    view: 'Connect',
    name: 'could not be restored',
    fill: recommend,
    target: CONNECT,
    after: losing(FERNPASS.id),
  },
  {
    view: 'Connect',
    name: 'could not be restored, wallet unknown',
    fill: recommend,
    target: CONNECT,
    after: losing('com.gone'),
  },
  {
    view: 'Connect',
    name: 'storage denied',
    fill: recommend,
    target: CONNECT,
    after: (instance) => showToast(instance, { variant: 'notice', code: 'STORAGE_DENIED' }),
  },
  { view: 'Connect', name: 'loading', fill: fillDirectory({ status: 'loading' }), target: CONNECT },
  { view: 'Connect', name: 'nothing installed', connectors: [], fill: recommend, target: CONNECT },
  { view: 'Connect', name: 'empty', connectors: [], fill: fillDirectory({}), target: CONNECT },
  {
    view: 'Connect',
    name: 'long',
    connectors: [LONG_WALLET, makeConnector('Ø')],
    fill: fillDirectory({ recommended: [makeListing(`${LONG_NAME} for everyone`)] }),
    target: CONNECT,
  },
  {
    view: 'Connect',
    name: 'lookalikes',
    connectors: [
      { ...FERNPASS, isLookalike: true },
      makeConnector('Fernpass', PICTURES.saffron, { id: `${FERNPASS.id}#2`, isLookalike: true }),
      TIDE,
    ],
    fill: recommend,
    target: CONNECT,
  },
  {
    view: 'Connect',
    name: 'directory down',
    fill: recommend,
    target: CONNECT,
    after: (instance) => directoryOf(instance).set((state) => ({ ...state, status: 'failed' })),
  },
  {
    view: 'Connect',
    name: 'legal checkbox',
    options: { features: { legalCheckbox: true } },
    fill: recommend,
    target: CONNECT,
  },
  { view: 'Connect', name: 'no method', options: { adapters: [] }, fill: recommend, target: CONNECT },
  connecting('waiting'),
  connecting('connected', { script: { connect: async () => makeConnection(FERNPASS) } }),
  connecting('locked', { after: hinting('WALLET_LOCKED') }),
  connecting('prompt open', { after: hinting('PROMPT_PENDING') }),
  connecting('refused', { script: { connect: failing('USER_REJECTED') } }),
  connecting('not responding', { script: { connect: failing('WALLET_NOT_RESPONDING') } }),
  connecting('account not shared', { script: { connect: failing('ACCOUNT_NOT_SHARED') } }),
  connecting('updated meanwhile', { script: { connect: failing('EXTENSION_RELOADED') } }),
  connecting('code missing', {
    script: {
      connect: failing(
        'UNKNOWN_FAILURE',
        new TypeError('Failed to fetch dynamically imported module: https://shop.example/assets/connect-1.js'),
      ),
    },
  }),
  connecting('not allowed', { script: { connect: failing('POLKADOT_NOT_ALLOWED') } }),
  connecting('on another network', { script: { connect: failing('BITCOIN_NETWORK_MISMATCH') } }),
  connecting('locked, long', { connectors: [LONG_WALLET], after: hinting('WALLET_LOCKED') }, LONG_WALLET),
  connecting('legal checkbox', { options: { features: { legalCheckbox: true } } }),
  {
    ...connecting('broken'),
    view: 'Downloads',
    // A view that is handed less than it needs breaks, and something else stands in its place.
    target: { view: 'Downloads', data: { wallet: { name: 'Tide' } } } as never,
  },
  connecting('error', {
    script: {
      connect: failing('UNKNOWN_FAILURE', new Error('Internal JSON-RPC error: keyring 4 is out of its depth')),
    },
  }),
  connecting('not installed', {
    target: { view: 'ConnectingExternal', data: { wallet: makeListing('Northkey', PICTURES.north) } },
  }),
  connecting('long', { connectors: [LONG_WALLET], script: { connect: failing('USER_REJECTED') } }, LONG_WALLET),
  connecting('not responding, with a relay', {
    hasRelay: true,
    script: { connect: failing('WALLET_NOT_RESPONDING') },
    target: { view: 'ConnectingExternal', data: { wallet: { ...toListing(FERNPASS), links: LINKS } } },
  }),
  ...PAIRING_STATES,
  { view: 'Account', name: 'filled', fill: hold(TOKENS), target: ACCOUNT_VIEW },
  {
    view: 'Account',
    name: 'address copied',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: (instance) => showToast(instance, { variant: 'success', key: 'addressCopied' }),
  },
  {
    view: 'Account',
    name: 'changed in another tab',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: (instance) => showToast(instance, { variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' }),
  },
  {
    view: 'Account',
    name: 'request waits on a phone',
    ...ON_PHONE,
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: wait({ kind: 'sign', hint: 'OPEN_WALLET_NEEDED', link: 'northkey://wc?requestId=1&sessionTopic=a' }),
  },
  {
    view: 'Account',
    name: 'asked on a phone just now',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: wait({ kind: 'sign', hint: undefined, link: undefined }),
  },
  {
    view: 'Account',
    name: 'request unanswered',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: wait({ kind: 'send', hint: 'REQUEST_UNANSWERED', link: undefined }),
  },
  {
    view: 'Account',
    name: 'signature unanswered',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: wait({ kind: 'sign', hint: 'REQUEST_UNANSWERED', link: undefined }),
  },
  {
    view: 'Account',
    name: 'relay away',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: cutOff('RELAY_UNREACHABLE'),
  },
  {
    view: 'Account',
    name: 'relay refuses the clock',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: cutOff('CLOCK_WRONG'),
  },
  {
    view: 'Account',
    name: 'family missing',
    options: { networks: [...NETWORKS, SOLANA] },
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: tell({ code: 'NAMESPACES_PARTIAL', walletName: 'Northkey', namespaces: ['solana'] }),
  },
  ...(['CHAIN_MISMATCH', 'GAS_TOO_LOW', 'TX_REPLACED', 'SAFE_QUEUED', 'SOLANA_TX_EXPIRED'] as const).map(
    (code): ViewState => ({
      view: 'Account',
      name: `transaction ${code}`,
      fill: hold(TOKENS),
      target: ACCOUNT_VIEW,
      after: tellTransaction(code),
    }),
  ),
  {
    view: 'Account',
    name: 'transaction to prepare again',
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: tellTransaction('SOLANA_TX_EXPIRED', true),
  },
  { view: 'Account', name: 'loading', fill: hold(undefined), target: ACCOUNT_VIEW },
  { view: 'Account', name: 'empty', fill: hold([]), target: ACCOUNT_VIEW },
  {
    view: 'Account',
    name: 'failed with old values',
    fill: hold(TOKENS.slice(0, 3), { status: 'failed', restUntil: TIMELESS, updatedAt: 1_699_999_700_000 }),
    target: ACCOUNT_VIEW,
  },
  {
    view: 'Account',
    name: 'failed',
    fill: hold(undefined, { status: 'failed', restUntil: TIMELESS }),
    target: ACCOUNT_VIEW,
  },
  {
    view: 'Account',
    name: 'no prices',
    fill: (instance) => {
      hold(TOKENS.map((token) => ({ ...token, value: undefined })))(instance)
      namesOf(instance).set((state) => ({ ...state, name: undefined }))
    },
    target: ACCOUNT_VIEW,
  },
  {
    view: 'Account',
    name: 'long',
    options: { networks: [makeNetwork(1, LONG_NAME, undefined), ...NETWORKS.slice(1)] },
    fill: (instance) => {
      hold(
        TOKENS.map((token) => ({
          ...token,
          name: LONG_NAME,
          symbol: 'LONGSYMBOL',
          iconUrl: undefined,
          value: 98_765_432_109.87,
        })),
      )(instance)
      namesOf(instance).set((state) => ({
        ...state,
        name: 'a-very-long-account-name-that-nobody-types-twice.example.eth',
      }))
    },
    target: ACCOUNT_VIEW,
  },
  {
    view: 'AccountSettings',
    name: 'filled',
    fill: hold(TOKENS),
    below: [ACCOUNT_VIEW],
    target: { view: 'AccountSettings' },
  },
  {
    view: 'AccountSettings',
    name: 'long',
    connectors: [LONG_WALLET],
    options: { networks: [makeNetwork(1, LONG_NAME, undefined), ...NETWORKS.slice(1)] },
    fill: connectTo(LONG_WALLET),
    below: [ACCOUNT_VIEW],
    target: { view: 'AccountSettings' },
  },
  ...ACCOUNT_STATES,
  ...PERMISSION_STATES,
  ...SEND_STATES,
  ...SWAP_STATES,
  ...NAME_STATES,
  ...ONRAMP_STATES,
  ...GUARD_STATES,
  ...CALLS_STATES,
  ...FUNDS_STATES,
  { view: 'Networks', name: 'filled', fill: connectTo(FERNPASS), below: [ACCOUNT_VIEW], target: { view: 'Networks' } },
  {
    view: 'Networks',
    name: 'needs another wallet',
    options: { networks: [...NETWORKS, SOLANA] },
    fill: connectTo(FERNPASS),
    below: [ACCOUNT_VIEW],
    target: { view: 'Networks' },
  },
  {
    view: 'Networks',
    name: 'another wallet would do',
    options: { networks: [...NETWORKS, SOLANA] },
    hasRelay: true,
    fill: connectTo(FERNPASS),
    below: [ACCOUNT_VIEW],
    target: { view: 'Networks' },
  },
  {
    view: 'Networks',
    name: 'long',
    options: {
      networks: [
        makeNetwork(1, LONG_NAME, undefined),
        ...Array.from({ length: 14 }, (_, index) => makeNetwork(100 + index, `Hollow ${index + 1}`, undefined)),
      ],
    },
    fill: connectTo(FERNPASS),
    below: [ACCOUNT_VIEW],
    target: { view: 'Networks' },
  },
  switching('waiting'),
  switching('refused', { script: { switchNetwork: failing('USER_REJECTED') } }),
  switching('not in wallet', { script: { switchNetwork: failing('CHAIN_NOT_IN_WALLET') } }),
  switching('settings wrong', { script: { switchNetwork: failing('ADD_CHAIN_INVALID') } }),
  switching('not applied', { script: { switchNetwork: failing('SWITCH_NOT_APPLIED') } }),
  {
    view: 'UnsupportedChain',
    name: 'filled',
    fill: connectTo(FERNPASS, 'eip155:250'),
    target: { view: 'UnsupportedChain' },
  },
  {
    view: 'UnsupportedChain',
    name: 'close refused',
    fill: connectTo(FERNPASS, 'eip155:250'),
    target: { view: 'UnsupportedChain' },
    after: ({ stores }) =>
      stores.modal.set((state) => ({ ...state, blocked: 'unsupportedChain', shakes: state.shakes + 1 })),
  },
  ...EMAIL_STATES,
  ...SOCIAL_STATES,
  ...SIGN_IN_STATES,
  { view: 'WhatIsAWallet', name: 'filled', below: [CONNECT], target: { view: 'WhatIsAWallet' } },
  {
    view: 'WhatIsANetwork',
    name: 'filled',
    below: [ACCOUNT_VIEW, { view: 'Networks' }],
    target: { view: 'WhatIsANetwork' },
  },
  { view: 'GetWallet', name: 'filled', fill: recommend, below: [CONNECT], target: { view: 'GetWallet' } },
  {
    view: 'GetWallet',
    name: 'loading',
    fill: fillDirectory({ status: 'loading' }),
    below: [CONNECT],
    target: { view: 'GetWallet' },
  },
  { view: 'GetWallet', name: 'empty', fill: fillDirectory({}), below: [CONNECT], target: { view: 'GetWallet' } },
  {
    view: 'Downloads',
    name: 'filled',
    below: [CONNECT, { view: 'GetWallet' }],
    target: { view: 'Downloads', data: { wallet: makeListing('Northkey', PICTURES.north) } },
  },
  {
    view: 'Downloads',
    name: 'empty',
    below: [CONNECT, { view: 'GetWallet' }],
    target: { view: 'Downloads', data: { wallet: makeListing(LONG_NAME, undefined, { links: {} }) } },
  },
  {
    view: 'Diagnostics',
    name: 'advice',
    options: { debug: true },
    fill: (instance) =>
      diagnosisOf(instance).set(() => ({
        entries: [
          { at: 1, kind: 'event', name: 'MODAL_OPEN', facts: '{"connected":false}' },
          { at: 2, kind: 'ask', name: 'eip155 dev.fernpass connect', facts: '[]' },
          {
            at: 3,
            kind: 'refusal',
            name: 'eip155 dev.fernpass connect',
            facts: '{"name":"FailureError","code":"USER_REJECTED"}',
          },
          { at: 4, kind: 'failure', name: 'USER_REJECTED', facts: '{"step":"connect","namespace":"eip155"}' },
        ],
      })),
    below: [CONNECT],
    target: { view: 'Diagnostics' },
  },
  {
    view: 'ProfileWallets',
    name: 'filled',
    options: { networks: [...NETWORKS, SOLANA] },
    hasRelay: true,
    fill: connectSeveral,
    below: [{ view: 'Account' }],
    target: { view: 'ProfileWallets' },
  },
  {
    view: 'ProfileWallets',
    name: 'one wallet',
    fill: connectTo(FERNPASS),
    below: [{ view: 'Account' }],
    target: { view: 'ProfileWallets' },
  },
  {
    view: 'ProfileWallets',
    name: 'used before',
    fill: (instance) => {
      connectTo(FERNPASS)(instance)
      instance.stores.connectors.set((state) => ({ ...state, recent: [TIDE.id] }))
    },
    below: [{ view: 'Account' }],
    target: { view: 'ProfileWallets' },
  },
  {
    view: 'ProfileWallets',
    name: 'long',
    connectors: [LONG_WALLET],
    fill: (instance) => {
      const connection = makeConnection(LONG_WALLET)
      const addresses = ['payment', 'ordinal', 'smartAccount'] as const
      connectTo(LONG_WALLET)(instance)
      instance.stores.connection.set((state) => ({
        ...state,
        byNamespace: {
          eip155: {
            status: 'connected',
            connection: {
              ...connection,
              accounts: addresses.map((type, index) => ({ address: `${ACCOUNT.address.slice(0, -1)}${index}`, type })),
            },
          },
        },
      }))
    },
    below: [{ view: 'Account' }],
    target: { view: 'ProfileWallets' },
  },
  { view: 'ProfileWallets', name: 'empty', target: { view: 'ProfileWallets' } },
  {
    view: 'SwitchActiveChain',
    name: 'filled',
    options: { networks: [...NETWORKS, SOLANA] },
    hasRelay: true,
    fill: connectTo(FERNPASS),
    below: [{ view: 'Account' }, { view: 'Networks' }],
    target: { view: 'SwitchActiveChain', data: { networkId: `solana:${SOLANA.id}` } },
  },
  ...FIND_STATES,
]

/** One state of `VIEW_STATES`. Throws when there is none of that name. */
export function findViewState(view: ViewName, name: string): ViewState {
  const found = VIEW_STATES.find((state) => state.view === view && state.name === name)
  if (!found) throw new Error(`${view} has no state "${name}"`)
  return found
}

import type { Connector } from '../../latchkey/src/core/adapter.ts'
import { FailureError } from '../../latchkey/src/core/errors/failure.ts'
import type { FailureCode } from '../../latchkey/src/core/errors/failureCodes.ts'
import { INITIAL_DIRECTORY } from '../../latchkey/src/core/features/directory/state.ts'
import { INITIAL_TOKENS, type Token, type TokensState } from '../../latchkey/src/core/features/tokens/state.ts'
import { showToast } from '../../latchkey/src/core/kernel/shell/showToast.ts'
import type { ViewName, ViewTarget, WalletListing } from '../../latchkey/src/core/kernel/shell/views.ts'
import type {
  ConnectionState,
  OpenRequest,
  PairingCode,
  SessionNotice,
  TransactionNotice,
} from '../../latchkey/src/core/kernel/wallet/connection.ts'
import type { SignInQuestion } from '../../latchkey/src/core/kernel/wallet/signIn.ts'
import { updateAttempt } from '../../latchkey/src/core/kernel/wallet/updateAttempt.ts'
import { WALLET_CONNECT_ID } from '../../latchkey/src/core/kernel/wallet/walletConnect/walletConnectId.ts'
import type { Instance } from '../../latchkey/src/core/latchkey.ts'
import type { CreateLatchkeyOptions } from '../../latchkey/src/core/options.ts'
import type { BrowserPort } from '../../latchkey/src/core/services/ports.ts'
import type { Siwx } from '../../latchkey/src/core/siwx.ts'
import type { WalletScript } from './createScriptedAdapter.ts'
import { FIND_STATES } from './findStates.ts'
import {
  ACCOUNT,
  FERNPASS,
  LONG_NAME,
  makeConnection,
  makeConnector,
  makeListing,
  makeNetwork,
  NETWORKS,
  RECOMMENDED,
  SOLANA,
  TIDE,
  TOKENS,
  toListing,
} from './fixtures.ts'
import { PICTURES } from './pictures.ts'

/** One view in one state: what the site asked for, what is known, and what happens once it is drawn. */
export type ViewState = {
  readonly view: ViewName
  readonly name: string
  readonly options?: Partial<CreateLatchkeyOptions> | undefined
  /** Installed wallets. Default Fernpass and Tide. */
  readonly connectors?: readonly Connector[] | undefined
  /** The site has a relay, so that wallets on phones can be reached. */
  readonly hasRelay?: boolean | undefined
  /** Where the page is shown: replaces what the fake page says of itself. */
  readonly browser?: Partial<BrowserPort> | undefined
  readonly userAgent?: string | undefined
  /** What the wallets do; without a word they never answer. */
  readonly script?: Partial<WalletScript> | undefined
  /** Fills the stores before anything is drawn. */
  readonly fill?: ((instance: Instance) => void) | undefined
  /** Views below the one on screen. */
  readonly below?: readonly ViewTarget[] | undefined
  readonly target: ViewTarget
  /** What happens after the view has been drawn. */
  readonly after?: ((instance: Instance) => void) | undefined
}

/** Options of the invented site that every state starts from. */
export const SITE: CreateLatchkeyOptions = {
  networks: NETWORKS,
  metadata: { name: 'Hollowpine', url: 'https://hollowpine.example' },
  termsConditionsUrl: 'https://hollowpine.example/terms',
  privacyPolicyUrl: 'https://hollowpine.example/privacy',
}

const CONNECT: ViewTarget = { view: 'Connect' }
const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }
const TIMELESS = Number.MAX_SAFE_INTEGER

function fillDirectory(part: Partial<typeof INITIAL_DIRECTORY>): (instance: Instance) => void {
  return ({ stores }) => stores.directory.set(() => ({ ...INITIAL_DIRECTORY, status: 'ready', ...part }))
}

const recommend = fillDirectory({ recommended: RECOMMENDED, count: 420 })

function connectTo(connector: Connector, networkId: `eip155:${number}` = 'eip155:1') {
  return ({ stores }: Instance): void => {
    const connection = makeConnection(connector, networkId)
    stores.connection.set((state) => ({
      ...state,
      restored: true,
      byNamespace: { eip155: { status: 'connected', connection } },
    }))
    stores.accounts.set(() => ({ byNamespace: { eip155: { active: ACCOUNT, all: [ACCOUNT] } } }))
    stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: networkId } }))
  }
}

/** One wallet in use with two accounts, another one beside it, and a smart account among them. */
function connectSeveral(instance: Instance): void {
  const inUse = makeConnection(FERNPASS)
  const more = { ...ACCOUNT, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' as const }
  connectTo(FERNPASS)(instance)
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: {
      ...state.byNamespace,
      eip155: {
        status: 'connected',
        connection: { ...inUse, accounts: [...inUse.accounts, more] },
        others: [
          {
            ...makeConnection(TIDE),
            accounts: [{ ...ACCOUNT, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
          },
        ],
      },
    },
  }))
}

function hold(tokens: readonly Token[] | undefined, more: Partial<TokensState> = {}) {
  return (instance: Instance): void => {
    connectTo(FERNPASS)(instance)
    instance.stores.names.set(() => ({ address: ACCOUNT.address, name: 'mira.eth', avatar: undefined }))
    instance.stores.tokens.set(() => ({
      ...INITIAL_TOKENS,
      owner: `eip155:1:${ACCOUNT.address}`,
      tokens,
      status: tokens === undefined ? 'loading' : 'ready',
      ...more,
    }))
  }
}

function failing(code: FailureCode, cause?: unknown): () => Promise<never> {
  return () =>
    Promise.reject(new FailureError(code, 'It did not work.', { step: 'connect', walletName: 'Fernpass' }, cause))
}

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

const LONG_WALLET = makeConnector(LONG_NAME)

/** Where the invented wallets take a pairing. */
const LINKS: WalletListing['links'] = {
  ...makeListing('Northkey').links,
  mobileLink: 'northkey://',
  webappLink: 'https://app.northkey.example/',
  desktopLink: 'northkey-desktop://',
}
const NORTHKEY = makeListing('Northkey', PICTURES.north, {
  links: { ...LINKS, webappLink: undefined, desktopLink: undefined },
})
const MANY_WAYS = makeListing('Northkey', PICTURES.north, { links: LINKS })
const LONG_LISTING = makeListing(LONG_NAME, undefined, { links: LINKS })

/** A pairing address as the engine makes it. */
const PAIRING_URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1700000300'

const ON_PHONE = {
  hasRelay: true,
  browser: { isMobile: () => true },
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
} as const
/** The browser inside another app, which refuses links with a scheme of their own. */
const IN_APP = { ...ON_PHONE, userAgent: `${ON_PHONE.userAgent} Instagram 340.0.0.22` } as const

function recommendLinked(instance: Instance): void {
  const recommended = RECOMMENDED.map((wallet) => ({ ...wallet, links: { ...wallet.links, mobileLink: 'wallet://' } }))
  fillDirectory({ recommended, count: 420 })(instance)
}

/** Puts an attempt to pair into a state that only a relay and a wallet could bring about. */
function pairing(change: {
  readonly walletKey?: string | undefined
  readonly code?: Partial<PairingCode> | undefined
  readonly hint?: FailureCode | undefined
  readonly failed?: FailureCode | undefined
  readonly cause?: unknown
}): (instance: Instance) => void {
  const { walletKey, code, hint, failed, cause } = change
  return ({ stores }) =>
    stores.connection.set((state) => ({
      ...state,
      attempt: {
        id: state.attempt?.id ?? state.nextAttemptId,
        kind: 'connect',
        namespace: 'eip155',
        connectorId: WALLET_CONNECT_ID,
        networkId: undefined,
        phase: failed === undefined ? 'waiting' : 'failed',
        hint,
        error:
          failed === undefined
            ? undefined
            : new FailureError(failed, 'It did not work.', { step: 'connect', walletName: 'Northkey' }, cause),
        pairing: {
          walletKey,
          uri: failed === undefined ? PAIRING_URI : undefined,
          expiresAt: TIMELESS,
          renewals: 0,
          isExpired: false,
          ...code,
        },
      },
    }))
}

function pairingWith(
  wallet: WalletListing | undefined,
  name: string,
  change: Parameters<typeof pairing>[0],
  more: Partial<ViewState> = {},
): ViewState {
  return {
    view: 'ConnectingWalletConnect',
    name,
    hasRelay: true,
    fill: recommendLinked,
    below: [CONNECT],
    target: { view: 'ConnectingWalletConnect', data: { wallet } },
    ...more,
    after: (instance) => {
      pairing({ walletKey: wallet?.key, ...change })(instance)
      more.after?.(instance)
    },
  }
}

/** Failures of a pairing that are drawn alike, by the code of each. Source: failures, F-10 to F-19. */
const PAIRING_FAILURES: readonly FailureCode[] = [
  'RELAY_UNREACHABLE',
  'CLOCK_WRONG',
  'SITE_REFUSED',
  'CHAINS_UNSUPPORTED',
  'SESSION_ENDED',
  'METHOD_NOT_GRANTED',
  'PAYLOAD_UNSAFE',
  'USER_REJECTED',
]

const PAIRING_STATES: readonly ViewState[] = [
  pairingWith(undefined, 'preparing', { code: { uri: undefined } }),
  pairingWith(undefined, 'ready', {}),
  {
    ...pairingWith(undefined, "beside the site's own wallet", {}),
    options: {
      customWallets: [{ id: 'field', name: 'Field Wallet', webappLink: 'https://wallet.example' }],
    },
  },
  pairingWith(NORTHKEY, 'filled', {}),
  pairingWith(MANY_WAYS, 'several ways', {}),
  pairingWith(
    NORTHKEY,
    'copied',
    {},
    { after: (instance) => showToast(instance, { variant: 'success', key: 'linkCopied' }) },
  ),
  pairingWith(NORTHKEY, 'expired', { code: { isExpired: true, renewals: 5 }, hint: 'PAIRING_EXPIRED' }),
  pairingWith(NORTHKEY, 'offline', { hint: 'OFFLINE' }),
  pairingWith(LONG_LISTING, 'long', {}),
  ...PAIRING_FAILURES.map((code) => pairingWith(NORTHKEY, `failed, ${code}`, { failed: code })),
  pairingWith(undefined, 'failed, any wallet', { failed: 'USER_REJECTED' }),
  pairingWith(NORTHKEY, 'failed, unnamed', {
    failed: 'UNKNOWN_FAILURE',
    cause: new Error('The wallet closed the door without a word'),
  }),
  {
    view: 'ConnectingExternal',
    name: 'in its own browser, on a phone',
    ...ON_PHONE,
    fill: recommendLinked,
    below: [CONNECT],
    target: {
      view: 'ConnectingExternal',
      data: {
        wallet: makeListing('Northkey', PICTURES.north, {
          links: {
            ...LINKS,
            mobileLink: undefined,
            browse: [{ namespaces: ['eip155'], android: 'https://northkey.example/browse/{url}' }],
          },
        }),
      },
    },
  },
  pairingWith(NORTHKEY, 'preparing, on a phone', { code: { uri: undefined } }, ON_PHONE),
  pairingWith(NORTHKEY, 'ready, on a phone', {}, ON_PHONE),
  pairingWith(MANY_WAYS, 'several ways, on a phone', {}, ON_PHONE),
  pairingWith(undefined, 'any wallet, on a phone', {}, ON_PHONE),
  pairingWith(NORTHKEY, 'opened, on a phone', { code: { linkOpenedAt: 1 } }, ON_PHONE),
  pairingWith(NORTHKEY, 'did not open', { code: { linkOpenedAt: 1 }, hint: 'APP_NOT_OPENED' }, ON_PHONE),
  pairingWith(NORTHKEY, 'approval lost', { code: { linkOpenedAt: 1 }, hint: 'APPROVAL_LOST' }, ON_PHONE),
  pairingWith(NORTHKEY, 'expired, on a phone', { code: { isExpired: true }, hint: 'PAIRING_EXPIRED' }, ON_PHONE),
  pairingWith(LONG_LISTING, 'long, on a phone', { code: { linkOpenedAt: 1 }, hint: 'APP_NOT_OPENED' }, ON_PHONE),
  pairingWith(NORTHKEY, 'inside another app', {}, IN_APP),
  {
    ...pairingWith(undefined, 'filled', {}),
    view: 'ConnectingWalletConnectBasic',
    options: { adapters: [] },
    below: [],
    target: { view: 'ConnectingWalletConnectBasic' },
  },
  {
    view: 'ConnectingWalletConnectBasic',
    name: 'on a phone',
    ...ON_PHONE,
    options: { adapters: [] },
    fill: recommendLinked,
    target: { view: 'ConnectingWalletConnectBasic' },
  },
]

function tell(notice: Partial<SessionNotice> & Pick<SessionNotice, 'code' | 'walletName'>) {
  return ({ stores }: Instance): void =>
    stores.connection.set((state) => ({ ...state, notice: { wallet: NORTHKEY, namespaces: [], ...notice } }))
}

function tellTransaction(code: TransactionNotice['code']) {
  const transaction: TransactionNotice = {
    code,
    namespace: 'eip155',
    walletName: 'Fernpass',
    networkId: 'eip155:1',
    walletNetworkId: 'eip155:8453',
    quantity: '0.002',
    transactionId: `0x${'ab'.repeat(32)}`,
    address: ACCOUNT.address,
  }
  return ({ stores }: Instance): void => stores.connection.set((state) => ({ ...state, transaction }))
}

function cutOff(relayTrouble: ConnectionState['relayTrouble']) {
  return ({ stores }: Instance): void => stores.connection.set((state) => ({ ...state, relayTrouble }))
}

function wait(request: Pick<OpenRequest, 'kind' | 'hint' | 'link'>) {
  return ({ stores }: Instance): void =>
    stores.connection.set((state) => ({
      ...state,
      request: { id: 1, namespace: 'eip155', walletName: 'Northkey', ...request },
    }))
}

const SILENT_SIWX: Siwx = {
  createFields: () => new Promise(() => {}),
  addSession: () => new Promise(() => {}),
  setSessions: async () => undefined,
  getSessions: () => new Promise(() => {}),
  revokeSession: async () => undefined,
}

/** What the wallet is asked to sign, as the standard words it. */
const SIGN_IN_TEXT = `hollowpine.example wants you to sign in with your Ethereum account:
${ACCOUNT.address}

Sign in to Hollowpine. This costs nothing.

URI: https://hollowpine.example/checkout
Version: 1
Chain ID: 1
Nonce: q8Zk3vR1mT0pLx7c
Issued At: 2026-11-21T08:00:00.000Z
Expiration Time: 2026-11-22T08:00:00.000Z`

function signingIn(name: string, change: Partial<SignInQuestion> = {}, more: Partial<ViewState> = {}): ViewState {
  const [connector = FERNPASS] = more.connectors ?? []
  return {
    view: 'SIWXSignMessage',
    name,
    target: { view: 'SIWXSignMessage' },
    ...more,
    options: { siwx: SILENT_SIWX, ...more.options },
    fill: (instance) => {
      connectTo(connector)(instance)
      instance.stores.connection.set((state) => ({
        ...state,
        signIn: {
          namespace: 'eip155',
          networkId: 'eip155:1',
          address: ACCOUNT.address,
          walletName: connector.name,
          required: true,
          phase: 'idle',
          message: SIGN_IN_TEXT,
          ...change,
        },
      }))
    },
  }
}

function notSignedIn(
  code: FailureCode,
  change: Partial<SignInQuestion> = {},
  more: Partial<ViewState> = {},
): ViewState {
  const error = new FailureError(
    code,
    'It did not work.',
    { step: 'signIn' },
    new Error('The vault is out of its depth'),
  )
  return signingIn(`failed, ${code}`, { phase: 'failed', error, ...change }, more)
}

const SIGN_IN_STATES: readonly ViewState[] = [
  signingIn('idle'),
  signingIn('not required', { required: false }),
  signingIn('preparing', { message: undefined }),
  signingIn('signing', { phase: 'signing' }),
  signingIn('signing, slow', { phase: 'signing', isSlow: true }),
  signingIn('cancelling', { phase: 'cancelling' }),
  notSignedIn(
    'USER_REJECTED',
    {},
    {
      after: (instance) => showToast(instance, { variant: 'error', key: 'signatureDeclined' }),
    },
  ),
  notSignedIn('SIGNATURE_UNVERIFIED'),
  notSignedIn('SIGN_IN_DOMAIN', { isFinal: true, message: undefined }),
  notSignedIn('SIGN_IN_NOT_KEPT'),
  notSignedIn('SIGN_IN_SERVICE_DOWN', { message: undefined }),
  notSignedIn('CLOCK_WRONG'),
  notSignedIn('MESSAGE_SIGNING_UNSUPPORTED'),
  notSignedIn('BITCOIN_ADDRESS_KIND'),
  notSignedIn('UNKNOWN_FAILURE'),
  signingIn('on a phone', { link: 'northkey://' }, ON_PHONE),
  signingIn(
    'close refused',
    {},
    {
      after: ({ stores }) =>
        stores.modal.set((state) => ({ ...state, blocked: 'signInRequired', shakes: state.shakes + 1 })),
    },
  ),
  signingIn(
    'long',
    {},
    {
      connectors: [LONG_WALLET],
      options: { metadata: { name: LONG_NAME, url: 'https://hollowpine.example' } },
    },
  ),
  { ...signingIn('idle'), view: 'ConnectingSiwe', target: { view: 'ConnectingSiwe' } },
]

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
    after: ({ stores }) => stores.directory.set((state) => ({ ...state, status: 'failed' })),
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
  connecting('locked', { after: hinting('WALLET_LOCKED') }),
  connecting('prompt open', { after: hinting('PROMPT_PENDING') }),
  connecting('refused', { script: { connect: failing('USER_REJECTED') } }),
  connecting('not responding', { script: { connect: failing('WALLET_NOT_RESPONDING') } }),
  connecting('account not shared', { script: { connect: failing('ACCOUNT_NOT_SHARED') } }),
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
    name: 'request waits on a phone',
    ...ON_PHONE,
    fill: hold(TOKENS),
    target: ACCOUNT_VIEW,
    after: wait({ kind: 'sign', hint: 'OPEN_WALLET_NEEDED', link: 'northkey://wc?requestId=1&sessionTopic=a' }),
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
      instance.stores.names.set((state) => ({ ...state, name: undefined }))
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
      instance.stores.names.set((state) => ({
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
    fill: ({ stores }) =>
      stores.diagnosis.set(() => ({
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

import { FailureError } from '../../latchkey/src/core/errors/failure.ts'
import type { FailureCode } from '../../latchkey/src/core/errors/failureCodes.ts'
import { showToast } from '../../latchkey/src/core/flow/showToast.ts'
import type { AttemptPairing } from '../../latchkey/src/core/kernel/connections/connection.ts'
import { setCurrent } from '../../latchkey/src/core/kernel/connections/connectionList.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { WalletListing } from '../../latchkey/src/core/types/listing.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { WALLET_CONNECT_ID } from '../../latchkey/src/core/ways/walletConnect/walletConnectId.ts'
import { recommendLinked, TIMELESS } from './fills.ts'
import { LINKS, LONG_NAME, makeConnection, makeConnector, makeListing, NORTHKEY, ON_PHONE } from './fixtures.ts'
import { PICTURES } from './pictures.ts'
import type { ViewState } from './viewState.ts'

const CONNECT: ViewTarget = { view: 'Connect' }
const MANY_WAYS = makeListing('Northkey', PICTURES.north, { links: LINKS })
const LONG_LISTING = makeListing(LONG_NAME, undefined, { links: LINKS })

/** A pairing address as the engine makes it. */
const PAIRING_URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1700000300'

/** The browser inside another app, which refuses links with a scheme of their own. */
const IN_APP = { ...ON_PHONE, userAgent: `${ON_PHONE.userAgent} Instagram 340.0.0.22` } as const

/** Puts an attempt to pair into a state that only a relay and a wallet could bring about. */
function pairing(change: {
  readonly walletKey?: string | undefined
  readonly code?: Partial<AttemptPairing> | undefined
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

/** Another wallet on a phone is connected already; a new session takes its place. */
function connectOwlet({ stores }: Instance): void {
  const connector = { ...makeConnector('Owlet'), id: WALLET_CONNECT_ID, type: 'WALLET_CONNECT' } as const
  stores.connection.set((state) => setCurrent(state, makeConnection(connector)))
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

/** Failures of a pairing that are drawn alike, by the code of each. Source: F-10 to F-19. */
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

/** Everything on the way to a wallet on a phone, in another program or on another page. */
export const PAIRING_STATES: readonly ViewState[] = [
  pairingWith(undefined, 'preparing', { code: { uri: undefined, expiresAt: 0 } }),
  pairingWith(undefined, 'preparing for long', { code: { uri: undefined, expiresAt: 0, isSlow: true } }),
  pairingWith(undefined, 'ready', {}),
  {
    ...pairingWith(undefined, "beside the site's own wallet", {}),
    options: {
      customWallets: [{ id: 'field', name: 'Field Wallet', webappLink: 'https://wallet.example' }],
    },
  },
  pairingWith(NORTHKEY, 'filled', {}),
  pairingWith(NORTHKEY, 'replaces the first', {}, { after: connectOwlet }),
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
  pairingWith(NORTHKEY, 'preparing, on a phone', { code: { uri: undefined, expiresAt: 0 } }, ON_PHONE),
  pairingWith(
    NORTHKEY,
    'preparing for long, on a phone',
    { code: { uri: undefined, expiresAt: 0, isSlow: true } },
    ON_PHONE,
  ),
  pairingWith(NORTHKEY, 'ready, on a phone', {}, ON_PHONE),
  pairingWith(NORTHKEY, 'replaces the first, on a phone', {}, { ...ON_PHONE, after: connectOwlet }),
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

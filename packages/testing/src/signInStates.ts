import { FailureError } from '../../latchkey/src/core/errors/failure.ts'
import type { FailureCode } from '../../latchkey/src/core/errors/failureCodes.ts'
import { showToast } from '../../latchkey/src/core/flow/showToast.ts'
import { type SignInQuestion, signInOf } from '../../latchkey/src/core/kernel/signIn/signIn.ts'
import type { Siwx } from '../../latchkey/src/core/types/siwx.ts'
import { connectTo } from './fills.ts'
import { ACCOUNT, FERNPASS, LONG_NAME, LONG_WALLET, ON_PHONE } from './fixtures.ts'
import type { ViewState } from './viewState.ts'

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
      signInOf(instance).set((state) => ({
        ...state,
        question: {
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
    { step: 'signIn', walletNetworkId: 'eip155:8453' },
    new Error('The vault is out of its depth'),
  )
  return signingIn(`failed, ${code}`, { phase: 'failed', error, ...change }, more)
}

/** The question to sign in, under both of its names. */
export const SIGN_IN_STATES: readonly ViewState[] = [
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
  notSignedIn('CHAIN_MISMATCH'),
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

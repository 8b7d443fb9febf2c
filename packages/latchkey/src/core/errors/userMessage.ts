import { FAILURE_CODES, type FailureCode } from './failureCodes.ts'
import { isCodeMissing } from './isCodeMissing.ts'
import { isLatchkeyError } from './LatchkeyError.ts'

/**
 * What the one button under a failure does. `check` reads without a new request, `retry` repeats the step, `ways` goes back
 * to the other wallets or networks, `reload` reloads the page, `get` leads to the wallet's links, `phone` to the same
 * wallet's code, `renew` makes a new code, `open` opens the wallet by its link, `view` what happened on the network, `fund`
 * shows where the coin goes, `https` and `tab` the page elsewhere, `front` the window above others, `outside` the page in a
 * browser of its own, `add` the list for the missing namespace, `account` another account, `leave` gives the step up.
 */
export type Remedy =
  | 'check'
  | 'retry'
  | 'ways'
  | 'reload'
  | 'get'
  | 'phone'
  | 'renew'
  | 'open'
  | 'outside'
  | 'add'
  | 'account'
  | 'leave'
  | 'view'
  | 'fund'
  | 'https'
  | 'tab'
  | 'front'

/** Failures that a visitor can meet in what is built. All others read as `UNKNOWN_FAILURE`. */
export type ShownFailure = keyof typeof SHOWN

/** Keys of the texts for a failure, and what its button does. */
export type UserMessage = {
  readonly code: ShownFailure
  /** Key of the sentence, with `{wallet}`, `{network}`, `{other}`, `{family}`, `{coin}` or `{amount}` in it. */
  readonly sentence: `failure.${ShownFailure}`
  /** Key of the sentence after it. */
  readonly more: MoreKey | undefined
  readonly button: ButtonKey
  readonly remedy: Remedy
  /** True while the promise stays open: the sentence is a status, not an alert. */
  readonly isHint: boolean
}

type MoreKey = Extract<(typeof SHOWN)[ShownFailure], { more: string }>['more']

/** Keys of the buttons' texts. */
export type ButtonKey =
  | 'action.unlocked'
  | 'action.checkAgain'
  | 'action.tryAgain'
  | 'action.tryNow'
  | 'action.reload'
  | 'action.getNamed'
  | 'action.chooseAccount'
  | 'action.otherWays'
  | 'action.addNetwork'
  | 'action.otherNetworks'
  | 'action.switchTo'
  | 'action.loadAll'
  | 'action.usePhone'
  | 'action.clockSet'
  | 'action.newCode'
  | 'action.walletsFor'
  | 'action.addFamily'
  | 'action.connectAgain'
  | 'action.askAgain'
  | 'action.back'
  | 'action.openNamed'
  | 'action.openInBrowser'
  | 'action.connectHere'
  | 'action.otherWallet'
  | 'action.otherAccount'
  | 'action.paymentAddress'
  | 'action.signInAgain'
  | 'action.getCoin'
  | 'action.viewTransaction'
  | 'action.openSafe'
  | 'action.prepareAgain'
  | 'action.switchNetwork'
  | 'action.openHttps'
  | 'action.openTab'
  | 'action.openAgain'
  | 'action.bringToFront'
  | 'action.openWindow'
  | 'action.sendCode'

/** Button and remedy of each code, and the key of its second sentence where it has one. Source: docs/failures.md. */
const SHOWN = {
  WALLET_LOCKED: { button: 'action.unlocked', remedy: 'check', more: 'failure.WALLET_LOCKED.more' },
  PROMPT_PENDING: { button: 'action.checkAgain', remedy: 'check', more: 'failure.PROMPT_PENDING.more' },
  USER_REJECTED: { button: 'action.tryAgain', remedy: 'retry', more: 'failure.USER_REJECTED.more' },
  EXTENSION_RELOADED: { button: 'action.reload', remedy: 'reload', more: 'failure.EXTENSION_RELOADED.more' },
  // Where the site has no relay, views offer the other ways instead.
  WALLET_NOT_RESPONDING: { button: 'action.usePhone', remedy: 'phone', more: 'failure.WALLET_NOT_RESPONDING.more' },
  WALLET_LOOKALIKE: { button: 'action.otherWays', remedy: 'ways', more: 'failure.WALLET_LOOKALIKE.more' },
  WALLET_NOT_SEEN: { button: 'action.getNamed', remedy: 'get', more: 'failure.WALLET_NOT_SEEN.more' },
  ACCOUNT_NOT_SHARED: { button: 'action.chooseAccount', remedy: 'retry', more: 'failure.ACCOUNT_NOT_SHARED.more' },
  HARDWARE_NOT_READY: { button: 'action.tryAgain', remedy: 'retry' },
  SITE_REFUSED: { button: 'action.otherWays', remedy: 'ways', more: 'failure.SITE_REFUSED.more' },
  RELAY_UNREACHABLE: { button: 'action.tryAgain', remedy: 'retry', more: 'failure.RELAY_UNREACHABLE.more' },
  CLOCK_WRONG: { button: 'action.clockSet', remedy: 'retry', more: 'failure.CLOCK_WRONG.more' },
  PAIRING_EXPIRED: { button: 'action.newCode', remedy: 'renew' },
  CHAINS_UNSUPPORTED: { button: 'action.walletsFor', remedy: 'ways' },
  NAMESPACES_PARTIAL: { button: 'action.addFamily', remedy: 'add' },
  SESSION_ENDED: { button: 'action.connectAgain', remedy: 'retry' },
  REQUEST_UNANSWERED: { button: 'action.askAgain', remedy: 'retry', more: 'failure.REQUEST_UNANSWERED.more' },
  PAYLOAD_UNSAFE: { button: 'action.back', remedy: 'ways' },
  APP_NOT_OPENED: { button: 'action.getNamed', remedy: 'get', more: 'failure.APP_NOT_OPENED.more' },
  LINK_SCHEME_BLOCKED: { button: 'action.openInBrowser', remedy: 'outside', more: 'failure.LINK_SCHEME_BLOCKED.more' },
  APPROVAL_LOST: { button: 'action.openNamed', remedy: 'open', more: 'failure.APPROVAL_LOST.more' },
  OPEN_WALLET_NEEDED: { button: 'action.openNamed', remedy: 'open' },
  RETURNED_ELSEWHERE: { button: 'action.connectHere', remedy: 'retry', more: 'failure.RETURNED_ELSEWHERE.more' },
  METHOD_NOT_GRANTED: { button: 'action.otherWallet', remedy: 'ways' },
  CHAIN_NOT_IN_WALLET: { button: 'action.addNetwork', remedy: 'retry' },
  SWITCH_NOT_APPLIED: { button: 'action.checkAgain', remedy: 'check', more: 'failure.SWITCH_NOT_APPLIED.more' },
  ADD_CHAIN_INVALID: { button: 'action.otherNetworks', remedy: 'ways' },
  CHAIN_MISMATCH: { button: 'action.switchTo', remedy: 'retry' },
  NETWORK_NOT_OFFERED: { button: 'action.switchTo', remedy: 'retry' },
  CSP_BLOCKED: { button: 'action.otherWays', remedy: 'ways' },
  GAS_TOO_LOW: { button: 'action.getCoin', remedy: 'fund', more: 'failure.GAS_TOO_LOW.more' },
  TX_REPLACED: { button: 'action.viewTransaction', remedy: 'view' },
  SAFE_QUEUED: { button: 'action.openSafe', remedy: 'view' },
  SOLANA_TX_EXPIRED: { button: 'action.prepareAgain', remedy: 'retry' },
  INSECURE_CONTEXT: { button: 'action.openHttps', remedy: 'https' },
  FRAMED_NO_WALLET: { button: 'action.openTab', remedy: 'tab' },
  DIALOG_COVERED: { button: 'action.bringToFront', remedy: 'front' },
  FRAME_UNREACHABLE: { button: 'action.tryAgain', remedy: 'retry' },
  CODE_NOT_ACCEPTED: { button: 'action.sendCode', remedy: 'retry' },
  POPUP_BLOCKED: { button: 'action.openWindow', remedy: 'retry' },
  POPUP_CUT_OFF: { button: 'action.openAgain', remedy: 'retry' },
  SOCIAL_WEBVIEW_REFUSED: { button: 'action.openInBrowser', remedy: 'outside' },
  OFFLINE: { button: 'action.tryNow', remedy: 'check', more: 'failure.OFFLINE.more' },
  DIRECTORY_DOWN: { button: 'action.loadAll', remedy: 'retry' },
  DATA_UNAVAILABLE: { button: 'action.tryAgain', remedy: 'retry' },
  SIGNATURE_UNVERIFIED: { button: 'action.otherAccount', remedy: 'account' },
  SIGN_IN_DOMAIN: { button: 'action.back', remedy: 'leave' },
  SIGN_IN_NOT_KEPT: { button: 'action.signInAgain', remedy: 'retry' },
  SIGN_IN_SERVICE_DOWN: { button: 'action.tryAgain', remedy: 'retry', more: 'failure.SIGN_IN_SERVICE_DOWN.more' },
  MESSAGE_SIGNING_UNSUPPORTED: { button: 'action.otherAccount', remedy: 'account' },
  BITCOIN_NETWORK_MISMATCH: { button: 'action.switchNetwork', remedy: 'retry' },
  POLKADOT_NOT_ALLOWED: { button: 'action.checkAgain', remedy: 'check' },
  BITCOIN_ADDRESS_KIND: { button: 'action.paymentAddress', remedy: 'account' },
  UNKNOWN_FAILURE: { button: 'action.tryAgain', remedy: 'retry' },
} as const satisfies Partial<
  Record<
    FailureCode,
    { readonly button: ButtonKey; readonly remedy: Remedy; readonly more?: `failure.${FailureCode}.more` }
  >
>

/** What helps where code of the site could not be loaded: see `isCodeMissing`. */
const RELOAD = { button: 'action.reload', remedy: 'reload', more: 'failure.EXTENSION_RELOADED.more' } as const

/**
 * Chooses what a visitor reads and can do, by the code of an error or a hint. A package that the site lacks reads as
 * `SITE_REFUSED`, because no wallet is to blame. Other codes of misuse, of the gateway and of failures that nothing built can
 * cause get the sentence of `UNKNOWN_FAILURE`. Where code of the site could not be loaded its button loads the page again.
 */
export function userMessage(failure: unknown): UserMessage {
  const wanted = typeof failure === 'string' ? failure : isLatchkeyError(failure) ? failure.code : ''
  const said = wanted === 'PACKAGE_MISSING' ? 'SITE_REFUSED' : wanted
  const code: ShownFailure = isShown(said) ? said : 'UNKNOWN_FAILURE'
  const { button, remedy, more }: { button: ButtonKey; remedy: Remedy; more?: MoreKey } =
    code === 'UNKNOWN_FAILURE' && isCodeMissing(failure) ? RELOAD : SHOWN[code]
  return { code, sentence: `failure.${code}`, more, button, remedy, isHint: FAILURE_CODES[code] === 'hint' }
}

function isShown(code: string): code is ShownFailure {
  return Object.hasOwn(SHOWN, code)
}

import { FAILURE_CODES, type FailureCode } from './failureCodes.ts'
import { isLatchkeyError } from './LatchkeyError.ts'

/**
 * What the one button under a failure does. Source: failures, bold words of each row.
 * `check` reads without a new request, `retry` repeats the step, `ways` goes back to the other wallets or networks,
 * `reload` reloads the page, `get` leads to the wallet's links.
 */
export type Remedy = 'check' | 'retry' | 'ways' | 'reload' | 'get'

/** Failures that a visitor can meet in what is built. All others read as `UNKNOWN_FAILURE`. */
export type ShownFailure = keyof typeof SHOWN

/** Keys of the texts for a failure, and what its button does. */
export type UserMessage = {
  readonly code: ShownFailure
  /** Key of the sentence, with `{wallet}`, `{network}` or `{other}` in it. */
  readonly sentence: `failure.${ShownFailure}`
  readonly button: ButtonKey
  readonly remedy: Remedy
  /** True while the promise stays open: the sentence is a status, not an alert. */
  readonly isHint: boolean
}

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

/** Button and remedy of each code. Sources: failures F-01 to F-09, F-12, F-18, F-25 to F-29, F-51 to F-60. */
const SHOWN = {
  WALLET_LOCKED: ['action.unlocked', 'check'],
  PROMPT_PENDING: ['action.checkAgain', 'check'],
  USER_REJECTED: ['action.tryAgain', 'retry'],
  EXTENSION_RELOADED: ['action.reload', 'reload'],
  // "Use my phone" needs pairing; until the modal has it, the list of other wallets is the honest button.
  WALLET_NOT_RESPONDING: ['action.otherWays', 'ways'],
  WALLET_LOOKALIKE: ['action.otherWays', 'ways'],
  WALLET_NOT_SEEN: ['action.getNamed', 'get'],
  ACCOUNT_NOT_SHARED: ['action.chooseAccount', 'retry'],
  HARDWARE_NOT_READY: ['action.tryAgain', 'retry'],
  SITE_REFUSED: ['action.otherWays', 'ways'],
  METHOD_NOT_GRANTED: ['action.otherWays', 'ways'],
  CHAIN_NOT_IN_WALLET: ['action.addNetwork', 'retry'],
  SWITCH_NOT_APPLIED: ['action.checkAgain', 'check'],
  ADD_CHAIN_INVALID: ['action.otherNetworks', 'ways'],
  CHAIN_MISMATCH: ['action.switchTo', 'retry'],
  NETWORK_NOT_OFFERED: ['action.switchTo', 'retry'],
  CSP_BLOCKED: ['action.otherWays', 'ways'],
  INSECURE_CONTEXT: ['action.otherWays', 'ways'],
  FRAMED_NO_WALLET: ['action.otherWays', 'ways'],
  OFFLINE: ['action.tryNow', 'check'],
  DIRECTORY_DOWN: ['action.loadAll', 'retry'],
  DATA_UNAVAILABLE: ['action.tryAgain', 'retry'],
  UNKNOWN_FAILURE: ['action.tryAgain', 'retry'],
} as const satisfies Partial<Record<FailureCode, readonly [ButtonKey, Remedy]>>

/**
 * Chooses what a visitor reads and can do, by the code of an error or a hint. Codes of misuse, of the gateway and of
 * failures that nothing built can cause get the sentence of `UNKNOWN_FAILURE`. Source: style, section 6.
 */
export function userMessage(failure: unknown): UserMessage {
  const wanted = typeof failure === 'string' ? failure : isLatchkeyError(failure) ? failure.code : undefined
  const code: ShownFailure = wanted !== undefined && isShown(wanted) ? wanted : 'UNKNOWN_FAILURE'
  const [button, remedy] = SHOWN[code]
  return { code, sentence: `failure.${code}`, button, remedy, isHint: FAILURE_CODES[code] === 'hint' }
}

function isShown(code: string): code is ShownFailure {
  return Object.hasOwn(SHOWN, code)
}

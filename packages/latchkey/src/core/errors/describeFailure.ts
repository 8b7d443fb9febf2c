import type { FailureContext } from './failure.ts'
import type { FailureCode } from './failureCodes.ts'

/** What a developer reads in a log, by code; `{}` is the wallet. Visitors read their own language, chosen by the code. */
const SENTENCES: Readonly<Partial<Record<FailureCode, string>>> = {
  USER_REJECTED: 'The visitor said no in {}.',
  PROMPT_PENDING: '{} is already asking the visitor.',
  EXTENSION_RELOADED: '{} was reloaded or updated; the page must be reloaded to reach it.',
  WALLET_NOT_RESPONDING: '{} does not answer.',
  ACCOUNT_NOT_SHARED: '{} has not shared this account with the site.',
  HARDWARE_NOT_READY: 'The hardware wallet behind {} is not ready.',
  METHOD_NOT_GRANTED: '{} does not offer this method.',
  CHAIN_NOT_IN_WALLET: '{} does not know this network and could not add it.',
  SWITCH_NOT_APPLIED: '{} did not move to this network.',
  ADD_CHAIN_INVALID: '{} refused the settings of this network.',
  CHAIN_MISMATCH: '{} is on another network than this needs.',
  GAS_TOO_LOW: 'The account has too little coin for the fee.',
  DATA_UNAVAILABLE: 'The node behind {} asks for a pause.',
  SESSION_ENDED: 'The session with {} has ended.',
  REQUEST_UNANSWERED: '{} did not answer before the request expired; it may still act.',
  CHAINS_UNSUPPORTED: '{} does not work with the networks that were asked for.',
}

/** One English sentence about a failure, naming the wallet where it is known. */
export function describeFailure(code: FailureCode, { walletName, step }: FailureContext): string {
  const sentence = SENTENCES[code] ?? `${code} in the step ${step}, with {}.`
  return sentence.replace('{}', () => walletName ?? 'The wallet')
}

/**
 * The one place that names a failure. Source: docs/failures.md, rule 6. Codes decide; text decides only where a row of that
 * document quotes it.
 */
import { describeFailure } from './describeFailure.ts'
import type { FailureContext, FailureStep } from './failure.ts'
import { FailureError } from './failure.ts'
import { FAILURE_CODES, type FailureCode } from './failureCodes.ts'
import { CODE_MISSING, DEPTH, isCodeMissing } from './isCodeMissing.ts'
import { isLatchkeyError } from './LatchkeyError.ts'

/** Who speaks: the same number means something else in each family. */
export type FailureFamily = 'eip155' | 'walletConnect' | 'walletStandard' | 'satsConnect' | 'solanaRpc' | 'polkadot'

/** What decides a name besides the error itself. */
export type FailureSource = {
  readonly family: FailureFamily
  /** True while a network is being added to a wallet, which is a part of the step `switch`. */
  readonly isAdding?: boolean | undefined
  /** False while the page has no network: code of ours that could not be loaded is then `OFFLINE`. */
  readonly isOnline?: boolean | undefined
}

/** One row of the table; every part that is given must hold. */
type Row = {
  readonly code: FailureCode
  /** Numeric or text codes found anywhere in the error. */
  readonly codes?: readonly (number | string)[]
  /** Lower-case fragments found in any message of the error. */
  readonly text?: readonly string[]
  readonly families?: readonly FailureFamily[]
  readonly steps?: readonly FailureStep[]
  readonly isAdding?: boolean
  readonly isOnline?: boolean
}

/** Names the chain as unknown. Source: F-25. */
const UNKNOWN_CHAIN = ['unrecognized chain']
/** Source: F-30. A token's own "exceeds allowance" is something else. */
const NO_FUNDS = ['insufficient funds', 'gas required exceeds allowance']
/** What Solana's runtime says of an account without SOL. Source: F-30. */
const NO_LAMPORTS = ['prior credit', 'insufficient lamports']
/** Codes that mean an unknown chain only together with the text. */
const MAYBE_UNKNOWN_CHAIN = [5000, -32603, 32603, 4200]

/** First match from the top. */
const ROWS: readonly Row[] = [
  { code: 'USER_REJECTED', codes: [4001] },
  { code: 'CHAIN_NOT_IN_WALLET', codes: [4902] },
  { code: 'CHAIN_NOT_IN_WALLET', codes: MAYBE_UNKNOWN_CHAIN, text: UNKNOWN_CHAIN, steps: ['switch'] },
  { code: 'ACCOUNT_NOT_SHARED', codes: [4100] },
  { code: 'CHAIN_NOT_IN_WALLET', codes: [4200, -32601], steps: ['switch'], isAdding: true },
  { code: 'SWITCH_NOT_APPLIED', codes: [4200, -32601], steps: ['switch'] },
  { code: 'METHOD_NOT_GRANTED', codes: [4200, -32601, 5700, 5710, 5760] },
  { code: 'EXTENSION_RELOADED', codes: [1013], families: ['eip155'] },
  { code: 'WALLET_NOT_RESPONDING', codes: [4900, 4901] },
  { code: 'PROMPT_PENDING', codes: [-32002], families: ['eip155'] },
  { code: 'ACCOUNT_NOT_SHARED', codes: [-32002], families: ['satsConnect'] },
  { code: 'SOLANA_TX_EXPIRED', codes: [-32002], families: ['solanaRpc'], text: ['blockhash not found'] },
  {
    code: 'GAS_TOO_LOW',
    codes: [-32002],
    families: ['solanaRpc'],
    text: [...NO_LAMPORTS, 'insufficient funds'],
  },
  { code: 'ADD_CHAIN_INVALID', codes: [-32602], steps: ['switch'], isAdding: true },
  { code: 'SWITCH_NOT_APPLIED', codes: [-32602], steps: ['switch'] },
  { code: 'GAS_TOO_LOW', codes: [-32000, -32010], text: NO_FUNDS },
  { code: 'DATA_UNAVAILABLE', codes: [-32005, 429, 503] },
  { code: 'USER_REJECTED', codes: [-32000], families: ['satsConnect'] },
  { code: 'BITCOIN_ADDRESS_KIND', codes: [-32001], families: ['satsConnect'] },
  { code: 'USER_REJECTED', codes: [5750, 5000, 5001, 5002, 5003] },
  { code: 'SWITCH_NOT_APPLIED', codes: [5100], families: ['walletConnect'], steps: ['switch'] },
  { code: 'CHAINS_UNSUPPORTED', codes: [5100, 5101, 5102, 5103, 5104] },
  { code: 'METHOD_NOT_GRANTED', codes: [3001, 10001], families: ['walletConnect'] },
  { code: 'SESSION_ENDED', codes: [6000, 7001, 'NO_MATCHING_KEY'], families: ['walletConnect'] },
  { code: 'CHAINS_UNSUPPORTED', codes: ['NON_CONFORMING_NAMESPACES'], families: ['walletConnect'] },
  { code: 'PAIRING_EXPIRED', codes: ['EXPIRED'], families: ['walletConnect'], steps: ['pair'] },
  { code: 'REQUEST_UNANSWERED', codes: ['EXPIRED'], families: ['walletConnect'] },
  { code: 'RELAY_UNREACHABLE', codes: ['RELAY_UNREACHABLE'], families: ['walletConnect'] },
  { code: 'SITE_REFUSED', codes: ['RELAY_REFUSED'], families: ['walletConnect'] },
  { code: 'PAYLOAD_UNSAFE', codes: ['PAYLOAD_UNSAFE'], families: ['walletConnect'] },
  { code: 'REQUEST_UNANSWERED', codes: [8000], families: ['walletConnect'] },
  { code: 'SIGNATURE_UNVERIFIED', codes: [7000], families: ['walletConnect'] },
  { code: 'USER_REJECTED', codes: ['ACTION_REJECTED'] },
  { code: 'GAS_TOO_LOW', codes: ['INSUFFICIENT_FUNDS'] },
  { code: 'CHAIN_MISMATCH', codes: ['NETWORK_ERROR', 'ChainMismatchError'] },
  { code: 'TX_REPLACED', codes: ['TRANSACTION_REPLACED'] },
  { code: 'EXTENSION_RELOADED', text: ['context invalidated', 'receiving end does not exist'] },
  {
    code: 'MESSAGE_SIGNING_UNSUPPORTED',
    text: ['off-chain messages', 'not yet supported'],
    families: ['walletStandard'],
    steps: ['sign', 'signIn'],
  },
  {
    code: 'HARDWARE_NOT_READY',
    text: ['ledger', 'trezor', '0x5515', '0x6511', '0x650f', '0x6d00', '0x6e00'],
    steps: ['sign', 'signIn', 'send'],
  },
  { code: 'GAS_TOO_LOW', text: [...NO_FUNDS, ...NO_LAMPORTS], steps: ['send'] },
  {
    code: 'SOLANA_TX_EXPIRED',
    text: ['blockhash not found'],
    families: ['walletStandard', 'walletConnect'],
    steps: ['send'],
  },
  // The wallet has sent by itself and gave no signature to look for: it may have landed all the same (F-38, F-17).
  {
    code: 'REQUEST_UNANSWERED',
    text: ['block height exceeded'],
    families: ['walletStandard', 'walletConnect'],
    steps: ['send'],
  },
  { code: 'PAIRING_EXPIRED', text: ['proposal expired'], families: ['walletConnect'] },
  { code: 'REQUEST_UNANSWERED', text: ['request expired'], families: ['walletConnect'] },
  { code: 'SESSION_ENDED', text: ['no matching key', 'recently deleted'], families: ['walletConnect'] },
  { code: 'CHAINS_UNSUPPORTED', text: ['non conforming namespaces'], families: ['walletConnect'] },
  { code: 'BITCOIN_ADDRESS_KIND', text: ['ecdsa is not supported'], families: ['satsConnect'] },
  { code: 'POLKADOT_NOT_ALLOWED', text: ['not allowed to interact', 'pending authorization'], families: ['polkadot'] },
  { code: 'USER_REJECTED', text: ['reject', 'cancel'], families: ['walletStandard'] },
  { code: 'OFFLINE', text: [...CODE_MISSING, 'failed to fetch'], isOnline: false },
  // These wallets have no codes. While connecting a text about rejection may be the wallet's own verdict on the site.
  { code: 'USER_REJECTED', text: ['reject', 'cancel'], families: ['polkadot'], steps: ['sign', 'signIn'] },
]

/** Where an error may hide another one. Source: docs/failures.md, rule 6. */
const NESTS = ['data', 'originalError', 'cause', 'error', 'info'] as const

/**
 * Names whatever a wallet, a library or a relay threw. An error of Latchkey that has its name keeps it; anything that fits
 * no row is `UNKNOWN_FAILURE`. Never throws itself, and keeps the original as `cause`.
 *
 * `4900`, `4901` and a `disconnect` with 1013 are named as if the probe had failed: ask the wallet first.
 */
export function toFailure(error: unknown, context: FailureContext, source: FailureSource): FailureError {
  const own = readOwn(error, context)
  if (own) return own
  const found = readError(error)
  const row = ROWS.find(
    ({ codes, text, families, steps, isAdding, isOnline }) =>
      (!codes || codes.some((code) => found.codes.has(code))) &&
      (!text || text.some((fragment) => found.text.includes(fragment))) &&
      (!families || families.includes(source.family)) &&
      (!steps || steps.includes(context.step)) &&
      (isAdding === undefined || isAdding === (source.isAdding === true)) &&
      (isOnline === undefined || isOnline === (source.isOnline ?? true)),
  )
  const code = row?.code ?? 'UNKNOWN_FAILURE'
  return new FailureError(code, describeFailure(code, context), context, error)
}

/** An error of ours with a failure's name, as that failure. An object that is not ours may throw even where it is only read. */
function readOwn(error: unknown, context: FailureContext): FailureError | undefined {
  try {
    if (error instanceof FailureError) return error
    if (!isLatchkeyError(error)) return undefined
    const { code, shortMessage, facts } = error
    // A package that the site lacks is a mistake in its set-up, and nothing that a wallet did. One whose file did not come is not lacking.
    if (code === 'PACKAGE_MISSING' && !isCodeMissing(error))
      return new FailureError('PACKAGE_MISSING', shortMessage, { ...facts, ...context }, error)
    if (!(code in FAILURE_CODES)) return undefined
    return new FailureError(code as FailureCode, shortMessage, context, error)
  } catch {
    return undefined
  }
}

/** Every code (or name of a class) and all the text, in lower case, of an error and of what it wraps. */
function readError(error: unknown): { readonly codes: ReadonlySet<unknown>; readonly text: string } {
  const codes = new Set<unknown>()
  const texts: string[] = []
  const seen = new Set<unknown>()
  const read = (value: unknown, depth: number) => {
    if (depth > DEPTH || seen.has(value)) return
    if (typeof value === 'string') {
      texts.push(value.toLowerCase())
      read(parseJson(value), depth + 1)
    }
    if (typeof value !== 'object' || value === null) return
    seen.add(value)
    const code = readMember(value, 'code')
    codes.add(typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code)
    codes.add(readMember(value, 'name'))
    // The engine's errors are told by their key.
    codes.add(readMember(value, 'key'))
    // The message belongs to its error, so it is no step deeper.
    const message = readMember(value, 'message')
    if (typeof message === 'string') read(message, depth)
    for (const nest of NESTS) read(readMember(value, nest), depth + 1)
  }
  read(error, 0)
  return { codes, text: texts.join('\n') }
}

/** A member of an object that is not ours, whose getters may throw. */
function readMember(value: object, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

/** The JSON object inside a text, such as `Internal error: {"code":4001}`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

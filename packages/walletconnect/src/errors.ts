/**
 * The engine's closed list of errors: key and number. A key never changes its meaning.
 * Source: WalletConnect specification, Sign error codes.
 */
export const ENGINE_ERRORS = {
  NOT_INITIALIZED: 1,
  NO_MATCHING_KEY: 2,
  RESTORE_WILL_OVERRIDE: 3,
  RESUBSCRIBED: 4,
  MISSING_OR_INVALID: 5,
  EXPIRED: 6,
  UNKNOWN_TYPE: 7,
  MISMATCHED_TOPIC: 8,
  NON_CONFORMING_NAMESPACES: 9,
  INVALID_METHOD: 1001,
  INVALID_EVENT: 1002,
  INVALID_UPDATE_REQUEST: 1003,
  INVALID_EXTEND_REQUEST: 1004,
  INVALID_SESSION_SETTLE_REQUEST: 1005,
  UNAUTHORIZED_METHOD: 3001,
  UNAUTHORIZED_EVENT: 3002,
  UNAUTHORIZED_UPDATE_REQUEST: 3003,
  UNAUTHORIZED_EXTEND_REQUEST: 3004,
  USER_REJECTED: 5000,
  USER_REJECTED_CHAINS: 5001,
  USER_REJECTED_METHODS: 5002,
  USER_REJECTED_EVENTS: 5003,
  UNSUPPORTED_CHAINS: 5100,
  UNSUPPORTED_METHODS: 5101,
  UNSUPPORTED_EVENTS: 5102,
  UNSUPPORTED_ACCOUNTS: 5103,
  UNSUPPORTED_NAMESPACE_KEY: 5104,
  USER_DISCONNECTED: 6000,
  SESSION_SETTLEMENT_FAILED: 7000,
  WC_METHOD_UNSUPPORTED: 10001,
  /** The wait was given up by the caller's signal, or the client was closed. */
  ABORTED: -1,
  /** There is no network, or the relay did not take the message in time. */
  RELAY_UNREACHABLE: -2,
  /** The relay refused this client: site, id or clock. `reason` has its words. */
  RELAY_REFUSED: -3,
  /** The record could not be written; nothing was sent. */
  STORAGE_FAILED: -4,
  /** The value has no faithful form on the wire (F-19), or is longer than the relay takes. */
  PAYLOAD_UNSAFE: -5,
  /** No address of a chain's nodes gave an answer. */
  RPC_UNREACHABLE: -6,
} as const satisfies Record<string, number>

/** A key of the list. */
export type EngineErrorKey = keyof typeof ENGINE_ERRORS

/** First words that are not those of the key. */
const WORDS: { readonly [Key in EngineErrorKey]?: string } = {
  WC_METHOD_UNSUPPORTED: 'Unsupported wc_ method.',
  RELAY_REFUSED: 'Relay refused the connection.',
  PAYLOAD_UNSAFE: 'Payload cannot travel unchanged.',
  RPC_UNREACHABLE: 'RPC endpoint unreachable.',
}

/** How an error's message begins: `Missing or invalid.` of `MISSING_OR_INVALID`. */
const wordsOf = (key: EngineErrorKey): string =>
  WORDS[key] ?? `${key.charAt(0)}${key.slice(1).toLowerCase().replaceAll('_', ' ')}.`

/** An error of the engine. Test by `key`; `code` is the protocol's number, `message` its words. Never holds keys or URIs. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly key: EngineErrorKey
  readonly code: number

  constructor(key: EngineErrorKey, context = '', options: { cause?: unknown; message?: string } = {}) {
    const { cause, message } = options
    super(message ?? `${wordsOf(key)}${context && ` ${context}`}`, cause === undefined ? {} : { cause })
    this.key = key
    this.code = ENGINE_ERRORS[key]
  }
}

/** Whether something is an engine error, of one key if named. Works across two copies of the package. */
export function isEngineError(error: unknown, key?: EngineErrorKey): error is EngineError {
  if (!(error instanceof Error) || error.name !== 'EngineError' || !('key' in error)) return false
  return key === undefined || error.key === key
}

/** The error object that a peer answered with: its own number and words. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly code: number
  readonly data: unknown

  constructor(error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(error.message)
    this.code = error.code
    this.data = error.data
  }
}

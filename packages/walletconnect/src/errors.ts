/**
 * The engine's closed list of errors: key, number and first words. A key never changes its meaning.
 * Source: protocol reference, section 9 (the numbers are the protocol's own), and product, section 8.
 */
export const ENGINE_ERRORS = {
  NOT_INITIALIZED: [1, 'Not initialized.'],
  NO_MATCHING_KEY: [2, 'No matching key.'],
  RESTORE_WILL_OVERRIDE: [3, 'Restore will override.'],
  RESUBSCRIBED: [4, 'Resubscribed.'],
  MISSING_OR_INVALID: [5, 'Missing or invalid.'],
  EXPIRED: [6, 'Expired.'],
  UNKNOWN_TYPE: [7, 'Unknown type.'],
  MISMATCHED_TOPIC: [8, 'Mismatched topic.'],
  NON_CONFORMING_NAMESPACES: [9, 'Non conforming namespaces.'],
  INVALID_METHOD: [1001, 'Invalid method.'],
  INVALID_EVENT: [1002, 'Invalid event.'],
  INVALID_UPDATE_REQUEST: [1003, 'Invalid update request.'],
  INVALID_EXTEND_REQUEST: [1004, 'Invalid extend request.'],
  INVALID_SESSION_SETTLE_REQUEST: [1005, 'Invalid session settle request.'],
  UNAUTHORIZED_METHOD: [3001, 'Unauthorized method.'],
  UNAUTHORIZED_EVENT: [3002, 'Unauthorized event.'],
  UNAUTHORIZED_UPDATE_REQUEST: [3003, 'Unauthorized update request.'],
  UNAUTHORIZED_EXTEND_REQUEST: [3004, 'Unauthorized extend request.'],
  USER_REJECTED: [5000, 'User rejected.'],
  USER_REJECTED_CHAINS: [5001, 'User rejected chains.'],
  USER_REJECTED_METHODS: [5002, 'User rejected methods.'],
  USER_REJECTED_EVENTS: [5003, 'User rejected events.'],
  UNSUPPORTED_CHAINS: [5100, 'Unsupported chains.'],
  UNSUPPORTED_METHODS: [5101, 'Unsupported methods.'],
  UNSUPPORTED_EVENTS: [5102, 'Unsupported events.'],
  UNSUPPORTED_ACCOUNTS: [5103, 'Unsupported accounts.'],
  UNSUPPORTED_NAMESPACE_KEY: [5104, 'Unsupported namespace key.'],
  USER_DISCONNECTED: [6000, 'User disconnected.'],
  SESSION_SETTLEMENT_FAILED: [7000, 'Session settlement failed.'],
  WC_METHOD_UNSUPPORTED: [10001, 'Unsupported wc_ method.'],
  /** The wait was given up by the caller's signal, or the client was closed. */
  ABORTED: [-1, 'Aborted.'],
  /** There is no network, or the relay did not take the message in time. */
  RELAY_UNREACHABLE: [-2, 'Relay unreachable.'],
  /** The relay refused this client: site, id or clock. `reason` has its words. */
  RELAY_REFUSED: [-3, 'Relay refused the connection.'],
  /** The record could not be written; nothing was sent. */
  STORAGE_FAILED: [-4, 'Storage failed.'],
  /** The value has no faithful form on the wire (F-19). */
  PAYLOAD_UNSAFE: [-5, 'Payload cannot travel unchanged.'],
  /** No address of a chain's nodes gave an answer. */
  RPC_UNREACHABLE: [-6, 'RPC endpoint unreachable.'],
} as const satisfies Record<string, readonly [number, string]>

/** A key of the list. */
export type EngineErrorKey = keyof typeof ENGINE_ERRORS

/** An error of the engine. Test by `key`; `code` is the protocol's number, `message` its words. Never holds keys or URIs. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly key: EngineErrorKey
  readonly code: number

  constructor(key: EngineErrorKey, context = '', options: { cause?: unknown; message?: string } = {}) {
    const [code, words] = ENGINE_ERRORS[key]
    const { cause, message } = options
    super(message ?? (context ? `${words} ${context}` : words), cause === undefined ? {} : { cause })
    this.key = key
    this.code = code
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

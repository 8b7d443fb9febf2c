import { WIRE_CODES, type WireCode, type WireReason } from '@latchkey/wire'

/** Ends a request with a code of the closed list. `message` is read by developers of other sites: no secrets, no internals. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: WireCode
  readonly reasons: readonly WireReason[]
  /** When to come back, in whole seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: WireCode,
    message: string,
    details: {
      reasons?: readonly WireReason[] | undefined
      /** Shorthand for one reason with the message as its description. */
      field?: string | undefined
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.reasons =
      details.reasons ?? (details.field === undefined ? [] : [{ field: details.field, description: message }])
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  /** The HTTP status of the code. */
  get status(): (typeof WIRE_CODES)[WireCode] {
    return WIRE_CODES[this.code]
  }
}

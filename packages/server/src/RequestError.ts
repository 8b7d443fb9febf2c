import { WIRE_CODES, type WireCode, type WireReason } from '@latchkey/wire'

/** Ends a request with a code of the closed list. `message` is read by developers of other sites: no secrets, no internals. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: WireCode
  /** Never empty, because older clients read the first one's description alone. */
  readonly reasons: readonly WireReason[]
  /** When to come back, in whole seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: WireCode,
    message: string,
    details: {
      reasons?: readonly WireReason[] | undefined
      /** Shorthand for one reason with the message as its description; '' where it is about no field. */
      field?: string | undefined
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.reasons = details.reasons ?? [{ field: details.field ?? '', description: message }]
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  /** The HTTP status of the code. */
  get status(): (typeof WIRE_CODES)[WireCode] {
    return WIRE_CODES[this.code]
  }
}

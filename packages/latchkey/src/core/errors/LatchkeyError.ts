import type { FailureCode } from './failureCodes.ts'
import type { SetupCode } from './setupCodes.ts'

/** Every code an error of this package can carry. Gateway codes travel as they came, prefixed by nothing. */
export type ErrorCode = FailureCode | SetupCode | (string & {})

/**
 * The error that every rejected promise of Latchkey carries. Test by `code`, never by `message` or `instanceof`:
 * `isLatchkeyError(error, 'USER_REJECTED')` also works across two copies of the package.
 */
export class LatchkeyError extends Error {
  override readonly name: string = 'LatchkeyError'
  /** Stable: never changes its meaning. */
  readonly code: ErrorCode
  /** One sentence for people, in English; what a visitor reads is chosen from the code in their language. */
  readonly shortMessage: string
  /** What is known: network ids, option names, wallet codes. Never a key, pairing uri or signature. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Path below the documentation root. */
  readonly docsPath: string

  constructor(
    code: ErrorCode,
    shortMessage: string,
    details: { facts?: Readonly<Record<string, unknown>> | undefined; cause?: unknown } = {},
  ) {
    super(shortMessage, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.shortMessage = shortMessage
    this.facts = details.facts ?? {}
    this.docsPath = `errors#${code.toLowerCase()}`
  }

  /** The first error in the chain of causes that passes, or undefined. */
  walk(test: (error: unknown) => boolean): unknown {
    let current: unknown = this
    for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth += 1) {
      if (test(current)) return current
      current = (current as { cause?: unknown }).cause
    }
    return undefined
  }
}

/** Whether a value is an error of Latchkey, of any copy of the package, and of the given code where one is given. */
export function isLatchkeyError(error: unknown, code?: ErrorCode): error is LatchkeyError {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    typeof (error as { shortMessage?: unknown }).shortMessage === 'string' &&
    (code === undefined || (error as { code?: unknown }).code === code)
  )
}

import { type FailureContext, FailureError } from '../../errors/failure.ts'
import { FAILURE_CODES, type FailureCode } from '../../errors/failureCodes.ts'

/**
 * Names what a site's sign-in service threw: an error with a failure's code keeps it, everything else means that the service is
 * not there (F-36). Texts decide nothing.
 */
export function toSignInFailure(error: unknown, context: FailureContext): FailureError {
  if (error instanceof FailureError) return error
  const code = readCode(error) ?? 'SIGN_IN_SERVICE_DOWN'
  return new FailureError(code, `The sign-in of this site failed: ${code}.`, context, error)
}

/** The failure's code of an error, also of one that is not ours. */
export function readCode(error: unknown): FailureCode | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code } = error
  if (typeof code !== 'string') return undefined
  // The deadline of a call, and a gateway that is away, mean one thing here.
  if (code === 'DATA_UNAVAILABLE') return 'SIGN_IN_SERVICE_DOWN'
  return Object.hasOwn(FAILURE_CODES, code) ? (code as FailureCode) : undefined
}

import { describeFailure } from '../../errors/describeFailure.ts'
import { type FailureContext, FailureError } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import { toFailure } from '../../errors/toFailure.ts'
import { FrameCallError } from './frameChannel.ts'

/** What the frame's own reasons are called here; those of the servers behind it come as they are. */
const REASONS: Readonly<Record<string, FailureCode>> = {
  CSP_BLOCKED: 'CSP_BLOCKED',
  CODE_REFUSED: 'CODE_NOT_ACCEPTED',
  CHALLENGE_OVER: 'CODE_NOT_ACCEPTED',
  SESSION_REFUSED: 'SESSION_ENDED',
  NOT_CONNECTED: 'SESSION_ENDED',
  HOST_NOT_ALLOWED: 'SITE_REFUSED',
  PROJECT_UNKNOWN: 'SITE_REFUSED',
  ORIGIN_NOT_ALLOWED: 'SITE_REFUSED',
  NETWORK_FAILED: 'FRAME_UNREACHABLE',
  TOO_OFTEN: 'DATA_UNAVAILABLE',
  RATE_LIMITED: 'DATA_UNAVAILABLE',
  OPERATION_PENDING: 'REQUEST_UNANSWERED',
  COIN_LACKING: 'GAS_TOO_LOW',
}

/**
 * Names why a call of the frame came to nothing. `mayHaveActed`: the call was one that the frame carries out once; where its answer was
 * lost, nobody knows whether it has (docs/failures.md, rule 4).
 */
export function toFrameFailure(error: unknown, context: FailureContext, mayHaveActed = false): FailureError {
  const code = error instanceof FrameCallError ? findCode(error, mayHaveActed) : undefined
  if (code) return new FailureError(code, describeFailure(code, context), context, error)
  return toFailure(error, context, { family: 'eip155' })
}

function findCode({ kind, reason = '' }: FrameCallError, mayHaveActed: boolean): FailureCode | undefined {
  const named = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined
  if (kind === 'unreachable') return named ?? 'FRAME_UNREACHABLE'
  if (kind === 'lost' && mayHaveActed) return 'REQUEST_UNANSWERED'
  if (kind === 'lost' || kind === 'late') return 'FRAME_UNREACHABLE'
  return named
}

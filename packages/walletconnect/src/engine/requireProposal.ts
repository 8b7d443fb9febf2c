import { EngineError } from '../errors.ts'
import type { Proposal } from '../records.ts'
import { type EngineContext, nowSeconds } from './context.ts'

/** A proposal that waits for an answer. */
export function requireProposal(context: EngineContext, id: unknown): Proposal {
  if (typeof id !== 'number' || !Number.isFinite(id))
    throw new EngineError('MISSING_OR_INVALID', `proposal id should be a number: ${id}`)
  context.deleted.check(id)
  const proposal = context.tables.proposal.get(String(id))
  if (!proposal) throw new EngineError('NO_MATCHING_KEY', `proposal id doesn't exist: ${id}`)
  if (proposal.expiryTimestamp <= nowSeconds(context)) throw new EngineError('EXPIRED', `proposal id: ${id}`)
  return proposal
}

import { EngineError } from '../errors.ts'
import type { Pairing } from '../records.ts'
import { type EngineContext, nowSeconds } from './context.ts'

/** A live pairing. */
export function requirePairing(context: EngineContext, topic: unknown): Pairing {
  const { tables } = context
  if (typeof topic !== 'string' || topic.trim() === '')
    throw new EngineError('MISSING_OR_INVALID', `pairing topic should be a string: ${topic}`)
  const pairing = tables.pairing.get(topic)
  if (!pairing) throw new EngineError('NO_MATCHING_KEY', `pairing topic doesn't exist: ${topic}`)
  if (pairing.expiry <= nowSeconds(context)) throw new EngineError('EXPIRED', `pairing topic: ${topic}`)
  return pairing
}

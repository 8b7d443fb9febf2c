import { FailureError } from '../../errors/failure.ts'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { CallsRequest } from '../../types/adapter.ts'

/** Numbers by which a wallet says that it does not have what was asked for. Source: F-18. */
const MISSING = [4200, -32601, 5700, 5710, 5760, 3001, 10001]

/**
 * Whether a batch came to nothing because the wallet, or its adapter, has none: it said so itself. An answer that only wraps such an
 * error may come from a batch that was begun, and that is never begun again.
 */
export function lacksBatches(error: unknown): boolean {
  if (isLatchkeyError(error, 'ABILITY_MISSING')) return error.facts.ability === 'sendCalls'
  if (!(error instanceof FailureError) || error.code !== 'METHOD_NOT_GRANTED') return false
  const { cause } = error
  if (cause === undefined) return true
  return typeof cause === 'object' && cause !== null && MISSING.includes(Number((cause as { code?: unknown }).code))
}

/**
 * Whether calls may be asked for one by one: the site allowed it, wants no all or nothing, and names no capability that sending
 * one by one would leave out. Source: EIP-5792, `optional`.
 */
export function mayGoOneByOne({ allowOneByOne, atomicRequired, capabilities }: CallsRequest): boolean {
  if (allowOneByOne !== true || atomicRequired === true) return false
  return Object.values(capabilities ?? {}).every(
    (capability) => (capability as { optional?: unknown } | null)?.optional === true,
  )
}

import { LatchkeyError } from '../core/errors/LatchkeyError.ts'

/** What an action was given, where that is an object at all. Throws `REQUEST_INVALID`, so that no wallet is blamed for it. */
export function demandObject<Value>(field: string, value: Value): Value {
  if (typeof value === 'object' && value !== null) return value
  throw new LatchkeyError('REQUEST_INVALID', `${field} must be an object.`, { facts: { field } })
}

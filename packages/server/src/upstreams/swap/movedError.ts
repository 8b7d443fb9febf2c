import { RequestError } from '../../RequestError.ts'

/** Says that a market gives less than the visitor agreed to. */
export function movedError(): RequestError {
  return new RequestError('QUOTE_MOVED', 'Less would come out now than was agreed to.', { field: 'minimum' })
}

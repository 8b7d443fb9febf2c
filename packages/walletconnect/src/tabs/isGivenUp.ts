import { isEngineError } from '../errors.ts'

/** Whether a call was cut off, by the end of its engine or by storage, rather than answered. */
export const isGivenUp = (error: unknown): boolean =>
  isEngineError(error, 'ABORTED') || isEngineError(error, 'STORAGE_FAILED')

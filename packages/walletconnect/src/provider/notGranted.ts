import { EngineError } from '../errors.ts'

/** F-18: refused before anything is sent. */
export function notGranted(method: string): EngineError {
  return new EngineError('UNAUTHORIZED_METHOD', `The session does not grant ${method}.`)
}

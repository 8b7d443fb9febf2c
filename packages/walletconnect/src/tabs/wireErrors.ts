import { ENGINE_ERRORS, EngineError, type EngineErrorKey, isEngineError, PeerError } from '../errors.ts'
import type { WireError } from '../tables.ts'

/** An error as a plain value for another tab, or for storage. */
export function formatError(error: unknown): WireError {
  if (isEngineError(error)) return { name: error.name, message: error.message, key: error.key, code: error.code }
  if (error instanceof PeerError) {
    return { name: error.name, message: error.message, code: error.code, data: error.data }
  }
  return error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: 'Unknown.' }
}

/** The error that was meant; what no list knows becomes an ordinary `Error` with the same words. */
export function parseError({ name, message, key, code, data }: WireError): Error {
  if (name === 'EngineError' && key !== undefined && Object.hasOwn(ENGINE_ERRORS, key)) {
    return new EngineError(key as EngineErrorKey, '', { message })
  }
  if (name === 'PeerError' && code !== undefined) return new PeerError({ code, message, data })
  return new Error(message)
}

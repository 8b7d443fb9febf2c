/** What a page is told of a server's refusal, or of keys that do not fit. */
import { CallError } from '../channel/CallError.ts'
import { LockedError } from '../keys/createKeyring.ts'
import { KeyError } from '../keys/KeyError.ts'
import { CallRefusedError } from '../wallet/createCaller.ts'

/** Codes of EIP-1193 and JSON-RPC; every other refusal is -32603. */
const CODES: Readonly<Record<string, number>> = {
  SESSION_REFUSED: 4100,
  HOST_NOT_ALLOWED: 4100,
  ORIGIN_NOT_ALLOWED: 4100,
  PROJECT_UNKNOWN: 4100,
  WALLET_FROZEN: 4100,
  TOO_OFTEN: -32005,
  RATE_LIMITED: -32005,
}

/** Nobody is logged in. */
export const signedOut = (): CallError =>
  new CallError({ message: 'Nobody is logged in', code: 4100, reason: 'SESSION_REFUSED' })

/** As a `CallError`, where there is one for it; everything else as it is. */
export const toCallError = (error: unknown): unknown => {
  if (error instanceof CallRefusedError) {
    const { code: reason, retryAfter, message } = error
    const told = { message, code: CODES[reason] ?? -32603, reason }
    return new CallError({ ...told, ...(retryAfter !== undefined && { retryAfter }) }, { cause: error })
  }
  if (error instanceof KeyError || error instanceof LockedError)
    return new CallError({ message: error.message, code: -32603, reason: error.code }, { cause: error })
  return error
}

import type { FrameFailure } from '@latchkey/wire/frame/call'

/** Why a call is refused; its code is of EIP-1193 or JSON-RPC where those have one. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly told: FrameFailure

  constructor(told: FrameFailure, options?: ErrorOptions) {
    super(told.message, options)
    this.told = told
  }
}

/** Parameters that do not fit, or that are for another account or network. */
export const invalid = (message: string): CallError =>
  new CallError({ message, code: -32602, reason: 'PARAMS_INVALID' })

/** Calls and methods that this frame does not serve (4200 of EIP-1193). */
export const notServed = (what: string): CallError =>
  new CallError({ message: `${what} is not served`, code: 4200, reason: 'NOT_SERVED' })

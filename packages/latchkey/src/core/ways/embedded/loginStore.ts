import type { FrameAnswer } from '@latchkey/wire/frame'
import { defineStore } from '../../kernel/defineStore.ts'
import type { FrameStorage } from './frameChannel.ts'

/** A login by e-mail that is under way. */
export type EmailLogin = {
  /** As it was typed. */
  readonly email?: string | undefined
  /** What its mail is for: where the login goes on that was left in the middle. */
  readonly step?: FrameAnswer<'CONNECT_EMAIL'>['action'] | undefined
  /** When the next mail may be asked for, in ms since 1970. */
  readonly nextAt?: number | undefined
  /** What the frame's storage is good for, once the frame runs (F-43). */
  readonly storage?: FrameStorage | undefined
}

export const loginOf = /* @__PURE__ */ defineStore<EmailLogin>('emailLogin', {})

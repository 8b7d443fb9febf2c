import type { Socials } from '@latchkey/wire/socials'
import { defineStore } from '../../kernel/defineStore.ts'

/** A service by which visitors may log in, as the gateway names it. */
export type SocialProvider = Socials['providers'][number]

/** A login at another service that is under way, or what became of it. */
export type SocialLogin = {
  /** Id of the service. */
  readonly provider: string
  /**
   * `opening`: the way there is prepared. `waiting`: the person is in the window, or at the phone. `cut`: the window is gone, and the
   * login may go on all the same. `reading`: it is done, and the wallet is brought here.
   */
  readonly phase: 'opening' | 'waiting' | 'cut' | 'reading' | 'failed'
  /** Why it failed. */
  readonly error?: unknown
  /** How often in a row the browser has opened no window. */
  readonly blocked?: number | undefined
}

/** What is known of logins at other services. */
export type SocialState = {
  /** What the gateway has; undefined until it has said so. */
  readonly providers?: readonly SocialProvider[] | undefined
  readonly login?: SocialLogin | undefined
  /** The service of the last login in this browser. */
  readonly last?: string | undefined
}

export const socialOf = /* @__PURE__ */ defineStore<SocialState>('social', {})

import { defineStore } from '../../kernel/defineStore.ts'

/** Failed tries to reach the relay before the visitor hears of it. Source: F-10. */
export const RELAY_TRIES = 3

export type RelayState = {
  /** What keeps the relay of the session in use away, once it has been away for long. Gone by itself when it is back. */
  readonly trouble?: 'RELAY_UNREACHABLE' | 'CLOCK_WRONG' | 'SITE_REFUSED' | undefined
}

export const relayOf = defineStore<RelayState>('relay', {})

import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { Namespace } from '../../types/network.ts'
import { defineStore } from '../defineStore.ts'

/** Something that happened to a session and that a view may offer a way on for. */
export type SessionNotice = {
  readonly code: 'NAMESPACES_PARTIAL' | 'SESSION_ENDED' | 'RETURNED_ELSEWHERE'
  readonly walletName: string
  /** The wallet as it was chosen, to connect it again; undefined when any wallet scanned. */
  readonly wallet: WalletListing | undefined
  /** Namespaces without an account (`NAMESPACES_PARTIAL`), or those that have ended. */
  readonly namespaces: readonly Namespace[]
}

export const noticeOf = defineStore<{ readonly notice?: SessionNotice | undefined }>('notice', {})

/** Takes the notice about a session away. */
export function dismissNotice(instance: Pick<Instance, 'live'>): void {
  noticeOf(instance).set((state) => (state.notice ? {} : state))
}

import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/** One of the calls; `unclear`: nobody knows whether the wallet has sent it. */
export type WalkedCall = {
  /** Whom it calls; undefined where only its transaction is known. */
  readonly to?: string | undefined
  readonly state: 'waiting' | 'asked' | 'sent' | 'notSent' | 'unclear'
  /** Its transaction, once it has left. */
  readonly hash?: string | undefined
}

/** Calls that a wallet is asked for one by one. */
export type Walk = {
  readonly walletName: string
  readonly networkId: NetworkId
  readonly calls: readonly WalkedCall[]
  /** `offered`: the visitor has not said yes yet. `over`: nothing more is asked. */
  readonly stage: 'offered' | 'running' | 'over'
}

export type CallsState = {
  readonly walk?: Walk | undefined
  /** What the visitor pressed. */
  readonly answer?: 'start' | 'reject' | undefined
}

/** The newest batch that goes one by one. */
export const callsOf = defineStore<CallsState>('calls', {})

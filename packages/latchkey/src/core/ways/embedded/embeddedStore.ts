import { defineStore } from '../../kernel/defineStore.ts'
import type { AccountType } from '../../types/adapter.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'

/** What is known of who is logged in to the embedded wallet. */
export type EmbeddedState = {
  readonly user?: { readonly email?: string | undefined; readonly userName?: string | undefined } | undefined
  /** By which service they log in; undefined: by e-mail. */
  readonly socialProvider?: string | undefined
  /** What the visitor's Farcaster app is to open, while that is waited for. */
  readonly farcasterUrl?: string | undefined
  /** Whether the visitor holds a way back of their own: a backup file or a passkey. Undefined where the frame does not say. */
  readonly isBackedUp?: boolean | undefined
  /** Which of its accounts the visitor uses, by namespace. */
  readonly preferredAccountTypes?: Readonly<Partial<Record<Namespace, AccountType>>> | undefined
  readonly smartAccountDeployed?: boolean | undefined
  /** Networks on which it may have a smart account, once the frame has said so. */
  readonly smartAccountNetworks?: readonly NetworkId[] | undefined
}

export const embeddedOf = /* @__PURE__ */ defineStore<EmbeddedState>('embedded', {})

import { defineStore } from '../../kernel/defineStore.ts'
import type { AccountType } from '../../types/adapter.ts'
import type { Namespace } from '../../types/network.ts'

/** What is known of who is logged in to the embedded wallet. */
export type EmbeddedState = {
  readonly user?: { readonly email?: string | undefined } | undefined
  /** Which of its accounts the visitor uses, by namespace. */
  readonly preferredAccountTypes?: Readonly<Partial<Record<Namespace, AccountType>>> | undefined
  readonly smartAccountDeployed?: boolean | undefined
}

export const embeddedOf = /* @__PURE__ */ defineStore<EmbeddedState>('embedded', {})

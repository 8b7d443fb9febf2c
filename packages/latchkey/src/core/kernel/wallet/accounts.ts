import type { Account } from '../../adapter.ts'
import type { Namespace } from '../../network.ts'

/** What is known of the accounts of one namespace. */
export type NamespaceAccounts = {
  /** The active account. */
  readonly active: Account
  /** All accounts the wallet shared, the active one among them. */
  readonly all: readonly Account[]
}

export type AccountsState = { readonly byNamespace: Readonly<Partial<Record<Namespace, NamespaceAccounts>>> }

export const INITIAL_ACCOUNTS: AccountsState = { byNamespace: {} }

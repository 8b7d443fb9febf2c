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

/** Takes over the accounts of a namespace; the first is active. An empty list forgets them. */
export function setAccounts(state: AccountsState, namespace: Namespace, accounts: readonly Account[]): AccountsState {
  const [active] = accounts
  const byNamespace = { ...state.byNamespace }
  if (active) byNamespace[namespace] = { active, all: accounts }
  else delete byNamespace[namespace]
  return { byNamespace }
}

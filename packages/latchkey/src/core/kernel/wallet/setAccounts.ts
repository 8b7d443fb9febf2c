import type { Account } from '../../adapter.ts'
import type { Namespace } from '../../network.ts'
import type { AccountsState } from './accounts.ts'

/** Takes over the accounts of a namespace; the first is active. An empty list forgets them. */
export function setAccounts(state: AccountsState, namespace: Namespace, accounts: readonly Account[]): AccountsState {
  const [active] = accounts
  const byNamespace = { ...state.byNamespace }
  if (active) byNamespace[namespace] = { active, all: accounts }
  else delete byNamespace[namespace]
  return { byNamespace }
}

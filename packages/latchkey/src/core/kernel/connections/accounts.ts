import type { Account } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { getConnection } from './connection.ts'

/** What is known of the accounts of one namespace. */
export type NamespaceAccounts = {
  /** The active account. */
  readonly active: Account
  /** All accounts the wallet shared, the active one among them. */
  readonly all: readonly Account[]
}

export type AccountsState = { readonly byNamespace: Readonly<Partial<Record<Namespace, NamespaceAccounts>>> }

export const INITIAL_ACCOUNTS: AccountsState = { byNamespace: {} }

/** The active account of a namespace; without a namespace, of the active one. */
export function getAccount(instance: Instance, namespace?: Namespace | undefined): Account | undefined {
  const { accounts, networks } = instance.stores
  return accounts.get().byNamespace[namespace ?? networks.get().activeNamespace]?.active
}

/** Whether any namespace has a connection. */
export function isConnected(instance: Instance): boolean {
  const state = instance.stores.connection.get()
  return instance.options.networks.some((network) => getConnection(state, network.chainNamespace) !== undefined)
}

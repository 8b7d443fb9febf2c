import type { Account } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { getConnection } from './connection.ts'

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

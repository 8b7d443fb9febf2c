import type { Account, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { setActiveNetwork } from '../networks/networks.ts'
import { writeActive } from '../saved/writeRecords.ts'
import type { AccountsState } from './accounts.ts'
import { getStatus } from './connection.ts'
import { listBeside, setCurrent, setStatus } from './connectionList.ts'

/** Makes a connection the one in use of its namespace, with its accounts and network, in this page's stores. */
export function makeCurrent(instance: Instance, connection: Connection, place: 'active' | 'current'): void {
  const { stores, services } = instance
  const { namespace } = connection.connector
  instance.batch(() => {
    stores.accounts.set((state) => setAccounts(state, namespace, connection.accounts))
    stores.connection.set((state) => setCurrent(state, connection))
    stores.networks.set((state) => setActiveNetwork(state, namespace, connection.networkId, place === 'active'))
  })
  if (place === 'active') writeActive(services.storage, namespace)
}

/** Ends the waiting of a namespace whose wallet did not come: another that is connected there stands in, else nothing is in use. */
export function settleStatus(instance: Instance, namespace: Namespace): void {
  const { connection } = instance.stores
  if (getStatus(connection.get(), namespace) !== 'connecting') return
  const [next] = listBeside(connection.get(), namespace)
  if (next) makeCurrent(instance, next, 'current')
  else connection.set((state) => setStatus(state, namespace, 'disconnected'))
}

/** Takes over the accounts of a namespace; the first is active. An empty list forgets them. */
export function setAccounts(state: AccountsState, namespace: Namespace, accounts: readonly Account[]): AccountsState {
  const [active] = accounts
  const byNamespace = { ...state.byNamespace }
  if (active) byNamespace[namespace] = { active, all: accounts }
  else delete byNamespace[namespace]
  return { byNamespace }
}

import type { Connection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { putInUse } from './kept.ts'
import { setActiveNetwork } from './networks.ts'
import { setAccounts } from './setAccounts.ts'
import { writeActive } from './writeRecords.ts'

/** Makes a connection the one in use of its namespace, with its accounts and network, in this page's stores. */
export function takeIntoUse(instance: Instance, connection: Connection, place: 'active' | 'inUse'): void {
  const { stores, services } = instance
  const { namespace } = connection.connector
  stores.accounts.set((state) => setAccounts(state, namespace, connection.accounts))
  stores.connection.set((state) => putInUse(state, connection))
  stores.networks.set((state) => setActiveNetwork(state, namespace, connection.networkId, place === 'active'))
  if (place === 'active') writeActive(services.storage, namespace)
}

import { getAccount } from '../../kernel/connections/accounts.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Subject } from './rules.ts'

/** Whoever could sign in now: the account in use, where its wallet is on a network of the site. */
export function readSubject(instance: Instance): Subject | undefined {
  const { stores } = instance
  const networks = stores.networks.get()
  const namespace = networks.activeNamespace
  const account = getAccount(instance, namespace)
  const connection = getConnection(stores.connection.get(), namespace)
  if (!account || !connection || !findNetwork(networks, connection.networkId)) return undefined
  return { namespace, networkId: connection.networkId, address: account.address, accountType: account.type }
}

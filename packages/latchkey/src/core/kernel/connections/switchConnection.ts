import { FailureError } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { runAfterConnect } from '../attempt/runAfterConnect.ts'
import { getConnection } from './connection.ts'
import { findConnection } from './connectionByConnector.ts'
import { saveConnection } from './keepConnection.ts'
import { makeCurrent } from './makeCurrent.ts'

/**
 * Makes a connected wallet the one in use of its namespace and its namespace the active one, and another of its accounts the
 * active one where `address` names it. No wallet is asked. Rejects with `NOT_CONNECTED`, with `ACCOUNT_NOT_SHARED` for an
 * address that the wallet does not share, or with the failure of a required step such as sign-in.
 */
export async function switchConnection(
  instance: Instance,
  parameters: { namespace: Namespace; connectorId: string; address?: string | undefined },
): Promise<void> {
  const { namespace, connectorId, address } = parameters
  const { stores } = instance
  const kept = findConnection(stores.connection.get(), { namespace, id: connectorId })
  if (!kept) {
    const text = `${connectorId} is not connected for ${namespace}.`
    throw new LatchkeyError('NOT_CONNECTED', text, { facts: { namespace, connectorId } })
  }
  const connection = address === undefined ? kept : choose(kept, address)
  const before = getConnection(stores.connection.get(), namespace)
  const isSameWallet = before?.connector.id === connectorId
  const isSameAccount = isSameWallet && before.accounts[0]?.address === connection.accounts[0]?.address
  instance.batch(() => {
    makeCurrent(instance, connection, 'active')
    saveConnection(instance, connection, address !== undefined)
    const change = isSameAccount ? undefined : isSameWallet ? 'account' : 'wallet'
    instance.tell({ kind: 'chosen', connection, change })
  })
  await runAfterConnect(instance, namespace)
}

/** The connection with an account of its own as the active one. */
function choose(connection: Connection, address: string): Connection {
  const { accounts, connector } = connection
  const { namespace } = connector
  const chosen = accounts.find((account) => isSameAddress(namespace, account.address, String(address)))
  if (!chosen) {
    const context = { step: 'connect', namespace, connectorId: connector.id, walletName: connector.name } as const
    throw new FailureError('ACCOUNT_NOT_SHARED', `${connector.name} does not share this account.`, context)
  }
  return { ...connection, accounts: [chosen, ...accounts.filter((account) => account !== chosen)] }
}

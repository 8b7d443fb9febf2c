import type { Connection } from '../../adapter.ts'
import { FailureError } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { showToast } from '../shell/showToast.ts'
import { saveConnection } from './adoptConnection.ts'
import { getConnection } from './connection.ts'
import { findKept } from './kept.ts'
import { runAfterConnect } from './runAfterConnect.ts'
import { keepSaved, readConnections } from './savedConnections.ts'
import { settleNetwork } from './settleNetwork.ts'
import { takeIntoUse } from './takeIntoUse.ts'

/**
 * Makes a connected wallet the one in use of its namespace and its namespace the active one, and another of its accounts the
 * active one where `address` names it. No wallet is asked. Rejects with `NOT_CONNECTED`, with `ACCOUNT_NOT_SHARED` for an
 * address that the wallet does not share, or with the failure of a required step such as sign-in. Source: views, D4 and D5.
 */
export async function switchConnection(
  instance: Instance,
  parameters: { namespace: Namespace; connectorId: string; address?: string | undefined },
): Promise<void> {
  const { namespace, connectorId, address } = parameters
  const { stores } = instance
  const kept = findKept(stores.connection.get(), { namespace, id: connectorId })
  if (!kept) {
    const text = `${connectorId} is not connected for ${namespace}.`
    throw new LatchkeyError('NOT_CONNECTED', text, { facts: { namespace, connectorId } })
  }
  const connection = address === undefined ? kept : choose(kept, address)
  const before = getConnection(stores.connection.get(), namespace)
  const isSameWallet = before?.connector.id === connectorId
  const isSameAccount = isSameWallet && before.accounts[0]?.address === connection.accounts[0]?.address
  takeIntoUse(instance, connection, 'active')
  saveConnection(instance, connection)
  if (address !== undefined) keepChoice(instance, connection)
  // The wallet may have gone to a network that this site does not work on while another one was in use.
  settleNetwork(instance, namespace, connection.networkId)
  if (!isSameAccount && stores.modal.get().open) {
    showToast(instance, { variant: 'success', key: isSameWallet ? 'accountSwitched' : 'walletSwitched' })
  }
  await runAfterConnect(instance, namespace)
}

/** The connection with an account of its own as the active one. */
function choose(connection: Connection, address: string): Connection {
  const { accounts, connector } = connection
  const { namespace } = connector
  // Hexadecimal addresses are one in any case; elsewhere the case tells two apart.
  const toText = (text: string): string => (namespace === 'eip155' ? text.toLowerCase() : text)
  const chosen = accounts.find((account) => toText(account.address) === toText(address))
  if (!chosen) {
    const context = { step: 'connect', namespace, connectorId: connector.id, walletName: connector.name } as const
    throw new FailureError('ACCOUNT_NOT_SHARED', `${connector.name} does not share this account.`, context)
  }
  return { ...connection, accounts: [chosen, ...accounts.filter((account) => account !== chosen)] }
}

/** Remembers that the visitor chose this account, so that the wallet's own order does not win at the next load. */
function keepChoice({ services }: Instance, { connector }: Connection): void {
  const { namespace, id } = connector
  const saved = readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === id)
  if (saved) keepSaved(services.storage, namespace, { saved: { ...saved, isChosen: true }, isInUse: true })
}

import type { FailureStep } from '../../errors/failure.ts'
import type { Connection } from '../../types/adapter.ts'
import type { EventProperties } from '../../types/events.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { adoptConnection } from '../connections/adoptConnection.ts'
import { getConnection } from '../connections/connection.ts'
import { listConnections, toKey } from '../connections/connectionList.ts'
import { dismissNotice, noticeOf, type SessionNotice } from '../connections/notice.ts'
import type { RunningAttempt } from '../live.ts'
import { nameFailure } from '../nameFailure.ts'
import { findNetwork } from '../networks/networks.ts'
import { switchNetwork } from '../networks/switchNetwork.ts'
import { settleSignIn } from '../signIn/settleSignIn.ts'
import { clearAttempt, failAttempt } from './attempt.ts'
import { runAfterConnect } from './runAfterConnect.ts'

type Success = {
  /** All that one approval connects; the first becomes the active one. */
  readonly connections: readonly [Connection, ...Connection[]]
  readonly method?: EventProperties['CONNECT_SUCCESS']['method'] | undefined
  readonly networkId?: NetworkId | undefined
  readonly redirectView?: string | undefined
}

/** What follows an approval: stores, the site's steps, the network, and the way on. */
export async function completeConnect(
  instance: Instance,
  attempt: RunningAttempt,
  { connections, method = 'browser', networkId, redirectView }: Success,
): Promise<Connection> {
  const { stores } = instance
  const [connection, ...others] = connections
  const { namespace, name } = connection.connector
  const isAddition = listConnections(stores.connection.get()).some(
    ({ connector }) => !connections.some((each) => toKey(each.connector) === toKey(connector)),
  )
  instance.batch(() => {
    // What was said of an earlier session is answered.
    dismissNotice(instance)
    for (const each of others) {
      adoptConnection(instance, { connection: each, place: isFree(instance, each) ? 'current' : 'connected' })
    }
    adoptConnection(instance, { connection, place: 'active' })
  })
  try {
    for (const { connector } of connections) await runAfterConnect(instance, connector.namespace)
  } catch (error) {
    const failure = nameFailure(instance, connection.connector, error, { step: 'signIn', namespace })
    failAttempt(instance, attempt, failure)
    throw failure
  }
  instance.batch(() => {
    clearAttempt(instance, attempt)
    instance.tell({ kind: 'approved', walletName: name, method })
  })
  if (networkId && connection.networkId !== networkId && findNetwork(stores.networks.get(), networkId)) {
    // The wallet is connected either way; a refused network is told by its own failure.
    await switchNetwork(instance, { networkId }).catch(() => undefined)
  }
  await settleSignIn(instance, namespace)
  // Whoever had to sign in and would not is disconnected, and the wallet may be on another network by now.
  const current = getConnection(stores.connection.get(), namespace)
  if (current?.connector.id === connection.connector.id)
    instance.tell({ kind: 'connected', connection: current, isAddition, redirectView })
  return connection
}

/** Whether no other wallet is in use where a connection came that was not asked for by itself: what is in use there stays so. */
function isFree(instance: Instance, { connector }: Connection): boolean {
  const current = getConnection(instance.stores.connection.get(), connector.namespace)
  return current === undefined || current.connector.id === connector.id
}

/** Says that a wallet shared an account in some of the namespaces it was asked for, and not in all (F-15). */
export function sayPartial(
  instance: Instance,
  parameters: {
    step: FailureStep
    connectorId: string
    walletName: string
    /** The wallet as it was chosen, to connect it again. */
    wallet: WalletListing | undefined
    missing: readonly Namespace[]
  },
): void {
  const { step, connectorId, walletName, wallet, missing } = parameters
  const [namespace] = missing
  if (!namespace) return
  const notice: SessionNotice = { code: 'NAMESPACES_PARTIAL', walletName, wallet, namespaces: missing }
  noticeOf(instance).set(() => ({ notice }))
  instance.fail({ code: 'NAMESPACES_PARTIAL', step, final: false, namespace, connectorId, walletName })
}

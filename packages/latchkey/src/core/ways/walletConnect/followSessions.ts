import { adoptConnection } from '../../kernel/connections/adoptConnection.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import { readConnection } from '../../kernel/saved/records.ts'
import { readConnections } from '../../kernel/saved/savedConnections.ts'
import { runLater } from '../../lazy.ts'
import type { SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import type { CurrentSession, ServingWalletConnect } from './liveWalletConnect.ts'
import { endSession } from './openSession.ts'
import { takeSession } from './takeSession.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Called when the sessions that all tabs share have changed: keeps this tab in step with what others do to the sessions that all tabs share. The session in use may go without an event:
 * another tab has left or replaced it, or its record was deleted (F-16). And the one that another tab made may come later than
 * the news of it (F-55).
 */
export function followSessions(instance: Instance, wc: ServingWalletConnect): void {
  const { session: current, client } = wc
  if (current && !current.isLeft && !client.session.keys.includes(current.topic)) replaceSession(instance, wc, current)
  else if (!current) {
    for (const namespace of NAMESPACES) {
      if (findSaved(instance, namespace)) follow(instance, namespace)
    }
  }
}

/** Goes on with the session that another tab put in the place of a lost one; without one, the lost one has ended. */
function replaceSession(instance: Instance, wc: ServingWalletConnect, lost: CurrentSession): void {
  const { stores } = instance
  const isOver = NAMESPACES.filter(
    (namespace) =>
      findConnection(stores.connection.get(), { namespace, id: WALLET_CONNECT_ID }) && !findSaved(instance, namespace),
  )
  // Another tab has left it, which is told as such.
  for (const namespace of isOver) follow(instance, namespace)
  const connections = NAMESPACES.flatMap((namespace) => {
    const saved = findSaved(instance, namespace)
    return (saved && takeSession(instance, wc, { namespace, saved })) ?? []
  })
  if (connections.length === 0 && isOver.length === 0) {
    endSession(instance, wc, { current: lost, reason: 'wallet' })
    return
  }
  instance.batch(() => {
    for (const connection of connections) {
      const { namespace } = connection.connector
      const isCurrent = readConnection(instance.services.storage, namespace)?.connectorId === WALLET_CONNECT_ID
      adoptConnection(instance, {
        connection,
        place: isCurrent ? 'current' : 'connected',
      })
    }
  })
}

/** What is kept of a namespace's connection over WalletConnect, in use or not. */
function findSaved({ services }: Instance, namespace: Namespace): SavedConnection | undefined {
  return readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === WALLET_CONNECT_ID)
}

function follow(instance: Instance, namespace: Namespace): void {
  runLater(
    instance,
    () => import('../../kernel/connections/followConnection.ts'),
    ({ followConnection }) => followConnection(instance, namespace),
  )
}

import type { SavedConnection } from '../../../adapter.ts'
import type { Instance } from '../../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../../network.ts'
import { adoptConnection } from '../adoptConnection.ts'
import { applyChange } from '../applyChange.ts'
import { findKept } from '../kept.ts'
import { readConnection } from '../records.ts'
import { readConnections } from '../savedConnections.ts'
import { endSession } from './openSession.ts'
import type { LiveWalletConnect, SessionInUse } from './startWalletConnect.ts'
import { takeSession } from './takeSession.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Keeps this tab in step with what others do to the sessions that all tabs share. The session in use may go without a word:
 * another tab has left or replaced it, or its record was deleted (F-16). And the one that another tab made may come later than
 * the news of it (F-55).
 */
export function followSessions(instance: Instance, wc: LiveWalletConnect): void {
  const stop = wc.client.internals.backend.watch((news) => {
    if (news.kind !== 'changes' || !news.changes.some(({ table }) => table === 'session')) return
    const { session: inUse, client } = wc
    if (inUse && !inUse.isLeft && !client.session.keys.includes(inUse.topic)) replaceSession(instance, wc, inUse)
    else if (!inUse) {
      for (const namespace of NAMESPACES) {
        if (findSaved(instance, namespace)) instance.run((actions) => actions.followConnection(instance, namespace))
      }
    }
  })
  instance.signal.addEventListener('abort', stop, { once: true })
}

/** Goes on with the session that another tab put in the place of a lost one; without one, the lost one has ended. */
function replaceSession(instance: Instance, wc: LiveWalletConnect, lost: SessionInUse): void {
  const { stores } = instance
  const isOver = NAMESPACES.filter(
    (namespace) =>
      findKept(stores.connection.get(), { namespace, id: WALLET_CONNECT_ID }) && !findSaved(instance, namespace),
  )
  // Another tab has left it, which is told as such.
  for (const namespace of isOver) instance.run((actions) => actions.followConnection(instance, namespace))
  const connections = NAMESPACES.flatMap((namespace) => {
    const saved = findSaved(instance, namespace)
    return (saved && takeSession(instance, wc, { namespace, saved })) ?? []
  })
  if (connections.length === 0 && isOver.length === 0) {
    endSession(instance, wc, { inUse: lost, reason: 'wallet' })
    return
  }
  for (const connection of connections) {
    const { namespace } = connection.connector
    const isInUse = readConnection(instance.services.storage, namespace)?.connectorId === WALLET_CONNECT_ID
    adoptConnection(instance, {
      connection,
      place: isInUse ? 'inUse' : 'aside',
      onChange: (told, change) => applyChange(instance, told, change),
    })
  }
}

/** What is kept of a namespace's connection over WalletConnect, in use or not. */
function findSaved({ services }: Instance, namespace: Namespace): SavedConnection | undefined {
  return readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === WALLET_CONNECT_ID)
}

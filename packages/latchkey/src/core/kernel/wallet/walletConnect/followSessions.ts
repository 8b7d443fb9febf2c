import type { Instance } from '../../../latchkey.ts'
import { NAMESPACES } from '../../../network.ts'
import { adoptConnection } from '../adoptConnection.ts'
import { applyChange } from '../applyChange.ts'
import { getConnection } from '../connection.ts'
import { readConnection } from '../records.ts'
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
        const isKept = readConnection(instance.services.storage, namespace)?.connectorId === WALLET_CONNECT_ID
        if (isKept) instance.run((actions) => actions.followConnection(instance, namespace))
      }
    }
  })
  instance.signal.addEventListener('abort', stop, { once: true })
}

/** Goes on with the session that another tab put in the place of a lost one; without one, the lost one has ended. */
function replaceSession(instance: Instance, wc: LiveWalletConnect, lost: SessionInUse): void {
  const { stores, services } = instance
  const isOver = NAMESPACES.filter(
    (namespace) =>
      getConnection(stores.connection.get(), namespace)?.connector.id === WALLET_CONNECT_ID &&
      readConnection(services.storage, namespace)?.connectorId !== WALLET_CONNECT_ID,
  )
  // Another tab has left it, which is told as such.
  for (const namespace of isOver) instance.run((actions) => actions.followConnection(instance, namespace))
  const connections = NAMESPACES.flatMap((namespace) => {
    const saved = readConnection(services.storage, namespace)
    if (saved?.connectorId !== WALLET_CONNECT_ID) return []
    return takeSession(instance, wc, { namespace, saved }) ?? []
  })
  if (connections.length === 0 && isOver.length === 0) {
    endSession(instance, wc, { inUse: lost, reason: 'wallet' })
    return
  }
  for (const connection of connections) {
    adoptConnection(instance, {
      connection,
      activate: false,
      onChange: (changed, change) => applyChange(instance, changed, change),
    })
  }
}

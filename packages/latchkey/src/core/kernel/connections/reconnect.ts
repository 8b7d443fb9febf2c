import type { Connection, Connector, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { readConnection } from '../saved/records.ts'
import { readConnections, readLeft } from '../saved/savedConnections.ts'
import { beginSignIn } from '../signIn/settleSignIn.ts'
import { findWay, getAdapter } from '../way.ts'
import { adoptConnection } from './adoptConnection.ts'
import { getConnection, getStatus } from './connection.ts'
import { findConnection } from './connectionByConnector.ts'
import { findConnector } from './findConnector.ts'
import { followByCookie, orderAccounts } from './keepConnection.ts'
import { settleStatus } from './makeCurrent.ts'

/** Longest time for restoring one namespace, in ms. Source: docs/failures.md, rule 8. */
export const RESTORE_LIMIT_MS = 5_000

/**
 * Restores the connections of earlier page loads, every wallet at once, without ever prompting. Resolves when each is
 * restored or given up: after 5 s at most. A wallet that is announced later is tried once more. Source: F-54.
 */
export async function reconnect(instance: Instance): Promise<void> {
  const { stores, services, options, adapters } = instance
  followByCookie(instance)
  if (options.enableReconnect) {
    await Promise.all(
      NAMESPACES.flatMap((namespace) =>
        readConnections(services.storage, namespace).map(async (saved) => {
          if (adapters[namespace] || findWay(instance, saved.connectorId)) {
            await restoreConnection(instance, namespace, saved)
          }
        }),
      ),
    )
  }
  if (!instance.signal.aborted) stores.connection.set((state) => ({ ...state, restored: true }))
}

/** Restores one connection; also what another tab connected. Never rejects. */
export function restoreConnection(instance: Instance, namespace: Namespace, saved: SavedConnection): Promise<void> {
  const { stores, services, signal } = instance
  const { connectorId } = saved
  const key = { namespace, id: connectorId }
  const way = findWay(instance, connectorId)
  return new Promise((resolve) => {
    const isWanted = (): boolean =>
      !signal.aborted &&
      !findConnection(stores.connection.get(), key) &&
      readConnections(services.storage, namespace).some((each) => each.connectorId === connectorId)
    let isOver = false
    const over = new AbortController()
    const end = (isRestored: boolean): void => {
      if (isOver) return
      isOver = true
      stopTimer()
      over.abort()
      if (!isRestored && !signal.aborted) giveUp(instance, namespace, saved)
      resolve()
    }
    const stopTimer = services.clock.after(RESTORE_LIMIT_MS, () => end(false))
    signal.addEventListener('abort', () => end(false), { once: true, signal: over.signal })

    const ask = async (connector: Connector | undefined): Promise<void> => {
      const asking = connector
        ? getAdapter(instance, connector)?.reconnect(connector, saved)
        : way?.load().then((calls) => calls.restore(instance, namespace, saved))
      // Giving up is told by a failure of its own.
      const connection = await asking?.catch(() => null)
      // A wallet that answers after the limit is still right, as long as nothing took its place.
      if (connection && isWanted()) {
        restore(instance, orderAccounts(connection, saved), saved)
        end(true)
        return
      }
      end(false)
      // Left while it was being restored: then its wallet has to hear of that as well.
      const isLeft = readLeft(services.storage, namespace).includes(connectorId)
      if (connection && isLeft && !findConnection(stores.connection.get(), key)) {
        // Here it is left in any case.
        getAdapter(instance, connection.connector)
          ?.disconnect(connection)
          .catch(() => undefined)
      }
    }
    if (way) {
      void ask(undefined)
      return
    }
    whenAnnounced(instance, namespace, connectorId, (connector) => {
      if (isWanted()) void ask(connector)
    })
  })
}

/** A wallet that was in use and did not come makes room for another one of its namespace, or for none. */
function giveUp(instance: Instance, namespace: Namespace, { connectorId }: SavedConnection): void {
  const { stores, services } = instance
  const isWaitedFor =
    getStatus(stores.connection.get(), namespace) === 'connecting' &&
    readConnection(services.storage, namespace)?.connectorId === connectorId
  if (isWaitedFor) settleStatus(instance, namespace)
  else if (stores.connection.get().restored) return
  const walletName = findConnector(instance, namespace, connectorId)?.name
  if (isWaitedFor) instance.live.lost = { namespace, connectorId, walletName }
  instance.fail({ code: 'RESTORE_FAILED', step: 'restore', final: false, namespace, connectorId, walletName })
}

function restore(instance: Instance, connection: Connection, { connectorId }: SavedConnection): void {
  const { stores, services } = instance
  const { connector } = connection
  const { namespace } = connector
  const current = getConnection(stores.connection.get(), namespace)
  // What storage names is what the visitor wants to use. Another one stands in for it once it was given up. A wallet that shows
  // this page inside itself comes in the place of the one that was kept (F-53).
  const isWanted = readConnection(services.storage, namespace)?.connectorId === connectorId
  // A view that waits for a wallet is finished by a connection from wherever it came.
  const waiting = stores.connection.get().attempt
  const isAwaited =
    waiting?.kind === 'connect' &&
    waiting.namespace === namespace &&
    (waiting.connectorId === connector.id || (isWanted && !current))
  if (isAwaited && instance.live.attempt) {
    instance.live.attempt.win(connection)
    return
  }
  const isStandIn = !isWanted && getStatus(stores.connection.get(), namespace) === 'disconnected'
  if (isWanted) instance.live.lost = undefined
  instance.batch(() => {
    adoptConnection(instance, {
      connection,
      place: isWanted || isStandIn ? 'current' : 'connected',
      isKept: !isStandIn,
    })
    instance.tell({ kind: 'restored' })
  })
  instance.track('CONNECT_SUCCESS', {
    method: findWay(instance, connector.id)?.method ?? 'browser',
    name: connector.name,
    reconnect: true,
  })
  void beginSignIn(instance)
}

/** Calls back once with the connector of this id: now, or when it is announced. */
function whenAnnounced(
  instance: Instance,
  namespace: Namespace,
  connectorId: string,
  run: (connector: Connector) => void,
): void {
  const known = findConnector(instance, namespace, connectorId)
  if (known) {
    run(known)
    return
  }
  const found = new AbortController()
  const stop = instance.stores.connectors.watch(() => {
    const connector = findConnector(instance, namespace, connectorId)
    if (!connector) return
    stop()
    found.abort()
    run(connector)
  })
  instance.signal.addEventListener('abort', stop, { once: true, signal: found.signal })
}

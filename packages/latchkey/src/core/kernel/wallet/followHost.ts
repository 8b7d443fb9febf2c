import type { Connection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { adoptConnection, saveConnection } from './adoptConnection.ts'
import { applyChange } from './applyChange.ts'
import { getConnection } from './connection.ts'
import { findKept } from './kept.ts'
import { runAfterConnect } from './runAfterConnect.ts'
import { readConnections } from './savedConnections.ts'
import { settleSignIn } from './settleSignIn.ts'
import { takeIntoUse } from './takeIntoUse.ts'

/**
 * Keeps a namespace in step with the site's own library behind its adapter: what the site connects or chooses there is taken
 * over, and what is in use here is made the one in use there. Ends with the adapter's discovery.
 */
export function followHost(instance: Instance, namespace: Namespace): void {
  const { adapters, live, stores, services, signal } = instance
  const adapter = adapters[namespace]
  const stopDiscovery = live.watches.get(namespace)
  if (!adapter?.watchHostConnections || !stopDiscovery || signal.aborted) return
  let inUse = toMark(getConnection(stores.connection.get(), namespace))
  const stopStore = stores.connection.watch((state) => {
    const now = getConnection(state, namespace)
    if (toMark(now) === inUse) return
    inUse = toMark(now)
    if (!now) return
    adapter
      .activate?.(now)
      .catch((error: unknown) => services.logger.warn("The site's own library keeps another wallet in use.", { error }))
  })
  const stopHost = adapter.watchHostConnections((connections) => takeOver(instance, namespace, connections))
  live.watches.set(namespace, () => {
    stopDiscovery()
    stopStore()
    stopHost()
  })
}

/** What the site's library has to hear of: the wallet, and its account that is in use. */
function toMark(connection: Connection | undefined): string | undefined {
  return connection && `${connection.connector.id} ${connection.accounts[0]?.address}`
}

/** Takes over the connections of the site's library; the first is the one in use there. */
function takeOver(instance: Instance, namespace: Namespace, connections: readonly Connection[]): void {
  const { stores, services, live, track } = instance
  const { restored } = stores.connection.get()
  // What was kept is being restored, in its own order; a choice that is older than this page is no news.
  const saved = restored ? [] : readConnections(services.storage, namespace).map(({ connectorId }) => connectorId)
  const [first] = connections
  for (const connection of connections) {
    const { connector } = connection
    if (saved.includes(connector.id)) continue
    const kept = findKept(stores.connection.get(), connector)
    const isFirst = connection === first && saved.length === 0
    if (kept && (!isFirst || kept === getConnection(stores.connection.get(), namespace))) continue
    const attempt = stores.connection.get().attempt
    if (isFirst && attempt?.kind === 'connect' && attempt.namespace === namespace && live.attempt) {
      // A view that waits for a wallet is finished by a connection from wherever it came (views, 2.4).
      live.attempt.win(connection)
      continue
    }
    if (kept) {
      takeIntoUse(instance, kept, 'active')
      saveConnection(instance, kept)
    } else {
      adoptConnection(instance, {
        connection,
        place: !isFirst ? 'aside' : restored ? 'active' : 'inUse',
        onChange: (told, change) => applyChange(instance, told, change),
      })
      track('CONNECT_SUCCESS', { method: 'browser', name: connector.name, reconnect: !restored })
    }
    if (!isFirst) continue
    if (restored) runAfterConnect(instance, namespace).catch(() => undefined)
    else void settleSignIn(instance, namespace)
  }
}

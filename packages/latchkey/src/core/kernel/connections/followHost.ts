import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { runAfterConnect } from '../attempt/runAfterConnect.ts'
import { readConnections } from '../saved/savedConnections.ts'
import { settleSignIn } from '../signIn/settleSignIn.ts'
import { adoptConnection } from './adoptConnection.ts'
import { type ConnectionState, getConnection } from './connection.ts'
import { findConnection } from './connectionByConnector.ts'
import { saveConnection } from './keepConnection.ts'
import { makeCurrent } from './makeCurrent.ts'

/**
 * Keeps a namespace in step with the site's own library behind its adapter: what the site connects or chooses there is taken
 * over, and what is in use here is made the one in use there. Ends with the adapter's discovery. `waits` are the watches that
 * have waited for something to follow; where they are over already, so is this.
 */
export function followHost(instance: Instance, namespace: Namespace, waits: readonly (() => void)[]): void {
  const { adapters, live, stores, services, signal } = instance
  const adapter = adapters[namespace]
  const stopDiscovery = live.watches.get(namespace)
  for (const end of waits) end()
  if (waits.length === 0 || !adapter?.watchHostConnections || !stopDiscovery || signal.aborted) return
  let current: string | undefined
  const look = (state: ConnectionState): void => {
    const now = getConnection(state, namespace)
    if (toMark(now) === current) return
    current = toMark(now)
    if (!now) return
    adapter
      .activate?.(now)
      .catch((error: unknown) => services.logger.warn("The site's own library keeps another wallet in use.", { error }))
  }
  const stopStore = stores.connection.watch(look)
  // What has connected while this code was on its way.
  look(stores.connection.get())
  const stopHost = adapter.watchHostConnections((connections) =>
    instance.batch(() => takeOver(instance, namespace, connections)),
  )
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
    const kept = findConnection(stores.connection.get(), connector)
    const isFirst = connection === first && saved.length === 0
    if (kept && (!isFirst || kept === getConnection(stores.connection.get(), namespace))) continue
    const attempt = stores.connection.get().attempt
    if (isFirst && attempt?.kind === 'connect' && attempt.namespace === namespace && live.attempt) {
      // A view that waits for a wallet is finished by a connection from wherever it came.
      live.attempt.win(connection)
      continue
    }
    if (kept) {
      makeCurrent(instance, kept, 'active')
      saveConnection(instance, kept)
    } else {
      adoptConnection(instance, {
        connection,
        place: !isFirst ? 'connected' : restored ? 'active' : 'current',
      })
      track('CONNECT_SUCCESS', { method: 'browser', name: connector.name, reconnect: !restored })
    }
    if (!isFirst) continue
    // A step that fails has told the host.
    if (restored) runAfterConnect(instance, namespace).catch(() => undefined)
    else void settleSignIn(instance, namespace)
  }
}

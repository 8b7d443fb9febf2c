import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { whileAsked } from '../requests/asked.ts'
import { findWay, getAdapter } from '../way.ts'
import { applyChange } from './applyChange.ts'
import { addConnection } from './connectionByConnector.ts'
import { toKey } from './connectionList.ts'
import { saveConnection } from './keepConnection.ts'
import { makeCurrent } from './makeCurrent.ts'
import { addRecent } from './recent.ts'

/** Where a connection goes: into use and its namespace into the foreground, into use, or beside the one in use. */
export type Place = 'active' | 'current' | 'connected'

/**
 * Takes a connection into this page: stores, storage, and listeners for what the wallet tells. Whatever was in use in its namespace
 * stays connected.
 */
export function adoptConnection(
  instance: Instance,
  parameters: {
    connection: Connection
    place: Place
    /** False for one that only stands in for the one in use: storage goes on to name that. Default true. */
    isKept?: boolean | undefined
  },
): void {
  const { connection, place, isKept = true } = parameters
  const { stores, live } = instance
  const { connector } = connection
  const key = toKey(connector)

  live.whileAsked ??= (asked, ask) => whileAsked(instance, asked, ask)
  live.watches.get(key)?.()
  live.watches.delete(key)
  if (place === 'connected') stores.connection.set((state) => addConnection(state, connection))
  else makeCurrent(instance, connection, place)
  // A way's id says nothing of the wallet; the wallet that was chosen does, where one was.
  const recentId = findWay(instance, connector.id) ? connector.explorerId : connector.id
  const isNews = place === 'active' || (recentId && !stores.connectors.get().recent.includes(recentId))
  if (recentId && isNews) stores.connectors.set((state) => addRecent(state, recentId))
  if (isKept) saveConnection(instance, connection)

  const stop = getAdapter(instance, connector)?.watchConnection(connection, (change) =>
    applyChange(instance, connector, change),
  )
  if (stop) live.watches.set(key, stop)
}

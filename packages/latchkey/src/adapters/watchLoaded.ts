import type { Adapter, Connection, ConnectionChange } from '../core/types/adapter.ts'

/** Watches a connection as soon as the code for it is there. Returns the way to stop, which also holds before. */
export function watchLoaded(
  load: () => Promise<Pick<Adapter, 'watchConnection'>>,
  connection: Connection,
  listener: (change: ConnectionChange) => void,
): () => void {
  let stop = () => {}
  let isWatching = true
  void load().then(
    (calls) => {
      if (isWatching) stop = calls.watchConnection(connection, listener)
    },
    // Whoever is connected has loaded it; a page that lost it hears nothing, and asks when it is used.
    () => {},
  )
  return () => {
    isWatching = false
    stop()
  }
}

import { runLater } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { isServed, readChoices } from '../saved/readSavedState.ts'
import { RECORDS, readConnection } from '../saved/records.ts'
import { getConnection } from './connection.ts'

/**
 * Keeps this tab in step with the site's other tabs: connections, accounts, networks and disconnects are taken over at
 * once, and everything is read again when the page becomes visible (F-55). Returns the way to stop.
 */
export function followTabs(instance: Instance): () => void {
  const { stores } = instance
  const { storage, browser } = instance.services
  const follow = (namespace: Namespace): void => {
    // Nothing kept and nothing connected is nothing to follow, and costs no code.
    const isIdle = !readConnection(storage, namespace) && !getConnection(stores.connection.get(), namespace)
    if (!isIdle && isServed(instance, namespace))
      runLater(
        instance,
        () => import('./followConnection.ts'),
        (code) => code.followConnection(instance, namespace),
      )
  }
  /** Reads what a record says that has changed, or everything where it has no name. */
  const read = (name: string): void => {
    for (const namespace of NAMESPACES) if (RECORDS.connector(namespace).startsWith(name)) follow(namespace)
    instance.batch(() => readChoices(instance))
  }
  const stopStorage = storage.watch(read)
  const stopVisible = browser.watchVisible((visible) => {
    if (visible) read('')
  })
  return () => {
    stopStorage()
    stopVisible()
  }
}

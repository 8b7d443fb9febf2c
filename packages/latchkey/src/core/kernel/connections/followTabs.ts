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
  const readAll = (): void => {
    for (const namespace of NAMESPACES) follow(namespace)
    instance.batch(() => readChoices(instance))
  }
  const stopStorage = storage.watch((name) => {
    const namespace = NAMESPACES.find((each) => name.startsWith(RECORDS.connector(each)))
    if (namespace) follow(namespace)
    else if (name === '') readAll()
    else instance.batch(() => readChoices(instance))
  })
  const stopVisible = browser.watchVisible((visible) => {
    if (visible) readAll()
  })
  return () => {
    stopStorage()
    stopVisible()
  }
}

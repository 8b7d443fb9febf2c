import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { getConnection } from './connection.ts'
import { isServed, readChoices } from './readSavedState.ts'
import { RECORDS, readConnection } from './records.ts'

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
      instance.run((actions) => actions.followConnection(instance, namespace))
  }
  const readAll = (): void => {
    for (const namespace of NAMESPACES) follow(namespace)
    readChoices(instance)
  }
  const stopStorage = storage.watch((name) => {
    const namespace = NAMESPACES.find((each) => name.startsWith(RECORDS.connector(each)))
    if (namespace) follow(namespace)
    else if (name === '') readAll()
    else readChoices(instance)
  })
  const stopVisible = browser.watchVisible((visible) => {
    if (visible) readAll()
  })
  return () => {
    stopStorage()
    stopVisible()
  }
}

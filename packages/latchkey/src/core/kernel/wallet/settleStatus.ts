import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { getStatus } from './connection.ts'
import { getOthers } from './getOthers.ts'
import { setStatus } from './setStatus.ts'
import { takeIntoUse } from './takeIntoUse.ts'

/** Ends the waiting of a namespace whose wallet did not come: another that is connected there stands in, else nothing is in use. */
export function settleStatus(instance: Instance, namespace: Namespace): void {
  const { connection } = instance.stores
  if (getStatus(connection.get(), namespace) !== 'connecting') return
  const [next] = getOthers(connection.get(), namespace)
  if (next) takeIntoUse(instance, next, 'inUse')
  else connection.set((state) => setStatus(state, namespace, 'disconnected'))
}

import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import { NAMESPACE_RECORDS } from '../../../core/values/namespaces.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Whether nobody here reads what an account of this namespace has: then nothing is known of it, and nothing is not 0. */
export function useIsUnread(): boolean {
  const instance = useInstance()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  return useLatchkeyState('connection', (all) => {
    const connection = getConnection(all, namespace)
    if (!connection || NAMESPACE_RECORDS[namespace].hasGatewayBalances) return false
    return getAdapter(instance, connection.connector)?.fetchBalance === undefined
  })
}

import type { Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { findConnection } from './connectionByConnector.ts'

/** The connector of an id, or undefined when its wallet is not here (yet). */
export function findConnector(instance: Instance, namespace: Namespace, connectorId: string): Connector | undefined {
  const known = instance.stores.connectors.get().byNamespace[namespace]
  return (
    known?.find((connector) => connector.id === connectorId) ??
    // A session's connector is in no list: nothing announces it.
    findConnection(instance.stores.connection.get(), { namespace, id: connectorId })?.connector
  )
}

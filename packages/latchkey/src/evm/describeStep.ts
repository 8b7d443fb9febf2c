import type { FailureContext, FailureStep } from '../core/errors/failure.ts'
import type { Connector } from '../core/types/adapter.ts'
import type { NetworkId } from '../core/types/network.ts'

/** What surrounds a failure of this connector. */
export function describeStep(step: FailureStep, connector: Connector, networkId?: NetworkId): FailureContext {
  return { step, namespace: 'eip155', connectorId: connector.id, walletName: connector.name, networkId }
}

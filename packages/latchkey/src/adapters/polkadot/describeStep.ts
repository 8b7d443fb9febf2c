import type { FailureContext, FailureStep } from '../../core/errors/failure.ts'
import type { Connector } from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'

/** What surrounds a failure of this connector. */
export function describeStep(
  step: FailureStep,
  { id, name, namespace }: Connector,
  networkId?: NetworkId,
): FailureContext {
  return { step, namespace, connectorId: id, walletName: name, networkId }
}

import type { FailureContext, FailureStep } from '../../core/errors/failure.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type { Connector } from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'
import type { BitcoinWallet } from './wallet.ts'

/** What surrounds a failure of this connector. */
export function describeStep(
  step: FailureStep,
  { id, name, namespace }: Connector,
  networkId?: NetworkId,
): FailureContext {
  return { step, namespace, connectorId: id, walletName: name, networkId }
}

/** What a wallet gives; what it throws is named. */
export async function askNamed<Answer>(
  { family }: Pick<BitcoinWallet, 'family'>,
  context: FailureContext,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw toFailure(error, context, { family })
  }
}

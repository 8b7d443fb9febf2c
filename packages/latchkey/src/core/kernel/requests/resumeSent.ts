import type { Instance } from '../../types/latchkey.ts'
import { getNamespace } from '../../types/network.ts'
import { followTransaction } from './followTransaction.ts'
import { listKeptSent } from './keptSent.ts'

/** Follows what left an earlier page and has no known end, so that its visitor is told. Asks no wallet, and never sends. */
export function resumeSent(instance: Instance): void {
  for (const { networkId, hash, address, connectorId, walletName } of listKeptSent(instance)) {
    const namespace = getNamespace(networkId)
    if (!namespace) continue
    const connection = {
      networkId,
      accounts: [{ address }],
      connector: { namespace, id: connectorId, name: walletName },
      provider: undefined,
    }
    followTransaction(instance, { connection, hash, isResumed: true }).catch((error: unknown) =>
      instance.services.logger.debug('A transaction is not followed any more.', { error }),
    )
  }
}

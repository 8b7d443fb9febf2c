import type { Connection } from '../../adapter.ts'
import type { FailureContext, FailureStep } from '../../errors/failure.ts'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { SETUP_CODES } from '../../errors/setupCodes.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import { applyChange } from './applyChange.ts'
import { findFamily } from './failureFamilies.ts'

/**
 * Names what a wallet threw, tells the host, and throws it on as a coded failure. A mistake of the site (a set-up code) is
 * thrown on as it is: no visitor and no listener can do anything about it.
 */
export function tellFailure(instance: Instance, connection: Connection, step: FailureStep, error: unknown): never {
  if (isLatchkeyError(error) && (SETUP_CODES as readonly string[]).includes(error.code)) throw error
  const { namespace, id: connectorId, name: walletName } = connection.connector
  const { networkId } = connection
  const context: FailureContext = { step, namespace, connectorId, walletName, networkId }
  const failure = toFailure(error, context, { family: findFamily(connection.connector) })
  const { walletNetworkId, quantity } = failure.facts as Pick<FailureContext, 'walletNetworkId' | 'quantity'>
  const { code } = failure
  instance.fail({ ...context, walletNetworkId, quantity, code, final: true, cause: failure.cause })
  if (code === 'CHAIN_MISMATCH' || code === 'GAS_TOO_LOW' || code === 'SOLANA_TX_EXPIRED') {
    const address = connection.accounts[0]?.address ?? ''
    const transaction = { code, namespace, walletName, networkId, walletNetworkId, quantity, address }
    instance.stores.connection.set((state) => ({ ...state, transaction }))
  }
  // The wallet has moved without a word; what was read counts as if it had told.
  if (code === 'CHAIN_MISMATCH' && walletNetworkId)
    applyChange(instance, connection.connector, { networkId: walletNetworkId })
  throw failure
}

import type { FailureContext, FailureError, FailureStep } from '../errors/failure.ts'
import { isLatchkeyError } from '../errors/LatchkeyError.ts'
import { SETUP_CODES } from '../errors/setupCodes.ts'
import { applyChange } from '../kernel/connections/applyChange.ts'
import { nameFailure } from '../kernel/nameFailure.ts'
import { whileAsked } from '../kernel/requests/asked.ts'
import { forgetTransaction } from '../kernel/requests/followSent.ts'
import { requestsOf, type TransactionNotice } from '../kernel/requests/requests.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import { canOfferAgain, offerAgain } from './offerAgain.ts'

/**
 * Runs a step of a connected wallet. What goes wrong is named, told to the host, and thrown on as a coded failure; where nothing
 * has left the page and one press of the visitor puts it right, the promise waits for that press and the step runs once more
 * (F-08, F-09, F-28, F-38). A mistake of the site (a set-up code) is thrown on as it is: no visitor and no listener can do anything about it.
 */
export async function carryOut<Answer>(
  instance: Instance,
  parameters: { connection: Connection; step: FailureStep; isBatch?: boolean | undefined },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { connection, step } = parameters
  try {
    return await (step === 'read' ? run() : whileAsked(instance, connection.connector, run))
  } catch (error) {
    if (isLatchkeyError(error) && (SETUP_CODES as readonly string[]).includes(error.code)) throw error
    const { connector, networkId } = connection
    const { namespace, id: connectorId, name: walletName } = connector
    const failure = nameFailure(instance, connector, error, { step, namespace, connectorId, walletName, networkId })
    if (await isOvercome(instance, parameters, failure)) return carryOut(instance, parameters, run)
    throw failure
  }
}

/** Tells host and visitor. True once the visitor has put it right. */
async function isOvercome(
  instance: Instance,
  parameters: { connection: Connection; isBatch?: boolean | undefined },
  failure: FailureError,
): Promise<boolean> {
  const { connection, isBatch = false } = parameters
  const { code, step, cause, facts } = failure
  const { namespace, id: connectorId, name: walletName } = connection.connector
  const { networkId } = connection
  const { walletNetworkId, quantity } = facts as Pick<FailureContext, 'walletNetworkId' | 'quantity'>
  const tell = (final: boolean): void =>
    instance.fail({
      step,
      namespace,
      connectorId,
      walletName,
      networkId,
      walletNetworkId,
      quantity,
      code,
      final,
      cause,
    })
  // The wallet has changed its network without an event; what was read counts as if it had told. What the visitor is asked about that comes first.
  if (code === 'CHAIN_MISMATCH' && walletNetworkId)
    applyChange(instance, connection.connector, { networkId: walletNetworkId })
  const isOffered = canOfferAgain(instance, parameters, failure)
  tell(!isOffered)
  let notice: TransactionNotice | undefined
  const isKept =
    code === 'CHAIN_MISMATCH' ||
    code === 'GAS_TOO_LOW' ||
    code === 'SOLANA_TX_EXPIRED' ||
    (code === 'METHOD_NOT_GRANTED' && isBatch)
  if (isKept || (isOffered && (code === 'ACCOUNT_NOT_SHARED' || code === 'HARDWARE_NOT_READY'))) {
    const address = connection.accounts[0]?.address ?? ''
    const transaction = { code, namespace, walletName, networkId, walletNetworkId, quantity, address, isOffered }
    notice = transaction
    requestsOf(instance).set((state) => ({ ...state, transaction }))
  }
  if (!isOffered || !notice) return false
  if (await offerAgain(instance, connection, notice)) return true
  if (!isKept && requestsOf(instance).get().transaction?.code === code) forgetTransaction(instance)
  tell(true)
  return false
}

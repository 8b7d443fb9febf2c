import type { FailureContext, FailureStep } from '../../core/errors/failure.ts'
import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type { Connection } from '../../core/types/adapter.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import { isBySession } from '../../core/values/connectorKinds.ts'
import { describeStep } from './describeStep.ts'
import { openSessionWallet } from './openSessionWallet.ts'
import { openWallet } from './openWallet.ts'
import type { CurrentWallet } from './wallet.ts'

/**
 * Asks the Bitcoin wallet in use. Rejects with `NOT_CONNECTED`, or with a failure, which the host hears of as well.
 */
export async function askCurrentWallet<Answer>(
  latchkey: Latchkey,
  step: FailureStep,
  ask: (wallet: CurrentWallet, connection: Connection, context: FailureContext) => Promise<Answer>,
): Promise<Answer> {
  const { stores, fail } = latchkey.instance
  const connection = stores.connection.get().byNamespace.bip122?.connection
  if (!connection) {
    throw new LatchkeyError('NOT_CONNECTED', 'No Bitcoin wallet is connected.', { facts: { namespace: 'bip122' } })
  }
  const { connector, networkId } = connection
  const wallet = isBySession(connector) ? openSessionWallet(connection) : openWallet(connector, networkId)
  const context = describeStep(step, connector, networkId)
  try {
    return await ask(wallet, connection, context)
  } catch (error) {
    const failure = toFailure(error, context, { family: wallet.family })
    fail({ ...context, code: failure.code, final: true, cause: failure.cause })
    throw failure
  }
}

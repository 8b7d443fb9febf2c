import type { Connection } from '../../adapter.ts'
import type { FailureContext, FailureStep } from '../../errors/failure.ts'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { SETUP_CODES } from '../../errors/setupCodes.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import { findFamily } from './failureFamilies.ts'

/**
 * Names what a wallet threw, tells the host, and throws it on as a coded failure. A mistake of the site (a set-up code) is
 * thrown on as it is: no visitor and no listener can do anything about it.
 */
export function tellFailure(instance: Instance, connection: Connection, step: FailureStep, error: unknown): never {
  if (isLatchkeyError(error) && (SETUP_CODES as readonly string[]).includes(error.code)) throw error
  const { namespace, id: connectorId, name: walletName } = connection.connector
  const context: FailureContext = { step, namespace, connectorId, walletName, networkId: connection.networkId }
  const failure = toFailure(error, context, { family: findFamily(connection.connector) })
  instance.fail({ ...context, code: failure.code, final: true, cause: failure.cause })
  throw failure
}

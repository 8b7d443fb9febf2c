import type { Connection } from '../../adapter.ts'
import type { FailureContext, FailureStep } from '../../errors/failure.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import { findFamily } from './failureFamilies.ts'

/** Names what a wallet threw, tells the host, and throws it on as a coded failure. */
export function tellFailure(instance: Instance, connection: Connection, step: FailureStep, error: unknown): never {
  const { namespace, id: connectorId, name: walletName } = connection.connector
  const context: FailureContext = { step, namespace, connectorId, walletName, networkId: connection.networkId }
  const failure = toFailure(error, context, { family: findFamily(connection.connector) })
  instance.fail({ ...context, code: failure.code, final: true, cause: failure.cause })
  throw failure
}

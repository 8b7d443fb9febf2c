import { FailureError, type FailureStep } from '../errors/failure.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'

/** The failure of a visitor who said no before their wallet was asked, as a wallet rejects; the host's listeners hear it as well. */
export function rejectUnasked(
  instance: Instance,
  { connection, step }: { readonly connection: Connection; readonly step: FailureStep },
): FailureError {
  const { connector, networkId } = connection
  const { namespace, id: connectorId, name: walletName } = connector
  const context = { step, namespace, connectorId, walletName, networkId }
  const failure = new FailureError('USER_REJECTED', `Rejected before ${walletName} was asked.`, context)
  instance.fail({ ...context, code: 'USER_REJECTED', final: true, cause: failure })
  return failure
}

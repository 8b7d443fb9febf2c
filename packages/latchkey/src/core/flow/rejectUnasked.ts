import { FailureError, type FailureStep } from '../errors/failure.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'

/**
 * The failure of what ended before a wallet was asked: the visitor said no, as a wallet rejects, or it went to another network meanwhile.
 * The host's listeners hear it as well.
 */
export function rejectUnasked(
  instance: Instance,
  {
    connection,
    step,
    code = 'USER_REJECTED',
  }: {
    readonly connection: Connection
    readonly step: FailureStep
    readonly code?: 'USER_REJECTED' | 'CHAIN_MISMATCH' | undefined
  },
): FailureError {
  const { connector, networkId } = connection
  const { namespace, id: connectorId, name: walletName } = connector
  const context = { step, namespace, connectorId, walletName, networkId }
  const failure = new FailureError(code, `It ended before ${walletName} was asked.`, context)
  instance.fail({ ...context, code, final: true, cause: failure })
  return failure
}

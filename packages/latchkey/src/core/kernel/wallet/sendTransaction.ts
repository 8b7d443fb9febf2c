import type { Connection, TransactionRequest } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import { carryOut } from './carryOut.ts'
import { demandConnection } from './demandConnection.ts'
import { followSent, forgetNotice } from './transactions/followSent.ts'

/** Sends a transaction from the active EVM account, once; resolves with its hash. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING` or a failure. */
export async function sendTransaction(
  instance: Instance,
  request: TransactionRequest,
  meant?: Connection | undefined,
): Promise<string> {
  const { connection, adapter } = demandConnection(instance, 'eip155', meant)
  const { sendTransaction: send } = adapter
  if (!send) {
    throw new LatchkeyError('ABILITY_MISSING', `The ${adapter.type} adapter does not send transactions.`)
  }
  forgetNotice(instance)
  const hash = await carryOut(instance, { connection, step: 'send' }, () => send(connection, request))
  followSent(instance, connection, hash)
  return hash
}

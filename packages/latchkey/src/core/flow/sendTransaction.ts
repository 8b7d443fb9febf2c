import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { demandConnection } from '../kernel/requests/demandConnection.ts'
import { followSent, forgetTransaction } from '../kernel/requests/followSent.ts'
import type { Connection, TransactionRequest } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import { carryOut } from './carryOut.ts'

/** Sends a transaction from the active EVM account, once; resolves with its hash. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING` or a failure. */
export async function sendTransaction(
  instance: Instance,
  request: TransactionRequest,
  meant?: Connection | undefined,
): Promise<string> {
  const { connection: asked, adapter } = demandConnection(instance, 'eip155', meant)
  const { sendTransaction: send } = adapter
  if (!send) {
    throw new LatchkeyError('ABILITY_MISSING', `The ${adapter.type} adapter does not send transactions.`)
  }
  await instance.guard?.({ connection: asked, step: 'send', request })
  // Whoever thought it over may have changed the account meanwhile.
  const { connection } = demandConnection(instance, 'eip155', asked)
  forgetTransaction(instance)
  const hash = await carryOut(instance, { connection, step: 'send' }, () => send(connection, request))
  followSent(instance, connection, hash)
  return hash
}

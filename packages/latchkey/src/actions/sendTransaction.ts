import type { TransactionRequest } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Sends a transaction from the account in use, once; its hash as soon as it has left. Rejects with `NOT_CONNECTED`,
 * `ABILITY_MISSING`, `REQUEST_INVALID` or a failure, `CHAIN_MISMATCH` and `GAS_TOO_LOW` among them.
 */
export async function sendTransaction(
  latchkey: Latchkey,
  request: TransactionRequest,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<string> {
  return askAdapter(latchkey, { name: 'sendTransaction', step: 'send', namespace }, (ask, connection) =>
    ask(connection, request),
  )
}

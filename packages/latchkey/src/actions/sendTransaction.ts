import type { TransactionRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Sends a transaction from the account in use, once; its hash as soon as it has left. Rejects with `NOT_CONNECTED`,
 * `ABILITY_MISSING`, `REQUEST_INVALID` or a failure, `CHAIN_MISMATCH` and `GAS_TOO_LOW` among them.
 */
export async function sendTransaction(
  latchkey: Latchkey,
  request: TransactionRequest,
  settings?: NamespaceOption,
): Promise<string> {
  return askAdapter(
    latchkey,
    {
      name: 'sendTransaction',
      step: 'send',
      namespace: toNamespace(settings, 'eip155'),
      review: () => demandObject('request', request),
    },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

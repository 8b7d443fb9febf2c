import type { TransactionRequest } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Gas units that a transaction of the account in use would take. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`,
 * `REQUEST_INVALID` or a failure.
 */
export async function estimateGas(
  latchkey: Latchkey,
  request: TransactionRequest,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<bigint> {
  return askAdapter(latchkey, { name: 'estimateGas', step: 'send', namespace }, (ask, connection) =>
    ask(connection, request),
  )
}

import type { TransactionRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Gas units that a transaction of the account in use would take. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`,
 * `REQUEST_INVALID` or a failure.
 */
export async function estimateGas(
  latchkey: Latchkey,
  request: TransactionRequest,
  settings?: NamespaceOption,
): Promise<bigint> {
  return askAdapter(
    latchkey,
    { name: 'estimateGas', step: 'send', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

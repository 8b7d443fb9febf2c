import type { WriteContractRequest } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Calls a function of a contract that changes the chain; the hash as soon as the transaction has left. Rejects with
 * `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` when arguments and ABI do not fit, or a failure.
 */
export async function writeContract(
  latchkey: Latchkey,
  request: WriteContractRequest,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<string> {
  return askAdapter(latchkey, { name: 'writeContract', step: 'send', namespace }, (ask, connection) =>
    ask(connection, request),
  )
}

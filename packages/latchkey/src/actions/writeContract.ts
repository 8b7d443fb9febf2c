import type { WriteContractRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Calls a function of a contract that changes the chain; the hash as soon as the transaction has left. Rejects with
 * `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` when arguments and ABI do not fit, or a failure.
 */
export async function writeContract(
  latchkey: Latchkey,
  request: WriteContractRequest,
  settings?: NamespaceOption,
): Promise<string> {
  return askAdapter(
    latchkey,
    {
      name: 'writeContract',
      step: 'send',
      namespace: toNamespace(settings, 'eip155'),
      review: async () =>
        (await import('../core/ways/toSentTransaction.ts')).toSentTransaction(demandObject('request', request)),
    },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

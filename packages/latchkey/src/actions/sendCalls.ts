import type { CallsRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Has the wallet in use carry out several calls, as one where it can; see `CallsRequest`. Resolves with the id that
 * `fetchCallsStatus` takes. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure; then nothing was
 * sent. Source: EIP-5792.
 */
export async function sendCalls(
  latchkey: Latchkey,
  request: CallsRequest,
  settings?: NamespaceOption,
): Promise<{ readonly id: string }> {
  return askAdapter(
    latchkey,
    {
      name: 'sendCalls',
      step: 'send',
      namespace: toNamespace(settings, 'eip155'),
      review: () => ({ calls: demandObject('request', request).calls }),
    },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

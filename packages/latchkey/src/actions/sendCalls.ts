import type { CallsRequest } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Has the wallet in use carry out several calls, as one where it can; see `CallsRequest`. Resolves with the id that
 * `fetchCallsStatus` takes. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure; then nothing was
 * sent. Source: EIP-5792.
 */
export async function sendCalls(
  latchkey: Latchkey,
  request: CallsRequest,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<{ readonly id: string }> {
  return askAdapter(latchkey, { name: 'sendCalls', step: 'send', namespace }, (ask, connection) =>
    ask(connection, request),
  )
}

import type { CallsStatus } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * How far a batch of calls is, by the id that `sendCalls` gave. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING` or a failure.
 * Source: EIP-5792.
 */
export async function fetchCallsStatus(
  latchkey: Latchkey,
  id: string,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<CallsStatus> {
  return askAdapter(latchkey, { name: 'fetchCallsStatus', step: 'read', namespace }, (ask, connection) =>
    ask(connection, id),
  )
}

import type { SendRequest } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Sends a coin, or a token, from the account in use; the id of the transaction as soon as it has left. eip155 and solana;
 * default: the active namespace. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure.
 */
export async function send(
  latchkey: Latchkey,
  request: SendRequest,
  { namespace }: NamespaceOption = {},
): Promise<string> {
  return askAdapter(latchkey, { name: 'send', step: 'send', namespace }, (ask, connection) => ask(connection, request))
}

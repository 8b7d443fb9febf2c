import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * Asks the wallet in use for permissions to act for its account; request and answer are the standard’s own. Rejects with
 * `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure. Source: EIP-7715.
 */
export async function grantPermissions(
  latchkey: Latchkey,
  request: unknown,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<unknown> {
  return askAdapter(latchkey, { name: 'grantPermissions', step: 'sign', namespace }, (ask, connection) =>
    ask(connection, request),
  )
}

import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Asks the wallet in use for permissions to act for its account; request and answer are the standard’s own. Rejects with
 * `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure. Source: EIP-7715.
 */
export async function grantPermissions(
  latchkey: Latchkey,
  request: unknown,
  settings?: NamespaceOption,
): Promise<unknown> {
  return askAdapter(
    latchkey,
    { name: 'grantPermissions', step: 'sign', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection, request),
  )
}

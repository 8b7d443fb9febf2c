import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Gives permissions back, by the context that granting them answered. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`,
 * `REQUEST_INVALID` or a failure. Source: EIP-7715.
 */
export async function revokePermissions(
  latchkey: Latchkey,
  request: unknown,
  settings?: NamespaceOption,
): Promise<void> {
  return askAdapter(
    latchkey,
    { name: 'revokePermissions', step: 'sign', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection, request),
  )
}

import type { Capabilities } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * What the wallet in use can do, by chain id; 0 holds on every chain. Asks without a prompt. Rejects with
 * `METHOD_NOT_GRANTED` from wallets that cannot say. Source: EIP-5792.
 */
export async function fetchCapabilities(
  latchkey: Latchkey,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<Capabilities> {
  return askAdapter(latchkey, { name: 'fetchCapabilities', step: 'read', namespace }, (ask, connection) =>
    ask(connection),
  )
}

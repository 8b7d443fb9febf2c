import type { Capabilities } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * What the wallet in use can do, by chain id; 0 holds on every chain. Asks without a prompt. Rejects with
 * `METHOD_NOT_GRANTED` from wallets that cannot say. Source: EIP-5792.
 */
export async function fetchCapabilities(latchkey: Latchkey, settings?: NamespaceOption): Promise<Capabilities> {
  return askAdapter(
    latchkey,
    { name: 'fetchCapabilities', step: 'read', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection),
  )
}

import type { WalletAsset } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * What the account in use holds, as its wallet knows it. Rejects with `METHOD_NOT_GRANTED` where the wallet does not claim to
 * list assets. Source: EIP-7811.
 */
export async function fetchAssets(
  latchkey: Latchkey,
  { namespace = 'eip155' }: NamespaceOption = {},
): Promise<readonly WalletAsset[]> {
  return askAdapter(latchkey, { name: 'fetchAssets', step: 'read', namespace }, (ask, connection) => ask(connection))
}

import type { AssetsRequest, WalletAsset } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * What the account in use holds, as its wallet knows it: all of it, or what `request` names. Rejects with `METHOD_NOT_GRANTED` where the wallet does not claim to
 * list assets. Source: EIP-7811.
 */
export async function fetchAssets(
  latchkey: Latchkey,
  settings?: NamespaceOption & AssetsRequest,
): Promise<readonly WalletAsset[]> {
  return askAdapter(
    latchkey,
    { name: 'fetchAssets', step: 'read', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection, { networkId: settings?.networkId, types: settings?.types }),
  )
}

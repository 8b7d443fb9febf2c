import type { Connection } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'
import type { Namespace, NetworkId } from '../core/network.ts'

/**
 * Connects one wallet in several namespaces, one after the other, without opening the modal. The first way decides and is the
 * active one then; what is refused later keeps what is connected and is told as the failure `NAMESPACES_PARTIAL`. Resolves with
 * all connections. Rejects with the failure of the first way, or `ADAPTER_NOT_FOUND`.
 */
export async function connectNamespaces(
  latchkey: Latchkey,
  parameters: {
    ways: readonly [
      { readonly namespace: Namespace; readonly connectorId: string },
      ...{ readonly namespace: Namespace; readonly connectorId: string }[],
    ]
    /** Where the wallet should be afterwards, in the first namespace. Default: wherever it is. */
    networkId?: NetworkId | undefined
    signal?: AbortSignal | undefined
  },
): Promise<readonly Connection[]> {
  const code = await import('../core/kernel/wallet/connectNamespaces.ts')
  return code.connectNamespaces(latchkey.instance, parameters)
}

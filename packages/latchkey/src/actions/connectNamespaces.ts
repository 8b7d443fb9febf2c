import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { Connection } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace, NetworkId } from '../core/types/network.ts'
import { demandObject } from './demandObject.ts'

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
  const code = await lazy(latchkey.instance, import('../core/kernel/attempt/connectNamespaces.ts'), 'connect')
  const { ways }: { readonly ways: unknown } = demandObject('parameters', parameters)
  const isWay = (way: Partial<Record<'namespace' | 'connectorId', unknown>> | null): boolean =>
    typeof way?.namespace === 'string' && typeof way.connectorId === 'string'
  if (!Array.isArray(ways) || ways.length === 0 || !ways.every(isWay)) {
    const text = 'ways must be a list of { namespace, connectorId }.'
    throw new LatchkeyError('REQUEST_INVALID', text, { facts: { field: 'ways' } })
  }
  return code.connectNamespaces(latchkey.instance, parameters)
}

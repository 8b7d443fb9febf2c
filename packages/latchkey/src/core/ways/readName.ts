import { getName } from '@latchkey/wire/names'
import type { GatewayClient } from '../services/gatewayClient.ts'
import { getNamespace, type NetworkId } from '../types/network.ts'
import { fitsFamily } from '../values/fitsFamily.ts'
import { normaliseText } from '../values/normaliseText.ts'

/** A name that is there, and where it leads. */
export type ResolvedName = {
  /** In its one normal form (ENSIP-15); the one to show. */
  readonly name: string
  /** As the network writes addresses; undefined where the name has none on it. */
  readonly address: string | undefined
}

/** Whether a text may be a name: two labels or more, and no space. What is one, the gateway decides (SEC-93). */
export function mayBeName(text: string): boolean {
  return text.length <= 255 && /^[^\s./\\:]+(\.[^\s./\\:]+)+$/u.test(text.trim())
}

/**
 * Where a name leads on a network, from the gateway, read anew each time; undefined where there is no such name. Rejects with
 * a coded error: `INPUT_INVALID` for what is no name, and where it could not be read, which is never "no such name".
 */
export async function readName(
  gateway: GatewayClient,
  parameters: { name: string; networkId: NetworkId; signal?: AbortSignal | undefined },
): Promise<ResolvedName | undefined> {
  const { name, networkId, signal } = parameters
  const answer = await gateway.call(getName, { name: name.trim(), chainId: networkId, apiVersion: 2 }, { signal })
  if (!('addresses' in answer)) return undefined
  const namespace = getNamespace(networkId)
  // At most two: of the network itself, or of Ethereum where the same key holds it. The gateway says no more than may be used.
  const address = Object.values(answer.addresses).find(
    (record) => namespace !== undefined && fitsFamily(namespace, record.address),
  )?.address
  return { name: normaliseText(answer.name), address }
}

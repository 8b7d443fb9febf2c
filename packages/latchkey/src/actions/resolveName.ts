import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { getActiveNetworkId } from '../core/kernel/networks/networks.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'
import type { ResolvedName } from '../core/ways/readName.ts'
import { demandObject } from './demandObject.ts'

export type { ResolvedName }

/**
 * Where a name such as `mira.eth` leads on a network, from the gateway and read anew each time: ask once more before sending.
 * Undefined where there is no such name; `address` is undefined where it has none on that network. Rejects with `INPUT_INVALID` for
 * what is no name, `DATA_UNAVAILABLE` on a site without a gateway, and the gateway's codes: `UPSTREAM_UNAVAILABLE` where the name
 * could not be read, `NOT_FOUND` where the gateway reads no names.
 */
export async function resolveName(
  { instance }: Latchkey,
  request: resolveName.Request,
): Promise<ResolvedName | undefined> {
  const { name, networkId, signal } = demandObject('request', request)
  const { networks } = instance.stores
  const { gateway } = instance.services
  if (gateway === null) {
    throw new LatchkeyError('DATA_UNAVAILABLE', 'This site has no gateway to ask: set the option gatewayUrl.')
  }
  const { readName } = await lazy(instance, import('../core/ways/readName.ts'), 'read')
  return readName(await gateway(), { name, networkId: networkId ?? getActiveNetworkId(networks.get()), signal })
}
export declare namespace resolveName {
  type Request = {
    readonly name: string
    /** Network that the address is for. Default: the active one. */
    readonly networkId?: NetworkId | undefined
    readonly signal?: AbortSignal | undefined
  }
}

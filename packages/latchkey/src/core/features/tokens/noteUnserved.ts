import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { type AccountFeature, unservedOf } from './mayServe.ts'

/** Remembers for the page's life that the gateway does not serve a feature on a network. */
export function noteUnserved(instance: Instance, feature: AccountFeature, networkId: NetworkId): void {
  unservedOf(instance).set(({ list }) => ({ list: [...new Set([...list, `${feature} ${networkId}`])] }))
}

import { getActiveNetworkId } from '../../core/kernel/networks/networks.ts'
import type { NetworkId } from '../../core/types/network.ts'
import { useLatchkeyState, useText } from '../hooks.ts'
import { toNetworkName } from './toNetworkName.ts'

/** A network as people call it; without an id the active one. */
export function useNetworkName(networkId?: NetworkId | undefined): string {
  const t = useText()
  return useLatchkeyState('networks', (networks) =>
    toNetworkName(t, networks, networkId ?? getActiveNetworkId(networks)),
  )
}

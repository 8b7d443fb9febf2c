'use client'

import { useSyncExternalStore } from 'react'
import type { LatchkeyState } from '../core/types/latchkey.ts'
import type { Network } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** The active network and those that the site works on. */
export function useNetwork(): useNetwork.Network {
  const { options, stores } = useLatchkey().instance
  const networks = useSyncExternalStore(
    stores.networks.watch,
    () => stores.networks.get().all,
    () => options.networks,
  )
  return { ...useLatchkeyState(pickNetwork), networks }
}
export declare namespace useNetwork {
  type Network = Pick<LatchkeyState, 'network' | 'networkId' | 'namespace'> & {
    /** False when the wallet is on a network that the site did not ask for; then `network` is undefined. */
    readonly isSupported: boolean
    readonly networks: readonly NetworkOption[]
  }
}
type NetworkOption = Network

function pickNetwork(state: LatchkeyState): Omit<useNetwork.Network, 'networks'> {
  const { network, networkId, namespace } = state
  return { network, networkId, namespace, isSupported: network !== undefined }
}

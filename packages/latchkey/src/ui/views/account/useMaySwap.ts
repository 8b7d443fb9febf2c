import { useEffect } from 'react'
import { maySwap } from '../../../core/features/swap/maySwap.ts'
import { swapOf } from '../../../core/features/swap/state.ts'
import { unservedOf } from '../../../core/features/tokens/mayServe.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { runLater } from '../../../core/lazy.ts'
import { getNamespace, type NetworkId } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Whether something may be swapped on a network (default: the active one). The gateway is asked where it has to say so first. */
export function useMaySwap(wanted?: NetworkId): boolean {
  const instance = useInstance()
  const active = useLatchkeyState('networks', getActiveNetworkId)
  const supportedChains = useLatchkeyState(tokensOf, (state) => state.supportedChains)
  const unserved = useLatchkeyState(unservedOf, (state) => state.list)
  const served = useLatchkeyState(swapOf, ({ tokens }) => (tokens?.status === 'ready' ? tokens.networkId : undefined))
  const networkId = wanted ?? active
  const isAsked =
    getNamespace(active) === 'solana' && maySwap(instance, active, { supportedChains, unserved, served: active })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a network
  useEffect(() => {
    if (!isAsked) return
    runLater(
      instance,
      () => import('../../../core/features/swap/actions.ts'),
      ({ loadSwapTokens }) => void loadSwapTokens(instance),
    )
  }, [instance, isAsked, active])
  return maySwap(instance, networkId, { supportedChains, unserved, served })
}

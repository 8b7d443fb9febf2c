import { useEffect } from 'react'
import { getProviders, loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import { onrampOf } from '../../../core/features/onramp/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Whether somebody sells on the active network: false until the gateway has said so. */
export function useMayBuy(): boolean {
  const instance = useInstance()
  useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  useEffect(() => void loadOnramp(instance), [instance])
  return instance.options.features.onramp && getProviders(instance, state).length > 0
}

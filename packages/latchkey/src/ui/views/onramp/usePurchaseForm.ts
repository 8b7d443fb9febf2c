import { useEffect } from 'react'
import { fillPurchase, loadOffers, OFFER_DELAY_MS } from '../../../core/features/onramp/actions.ts'
import { getProviders, loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import { type OnrampProvider, type OnrampState, onrampOf } from '../../../core/features/onramp/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** What is sold and filled in. Offers are asked for whenever the form has stood for a moment, unless `isResting`. */
export function usePurchaseForm(isResting = false): {
  readonly state: OnrampState
  readonly providers: readonly OnrampProvider[]
} {
  const instance = useInstance()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  const { form, options } = state
  // What failed is asked again by its button, or on another network: asked by itself it would never end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another network something else is sold
  useEffect(() => void loadOnramp(instance), [instance, networkId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another network something else is sold
  useEffect(() => fillPurchase(instance), [instance, networkId, options?.status])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each form is asked about once, when it has stood for a moment
  useEffect(
    () => (isResting ? undefined : instance.services.clock.after(OFFER_DELAY_MS, () => void loadOffers(instance))),
    [instance, form, networkId, options, isResting],
  )
  return { state, providers: getProviders(instance, state) }
}

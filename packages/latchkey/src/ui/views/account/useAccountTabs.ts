import { mayServe, unservedOf } from '../../../core/features/tokens/mayServe.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** A part of the account that stands in a tab. */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** Tabs of the account in the order of the product; one appears only where a service serves it and the site wants it. */
export function useAccountTabs(): readonly AccountTab[] {
  const instance = useInstance()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const supportedChains = useLatchkeyState(tokensOf, (state) => state.supportedChains)
  const unserved = useLatchkeyState(unservedOf, ({ list }) => list)
  const known = { supportedChains, unserved }
  const tabs: AccountTab[] = ['tokens']
  if (mayServe(instance, 'nfts', networkId, known)) tabs.push('nfts')
  if (mayServe(instance, 'history', networkId, known)) tabs.push('activity')
  return tabs
}

import { useEffect } from 'react'
import { type TokensState, tokensOf } from '../../../core/features/tokens/state.ts'
import { watchBalances } from '../../../core/features/tokens/watchBalances.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { useActiveAccount } from './useActiveAccount.ts'

/** Keeps balances fresh while the view that calls it is on screen. */
export function useFreshBalances(): void {
  const instance = useInstance()
  useEffect(() => watchBalances(instance), [instance])
}

/** The balances of the account on screen; those of an account or network that one has just left do not count. */
export function useBalances(): TokensState & { readonly isKnown: boolean } {
  const account = useActiveAccount()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const tokens = useLatchkeyState(tokensOf, (state) => state)
  const isKnown = tokens.owner === `${networkId}:${account?.address}`
  return isKnown ? { ...tokens, isKnown } : { ...tokens, tokens: undefined, head: undefined, isKnown }
}

import { tokensOf } from '../../../core/features/tokens/state.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { useLatchkeyState } from '../../hooks.ts'

/** What is known of a token by its contract. */
export type NamedToken = { readonly symbol: string; readonly decimals: number | undefined }

/** Finds what the account holds on a network, by contract (without regard to case) or mint: named by the gateway, not by itself. */
export function useHeldTokens(networkId: NetworkId): (address: string) => NamedToken | undefined {
  const held = useLatchkeyState(tokensOf, ({ tokens }) => tokens)
  return (address) => {
    const wanted = `${networkId}:${address}`
    const known = held?.find(
      (token) => token.address === wanted || token.address?.toLowerCase() === wanted.toLowerCase(),
    )
    return known && { symbol: known.symbol, decimals: known.quantity.decimals }
  }
}

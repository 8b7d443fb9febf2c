import type { Hex } from 'viem'

/** A way through one or two pools: of v2, or of v3 with a fee for each hop, in hundredths of a basis point. */
export type Route = { readonly tokens: readonly Hex[]; readonly fees: readonly number[] | undefined }

/**
 * Every direct and two-hop route between two tokens: through v2's pools where `hasV2`, through v3's by each fee, and over each token
 * of `via` that is neither end.
 */
export function listRoutes(parameters: {
  sell: Hex
  buy: Hex
  via: readonly Hex[]
  /** Fees of v3's pools; empty where the market has none. */
  fees: readonly number[]
  hasV2: boolean
}): readonly Route[] {
  const { sell, buy, fees, hasV2 } = parameters
  const middles = [...new Set(parameters.via)].filter((token) => token !== sell && token !== buy)
  const paths = [[sell, buy], ...middles.map((middle) => [sell, middle, buy])]
  return paths.flatMap((tokens): Route[] => {
    const priced: Route[] =
      tokens.length === 2
        ? fees.map((fee) => ({ tokens, fees: [fee] }))
        : fees.flatMap((first) => fees.map((second) => ({ tokens, fees: [first, second] })))
    return hasV2 ? [{ tokens, fees: undefined }, ...priced] : priced
  })
}

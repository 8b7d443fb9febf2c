import { foldText } from '../../../core/values/foldText.ts'
import type { SwapAsset } from './useSwapping.ts'

/** Most tokens that are suggested. */
const MOST_SUGGESTED = 8

/** Symbols that are suggested, in this order, where a gateway serves them. */
const SUGGESTED = [
  'ETH',
  'UNI',
  '1INCH',
  'AAVE',
  'SOL',
  'ADA',
  'AVAX',
  'DOT',
  'LINK',
  'NITRO',
  'GAIA',
  'MILK',
  'TRX',
  'NEAR',
  'GNO',
  'WBTC',
  'DAI',
  'WETH',
  'USDC',
  'USDT',
  'ARB',
  'BAL',
  'BICO',
  'CRV',
  'ENS',
  'MATIC',
  'OP',
]

/** What a search shows: what the account holds, in its own order, then all other tokens by symbol. Suggestions stand only where nothing is searched. */
export type AssetGroups = {
  readonly suggested: readonly SwapAsset[]
  readonly held: readonly SwapAsset[]
  readonly others: readonly SwapAsset[]
}

/** Sorts tokens for a search by name, symbol or address; the earlier it is found in them, the further up. */
export function groupAssets(assets: readonly SwapAsset[], query: string): AssetGroups {
  const wanted = foldText(query.trim())
  const found = assets.map((asset) => ({ asset, at: toSearched(asset).indexOf(wanted) })).filter(({ at }) => at >= 0)
  const isHeld = ({ balance }: SwapAsset): boolean => balance !== undefined && balance > 0n
  const held = found.filter(({ asset }) => isHeld(asset)).sort((one, other) => one.at - other.at)
  const others = found
    .filter(({ asset }) => !isHeld(asset))
    .sort((one, other) => one.at - other.at || compare(one.asset.symbol, other.asset.symbol))
  const suggested =
    wanted === ''
      ? SUGGESTED.flatMap((symbol) => assets.find((asset) => asset.symbol === symbol && asset.isListed) ?? [])
      : []
  const toAsset = ({ asset }: { readonly asset: SwapAsset }): SwapAsset => asset
  return { suggested: suggested.slice(0, MOST_SUGGESTED), held: held.map(toAsset), others: others.map(toAsset) }
}

const toSearched = ({ symbol, name, address }: SwapAsset): string => foldText(`${symbol} ${name} ${address ?? ''}`)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

import type { Currency } from '@latchkey/wire'
import type { AssetPrices } from '@latchkey/wire/fungible'
import { NATIVE_TOKEN } from '@latchkey/wire/swap'
import type { ChainConfig } from '../../config.ts'
import { RequestError } from '../../RequestError.ts'
import type { TokenFactsReader } from '../history/tokenFacts.ts'
import { canonicalId } from '../namespaceOf.ts'
import { type FetchPrices, SOL_PLACEHOLDER } from '../prices.ts'

/** What assets are called and worth, by CAIP-10 id; those whose price is unknown are absent. Throws `RequestError` CHAIN_UNSUPPORTED. */
export type FetchAssetPrices = (query: {
  assets: readonly string[]
  currency: Currency
  signal: AbortSignal
}) => Promise<AssetPrices>

/** Makes the reader over the configured chains. */
export function createAssetPrices(parameters: {
  chains: readonly ChainConfig[]
  findFacts: (chain: ChainConfig) => TokenFactsReader | undefined
  fetchPrices: FetchPrices
  iconUrl: (symbol: string) => string
}): FetchAssetPrices {
  type Fungible = AssetPrices['fungibles'][number]

  async function describe(
    asset: string,
    signal: AbortSignal,
  ): Promise<Omit<Fungible, 'price' | 'pricedAt'> | undefined> {
    const cut = asset.lastIndexOf(':')
    const [networkId, reference] = [asset.slice(0, cut), asset.slice(cut + 1)]
    const chain = parameters.chains.find(({ id }) => id === networkId)
    if (chain === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${networkId}.`, { field: 'addresses' })
    }
    if (reference.toLowerCase() === NATIVE_TOKEN || reference === SOL_PLACEHOLDER) {
      const { name, symbol, decimals } = chain.nativeCurrency
      return { address: asset, name, symbol, decimals, iconUrl: parameters.iconUrl(symbol) }
    }
    const contract = networkId.startsWith('eip155:') ? reference.toLowerCase() : reference
    const told = (await parameters.findFacts(chain)?.fetchFacts([contract], signal))?.get(contract)
    if (told === undefined || told.symbol === null || told.decimals === null) return undefined
    const { name, symbol, decimals, iconUrl } = told
    return { address: asset, name: name ?? symbol, symbol, decimals, iconUrl }
  }

  return async ({ assets, currency, signal }) => {
    const [prices, described] = await Promise.all([
      parameters.fetchPrices(assets, currency),
      Promise.all(assets.map((asset) => describe(asset, signal))),
    ])
    return {
      fungibles: assets.flatMap((asset, index): Fungible[] => {
        const price = prices.get(canonicalId(asset))
        const told = described[index]
        if (price === undefined || told === undefined) return []
        return [{ ...told, price: price.amount, pricedAt: new Date(price.at).toISOString() }]
      }),
    }
  }
}

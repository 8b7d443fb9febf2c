import type { Instance } from '../../types/latchkey.ts'
import type { Network } from '../../types/network.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { fetchErc20 } from '../../ways/fetchErc20.ts'
import type { SiteToken } from './options.ts'
import { isSiteToken, SYMBOL_LIMIT, toQuantity } from './rules.ts'
import { type Token, tokensOf } from './state.ts'

/**
 * What an account holds of the token that the site names on a network, from the chain itself. Undefined on networks that have
 * no such tokens; rejects when it cannot be read. Its name and decimals are taken from the reading before, where it was read.
 */
export async function readSiteToken(
  instance: Instance,
  parameters: {
    readonly network: Network
    readonly holder: string
    readonly own: SiteToken
    readonly signal: AbortSignal
  },
): Promise<Token | undefined> {
  const { network, holder, own, signal } = parameters
  const { address, image } = own
  const networkId = network.caipNetworkId
  const before = tokensOf(instance)
    .get()
    .tokens?.find((token) => token.chainId === networkId && isSiteToken(token, own))
  const known = before && { ...before, decimals: before.quantity.decimals }
  const read = await fetchErc20(instance, { network, address, holder, known, signal })
  if (!read) return undefined
  const symbol = normaliseText(read.symbol, SYMBOL_LIMIT) || address.slice(0, 8)
  return {
    name: normaliseText(read.name) || symbol,
    symbol,
    chainId: networkId,
    address: `${networkId}:${address}`,
    value: undefined,
    price: undefined,
    quantity: { decimals: read.decimals, numeric: toQuantity(read.amount, read.decimals) },
    iconUrl: image,
  }
}

import { findNetwork } from '../../kernel/networks/networks.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Account, Connection, WalletAsset } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network, NetworkId } from '../../types/network.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { filterTokens, SYMBOL_LIMIT, sortTokens, toQuantity } from './rules.ts'
import type { Token } from './state.ts'

/** A wallet in the page that says nothing for so long is not waited for, in ms: a gateway or a node is asked instead. */
const WALLET_READ_MS = 2_000

/**
 * An account's tokens on one network as its wallet says them, worth most first. Undefined where the wallet does not claim to
 * list them, lists none on that network, or does not answer in time. Never rejects. Source: EIP-7811.
 */
export async function readWalletTokens(
  instance: Instance,
  connection: Connection,
  { account, networkId }: { readonly account: Account; readonly networkId: NetworkId },
): Promise<readonly Token[] | undefined> {
  const { stores, services, signal } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  const fetchAssets = getAdapter(instance, connection.connector)?.fetchAssets
  if (!network || !fetchAssets) return undefined
  // The wallet is asked about its first account.
  const asked = { ...connection, accounts: [account] }
  const parameters = { clock: services.clock, delayMs: WALLET_READ_MS, signal }
  try {
    const assets = await withDeadline(parameters, () => fetchAssets(asked, { networkId }))
    const tokens = filterTokens(assets.flatMap((asset) => toToken(asset, network) ?? []))
    return tokens.length === 0 ? undefined : sortTokens(tokens)
  } catch (cause) {
    services.logger.debug('The wallet was asked what the account holds, and did not say.', { cause })
    return undefined
  }
}

/** Undefined for collectibles, and for what cannot be shown with a right amount. */
function toToken(asset: WalletAsset, network: Network): Token | undefined {
  const { type, networkId, address, balance } = asset
  const { nativeCurrency } = network
  const isNative = type === 'native'
  const decimals = asset.decimals ?? (isNative ? nativeCurrency.decimals : undefined)
  const symbol = normaliseText(asset.symbol ?? (isNative ? nativeCurrency.symbol : ''), SYMBOL_LIMIT)
  if (type === 'erc721' || networkId !== network.caipNetworkId || decimals === undefined || symbol === '')
    return undefined
  const numeric = toQuantity(balance, decimals)
  const { price, value = price === undefined ? undefined : price * Number(numeric) } = asset
  return {
    name: normaliseText(asset.name ?? (isNative ? nativeCurrency.name : symbol)),
    symbol,
    chainId: networkId,
    address: isNative ? undefined : `${networkId}:${address}`,
    value,
    price,
    quantity: { decimals, numeric },
    iconUrl: asset.iconUrl,
  }
}

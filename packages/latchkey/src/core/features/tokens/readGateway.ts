import { type BalanceItem, FORCE_UPDATE_LIMIT, getBalance } from '@latchkey/wire/balance'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { toPictureAddress } from '../../values/pictureAddress.ts'
import { toPresentId } from '../../values/twinNetworkId.ts'
import { isServed } from './isServed.ts'
import { filterTokens, SYMBOL_LIMIT, sortTokens } from './rules.ts'
import { type Token, tokensOf } from './state.ts'

/** Whether an address, plain or CAIP-10, stands for a network's own coin. */
export function isNativePlaceholder(address: string): boolean {
  const plain = address.slice(address.lastIndexOf(':') + 1).toLowerCase()
  return Object.values(NAMESPACE_RECORDS).some(({ coin }) => coin.toLowerCase() === plain)
}

/**
 * An account's tokens on one network from the gateway, worth most first; undefined when it does not serve the network.
 * `force` has the known balances read afresh from the chain. Rejects with a coded error.
 */
export async function readGateway(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; address: string; force: boolean; signal: AbortSignal },
): Promise<readonly Token[] | undefined> {
  const { networkId, address, force, signal } = parameters
  const namespace = getNamespace(networkId)
  if (!namespace || !NAMESPACE_RECORDS[namespace].hasGatewayBalances) return undefined
  if (!(await isServed(instance, gateway, { networkId, signal }))) return undefined
  const forceUpdate = force ? listKnownIds(instance, networkId, NAMESPACE_RECORDS[namespace].coin) : undefined
  const input = { address, currency: 'usd', chainId: networkId, ...(forceUpdate ? { forceUpdate } : {}) } as const
  const answer = await gateway.call(getBalance, input, { signal })
  const tokens = answer.balances.map((item) => toToken(instance, item, networkId))
  return sortTokens(filterTokens(listOwn(tokens, networkId)))
}

/** What an account holds on all networks of the gateway, those of `networkId` where an entry names none, and which could not be read. */
export async function readEverywhere(
  instance: Instance,
  gateway: GatewayClient,
  { networkId, address, signal }: { networkId: NetworkId; address: string; signal: AbortSignal },
): Promise<{ readonly tokens: readonly Token[]; readonly unavailable: readonly string[] }> {
  const { balances, unavailable } = await gateway.call(getBalance, { address, currency: 'usd' }, { signal })
  return { tokens: sortTokens(filterTokens(balances.map((item) => toToken(instance, item, networkId)))), unavailable }
}

/** Those of the network that was asked for, each once: said twice, it would count twice. */
function listOwn(tokens: readonly Token[], networkId: NetworkId): readonly Token[] {
  const own = tokens.filter(({ chainId }) => toPresentId(chainId as NetworkId) === toPresentId(networkId))
  const toKey = ({ address }: Token): string | undefined =>
    networkId.startsWith('eip155:') ? address?.toLowerCase() : address
  return [...new Map(own.map((token) => [toKey(token), token])).values()]
}

function isOfGateway(gatewayUrl: string | undefined, address: string): boolean {
  return gatewayUrl !== undefined && address.startsWith(`${gatewayUrl.replace(/\/$/, '')}/`)
}

function listKnownIds(instance: Instance, networkId: NetworkId, coin: string): string[] {
  const known = tokensOf(instance).get().tokens ?? []
  const ids = known.flatMap((token) => (token.chainId === networkId && token.address ? [token.address] : []))
  return [`${networkId}:${coin}`, ...ids].slice(0, FORCE_UPDATE_LIMIT)
}

/** A price can lose no more than all of itself; one that is a thousand times as high as yesterday is nobody's word to show. */
function isChange(part: number | undefined): boolean {
  return part !== undefined && part > -1 && part <= 1_000
}

function toToken({ options }: Instance, item: BalanceItem, networkId: NetworkId): Token {
  const isNative = item.address === undefined || isNativePlaceholder(item.address)
  // The wire says an unknown price as 0; a worth that was made from it means nothing.
  const price = item.price > 0 ? item.price : undefined
  return {
    name: normaliseText(item.name),
    symbol: normaliseText(item.symbol, SYMBOL_LIMIT),
    chainId: item.chainId ?? networkId,
    address: isNative ? undefined : item.address,
    value: price === undefined || (item.value ?? 0) < 0 ? undefined : item.value,
    price,
    change: price !== undefined && isChange(item.priceChange) ? item.priceChange : undefined,
    quantity: { decimals: Number(item.quantity.decimals), numeric: item.quantity.numeric },
    iconUrl: isOfGateway(options.gatewayUrl, item.iconUrl)
      ? toPictureAddress(options, item.iconUrl)
      : item.iconUrl || undefined,
  }
}

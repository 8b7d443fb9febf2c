import { type BalanceItem, FORCE_UPDATE_LIMIT, getBalance } from '@latchkey/wire/balance'
import type { Instance } from '../../latchkey.ts'
import { getNamespace, type NetworkId } from '../../network.ts'
import { normaliseText } from '../../normaliseText.ts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import { isServed } from './isServed.ts'
import { filterTokens, sortTokens } from './rules.ts'
import type { Token } from './state.ts'

/** What stands for a network's own coin where an address is asked for. Source: services, 8.1. */
const NATIVE_PLACEHOLDERS = [
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'so11111111111111111111111111111111111111111',
]

/** Namespaces whose balances the gateway reads. Source: services, 8.12. */
const NAMESPACES_WITH_BALANCES = ['eip155', 'solana']

/** Longest ticker shown. Real ones have up to 11 characters; a sentence in their place is an advertisement. */
const SYMBOL_LIMIT = 16

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
  if (!namespace || !NAMESPACES_WITH_BALANCES.includes(namespace)) return undefined
  if (!(await isServed(instance, gateway, { networkId, signal }))) return undefined
  const forceUpdate = force && namespace === 'eip155' ? listKnownIds(instance, networkId) : undefined
  const input = { address, currency: 'usd', chainId: networkId, ...(forceUpdate ? { forceUpdate } : {}) } as const
  const answer = await gateway.call(getBalance, input, { signal })
  return sortTokens(filterTokens(answer.balances.map((item) => toToken(item, networkId))))
}

function listKnownIds(instance: Instance, networkId: NetworkId): string[] {
  const known = instance.stores.tokens.get().tokens ?? []
  const ids = known.flatMap((token) => (token.chainId === networkId && token.address ? [token.address] : []))
  return [`${networkId}:${NATIVE_PLACEHOLDERS[0]}`, ...ids].slice(0, FORCE_UPDATE_LIMIT)
}

function toToken(item: BalanceItem, networkId: NetworkId): Token {
  const isNative =
    item.address === undefined || NATIVE_PLACEHOLDERS.some((known) => item.address?.toLowerCase().endsWith(known))
  // The wire says an unknown price as 0; a worth that was made from it means nothing.
  const price = item.price > 0 ? item.price : undefined
  return {
    name: normaliseText(item.name),
    symbol: normaliseText(item.symbol, SYMBOL_LIMIT),
    chainId: item.chainId ?? networkId,
    address: isNative ? undefined : item.address,
    value: price === undefined ? undefined : item.value,
    price,
    quantity: { decimals: Number(item.quantity.decimals), numeric: item.quantity.numeric },
    iconUrl: item.iconUrl || undefined,
  }
}

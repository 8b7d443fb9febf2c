import { readTouchedAt } from '../../kernel/requests/touchBalances.ts'
import { writeCache } from '../../kernel/saved/writeCache.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import type { BalanceReading, NativeBalance, Token } from './state.ts'

/** Life of a balance in the cache, and the pause between refreshes while visible, in ms: a few blocks of most chains. */
export const BALANCE_LIFETIME_MS = 30_000

/** Below `cache/`, which goes first when space runs out and is not told to other tabs. */
const PREFIX = 'cache/balances/'

/**
 * Balances of an owner (`networkId:address`) read less than 30 s ago, on this page or another of the site, and after whatever
 * was sent from here.
 */
export function getCachedBalances(
  instance: Instance,
  owner: string,
): (BalanceReading & { readonly at: number }) | undefined {
  const kept = parse(instance.services.storage.get(PREFIX + owner))
  const age = instance.services.clock.now() - (kept?.at ?? Number.NaN)
  const isOld = !kept || kept.at <= readTouchedAt(instance, readNetworkId(owner))
  return !isOld && age >= 0 && age < BALANCE_LIFETIME_MS ? kept : undefined
}

/** Whether something was sent on an owner's network so lately that the gateway may have an older figure in its own cache. */
export function isUnsettled(instance: Instance, owner: string): boolean {
  return instance.services.clock.now() - readTouchedAt(instance, readNetworkId(owner)) < BALANCE_LIFETIME_MS
}

/** Whether the end of something that was sent on an owner's network has not been seen yet. */
export function isSettling(instance: Instance, owner: string): boolean {
  return readTouchedAt(instance, readNetworkId(owner)) > instance.services.clock.now()
}

function readNetworkId(owner: string): NetworkId {
  return owner.slice(0, owner.lastIndexOf(':')) as NetworkId
}

/** Keeps balances for 30 s, and lets go of those whose time is over or that are too many. */
export function setCachedBalances(instance: Instance, owner: string, reading: BalanceReading, at: number): void {
  const { storage } = instance.services
  const native = reading.native && { ...reading.native, value: reading.native.value.toString() }
  const cache = { prefix: PREFIX, lifetimeMs: BALANCE_LIFETIME_MS }
  writeCache(storage, cache, owner, { at, tokens: reading.tokens, native })
}

function parse(text: string | undefined): (BalanceReading & { readonly at: number }) | undefined {
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (!isRecord(kept) || typeof kept.at !== 'number' || !Array.isArray(kept.tokens)) return undefined
    const tokens = kept.tokens.map(parseToken)
    if (tokens.includes(undefined)) return undefined
    return { at: kept.at, tokens: tokens.filter((token) => token !== undefined), native: parseNative(kept.native) }
  } catch {
    return undefined
  }
}

function parseToken(value: unknown): Token | undefined {
  if (!isRecord(value) || !isRecord(value.quantity)) return undefined
  const { name, symbol, chainId, address, iconUrl, price, change, value: worth, quantity } = value
  const { decimals, numeric } = quantity
  if (typeof name !== 'string' || typeof symbol !== 'string' || typeof chainId !== 'string') return undefined
  if (typeof decimals !== 'number' || typeof numeric !== 'string' || !/^\d+(\.\d*)?$/.test(numeric)) return undefined
  return {
    name,
    symbol,
    chainId,
    address: typeof address === 'string' ? address : undefined,
    value: typeof worth === 'number' ? worth : undefined,
    price: typeof price === 'number' ? price : undefined,
    change: typeof change === 'number' ? change : undefined,
    quantity: { decimals, numeric },
    iconUrl: typeof iconUrl === 'string' ? iconUrl : undefined,
  }
}

function parseNative(value: unknown): NativeBalance | undefined {
  if (!isRecord(value) || typeof value.value !== 'string' || !/^\d+$/.test(value.value)) return undefined
  if (typeof value.decimals !== 'number' || typeof value.symbol !== 'string') return undefined
  return { value: BigInt(value.value), decimals: value.decimals, symbol: value.symbol }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

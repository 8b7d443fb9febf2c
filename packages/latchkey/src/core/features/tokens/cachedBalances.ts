import type { Instance } from '../../latchkey.ts'
import type { BalanceReading, NativeBalance, Token } from './state.ts'

/** Life of a balance in the cache, and the pause between refreshes while visible, in ms. Source: product, business constants. */
export const BALANCE_LIFETIME_MS = 30_000

/** Below `cache/`, which goes first when space runs out and is not told to other tabs. */
const PREFIX = 'cache/balances/'

/** Balances of an owner (`networkId:address`) read less than 30 s ago, on this page or another of the site. */
export function getCachedBalances(
  instance: Instance,
  owner: string,
): (BalanceReading & { readonly at: number }) | undefined {
  const kept = parse(instance.services.storage.get(PREFIX + owner))
  const age = instance.services.clock.now() - (kept?.at ?? Number.NaN)
  return kept && age >= 0 && age < BALANCE_LIFETIME_MS ? kept : undefined
}

/** Keeps balances for 30 s, and lets go of those whose time is over. */
export function setCachedBalances(instance: Instance, owner: string, reading: BalanceReading, at: number): void {
  const { storage } = instance.services
  for (const name of storage.names()) {
    if (!name.startsWith(PREFIX) || name === PREFIX + owner) continue
    const kept = parse(storage.get(name))
    if (!kept || Math.abs(at - kept.at) >= BALANCE_LIFETIME_MS) storage.remove(name)
  }
  const native = reading.native && { ...reading.native, value: reading.native.value.toString() }
  storage.set(PREFIX + owner, JSON.stringify({ at, tokens: reading.tokens, native }))
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
  const { name, symbol, chainId, address, iconUrl, price, value: worth, quantity } = value
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

import type { Session } from '../records.ts'
import { listChains, toChain, toHexChain } from './chains.ts'

/** Capabilities by hex chain id. Source: EIP-5792. */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * What a session already says of its wallet's capabilities: in `sessionProperties.capabilities` (JSON; by chain, or by address and
 * then by chain, or by address with the asked chains behind it), else in `scopedProperties` (by namespace and chain). Undefined
 * where it says nothing. Of several chains only the asked ones are given.
 */
export function findCapabilities(
  session: Session,
  address: string,
  chains: readonly string[] | undefined,
): Capabilities | undefined {
  const told = parse(session.sessionProperties?.capabilities)
  if (told) {
    const wanted = [`${address}${(chains ?? []).map(toHexChain).join(',')}`, address].map((key) => key.toLowerCase())
    const own = Object.entries(told).find(([key]) => wanted.includes(key.toLowerCase()))
    const byChain = own ? parse(own[1]) : Object.keys(told).every((key) => key.length < 42) ? told : undefined
    const picked = byChain && pick(byChain, chains)
    if (picked && Object.keys(picked).length > 0) return picked
  }
  const scoped = session.scopedProperties
  if (!scoped) return undefined
  const everywhere = onlyCapabilities(scoped.eip155)
  const asked = chains ?? listChains(session.namespaces, 'eip155')
  const found = asked.flatMap((chain) => {
    const here = { ...everywhere, ...onlyCapabilities(scoped[chain]) }
    return Object.keys(here).length > 0 ? [[toHexChain(chain), here] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Those of the asked chains, under the hex ids of EIP-5792; `0x0` stands for all chains and is always kept. */
function pick(byChain: Readonly<Record<string, unknown>>, chains: readonly string[] | undefined): Capabilities {
  const all = Object.entries(byChain).flatMap(([key, value]) => {
    const chain = toChain('eip155', key)
    const own = parse(value)
    if (!own || !(chain || key === '0x0')) return []
    if (chain && chains && !chains.includes(chain)) return []
    return [[chain ? toHexChain(chain) : key, own] as const]
  })
  return Object.fromEntries(all)
}

/** Capabilities are objects by name; other scoped properties, such as a wallet service's address, are not. */
function onlyCapabilities(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(parse(value) ?? {}).filter(([, item]) => parse(item) !== undefined))
}

/** An object, also where it comes as JSON text. */
function parse(value: unknown): Readonly<Record<string, unknown>> | undefined {
  let read = value
  if (typeof value === 'string') {
    try {
      read = JSON.parse(value)
    } catch {
      return undefined
    }
  }
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Readonly<Record<string, unknown>>)
    : undefined
}

import type { Connector } from '../types/adapter.ts'

/** What a wallet in the page says of itself, and what was found out about it. */
type Claims = Pick<Connector, 'name' | 'rdns' | 'explorerId' | 'isLookalike'>

/**
 * Whether what a page has in two namespaces is one wallet: by rdns, else by directory id, and by name where one of them cannot have
 * either. What only claims another one's rdns is never merged with it (SEC-89).
 */
export function isOneWallet(one: Claims, other: Claims): boolean {
  if (one.isLookalike || other.isLookalike) return false
  for (const field of ['rdns', 'explorerId'] as const) {
    if (one[field] && other[field]) return isSameText(one[field], other[field])
  }
  return isSameText(one.name, other.name)
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

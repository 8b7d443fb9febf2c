import type { NetworkId } from '../types/network.ts'

/** Ids that an older CAIP-2 profile of Solana gave, and those of today. */
const PRESENT: Readonly<Record<string, NetworkId>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** The present id of a network that may be named by its old one. */
export function toPresentId(networkId: NetworkId): NetworkId {
  return PRESENT[networkId] ?? networkId
}

/** The other id of a network that has two, which wallets on phones still speak; undefined for all others. */
export function getTwinId(networkId: NetworkId): NetworkId | undefined {
  return (
    PRESENT[networkId] ?? (Object.entries(PRESENT).find(([, id]) => id === networkId)?.[0] as NetworkId | undefined)
  )
}

/** The id among some that names a network, by whichever of its ids; the given one when none does. */
export function findTwin(networkIds: readonly NetworkId[], networkId: NetworkId): NetworkId {
  const twin = getTwinId(networkId)
  return !networkIds.includes(networkId) && twin && networkIds.includes(twin) ? twin : networkId
}

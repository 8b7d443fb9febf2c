import type { Sent } from '../../kernel/requests/sent.ts'
import type { Activity } from './state.ts'

/**
 * What the account on screen sent from this page, as entries: pending until it has ended, then with its end, until the gateway
 * knows it. What was sped up or cancelled is the one that took its place.
 */
export function toSentEntries(list: readonly Sent[], owner: string): readonly Activity[] {
  return list.filter(({ networkId, address }) => isOwner(owner, networkId, address)).map(toEntry)
}

function isOwner(owner: string, networkId: string, address: string): boolean {
  return owner.toLowerCase() === `${networkId}:${address}`.toLowerCase()
}

function toEntry({ hash, networkId, address, at, outcome }: Sent): Activity {
  const last = outcome?.hash ?? hash
  return {
    id: `${networkId}:${last}`,
    networkId,
    hash: last,
    at,
    operation: outcome?.replaced === 'cancelled' ? 'cancel' : 'execute',
    status: outcome === undefined ? 'pending' : outcome.status === 'reverted' ? 'failed' : 'confirmed',
    from: address,
    to: '',
    counterparty: undefined,
    fee: undefined,
    hidden: undefined,
    transfers: [],
    moreTransfers: 0,
  }
}

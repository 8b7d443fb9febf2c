/** What a connected Solana wallet tells by itself. Sources: Wallet Standard, `standard:events`. */

import type { Clock } from '../../core/services/ports.ts'
import type { Connection, ConnectionChange } from '../../core/types/adapter.ts'
import { RECOVERY_MS } from '../../core/values/recoveryMs.ts'
import type { WalletRegistry } from '../standard/createWalletRegistry.ts'
import { getSolanaFeature, getStandardWallet, listWalletAccounts, toAccounts } from './wallet.ts'

/**
 * Calls back with each change of accounts, and with the end: no account any more is the visitor's doing; a wallet that
 * takes itself out of the page and is not back within 3 s has ended it by itself. There is no network to hear of.
 */
export function watchWallet(
  { registry, clock }: { registry: WalletRegistry; clock: Clock },
  connection: Connection,
  listener: (change: ConnectionChange) => void,
): () => void {
  const wallet = getStandardWallet(connection.connector)
  if (!wallet) return () => {}
  let isWatching = true
  let isHere = false
  let cancelEnd: (() => void) | undefined
  let first = listWalletAccounts(wallet)[0]?.address
  let current = connection.accounts.map(({ address }) => address)

  const tell = (change: ConnectionChange) => {
    if (isWatching) listener(change)
  }
  const read = () => {
    if (!isWatching) return
    const shared = listWalletAccounts(wallet)
    if (shared.length === 0) return tell({ ended: 'user' })
    // The account in use stays the first one until the wallet puts another one first.
    const wanted = first === shared[0]?.address ? current[0] : undefined
    const accounts = toAccounts(shared, wanted)
    const addresses = accounts.map(({ address }) => address)
    first = shared[0]?.address
    if (addresses.join() === current.join()) return
    current = addresses
    tell({ accounts })
  }

  // What the event carries is read from the object: it is the same, and some wallets leave it out.
  let off: unknown
  try {
    off = getSolanaFeature(wallet, 'standard:events')?.on('change', read)
  } catch {
    // A wallet that cannot be listened to is read when it is used.
  }
  const stopRegistry = registry.watch((wallets) => {
    const isListed = wallets.some((entry) => entry.wallet === wallet)
    if (isListed) {
      cancelEnd?.()
      cancelEnd = undefined
    } else if (isHere) cancelEnd ??= clock.after(RECOVERY_MS, () => tell({ ended: 'wallet' }))
    isHere ||= isListed
  })
  return () => {
    isWatching = false
    cancelEnd?.()
    stopRegistry()
    try {
      if (typeof off === 'function') off()
    } catch {
      // The wallet keeps a listener that does nothing any more.
    }
  }
}

import { useMemo } from 'react'
import { findListing } from '../../../core/features/directory/findListing.ts'
import { listWallets } from '../../../core/features/directory/listWallets.ts'
import { directoryOf } from '../../../core/features/directory/state.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/**
 * A wallet with the links that the directory knows of it by now: it may answer only when the wallet has been chosen already, and
 * the way to its phone is wanted then (F-05).
 */
export function useLateLinks(wallet: WalletListing): WalletListing {
  const { options } = useInstance()
  const directory = useLatchkeyState(directoryOf, (state) => state)
  const connectors = useLatchkeyState('connectors', (state) => state)
  return useMemo(() => {
    if (Object.keys(wallet.links).length > 0) return wallet
    const known = findListing(listWallets({ connectors, directory, options }), wallet.key)
    return known ? { ...wallet, links: known.links, explorerId: wallet.explorerId ?? known.explorerId } : wallet
  }, [wallet, connectors, directory, options])
}

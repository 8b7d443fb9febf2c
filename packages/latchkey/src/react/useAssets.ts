'use client'

import { fetchAssets } from '../actions/fetchAssets.ts'
import type { WalletAsset } from '../core/types/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'
import { useTouched } from './useTouched.ts'

/**
 * What the account in use holds as its Ethereum wallet knows it, read anew when wallet, account or network change, and when
 * something that was sent by Latchkey leaves or lands; see the action `fetchAssets`.
 */
export function useAssets(): Read<readonly WalletAsset[]> {
  const fetch = useBound(fetchAssets)
  const wallet = useConnectionKey('eip155')
  // A wallet lists what it holds on all its networks.
  const touched = useTouched()
  return useRead(wallet && `${wallet} ${touched}`, () => fetch())
}

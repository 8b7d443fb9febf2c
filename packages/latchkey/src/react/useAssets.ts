'use client'

import { fetchAssets } from '../actions/fetchAssets.ts'
import type { WalletAsset } from '../core/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'

/**
 * What the account in use holds as its Ethereum wallet knows it, read anew when wallet, account or network change; see the
 * action `fetchAssets`.
 */
export function useAssets(): Read<readonly WalletAsset[]> {
  const fetch = useBound(fetchAssets)
  return useRead(useConnectionKey('eip155'), () => fetch())
}

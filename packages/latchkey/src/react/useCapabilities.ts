'use client'

import { fetchCapabilities } from '../actions/fetchCapabilities.ts'
import type { Capabilities } from '../core/types/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'

/**
 * What the Ethereum wallet in use can do, read anew when wallet, account or network change; see the action
 * `fetchCapabilities`.
 */
export function useCapabilities(): Read<Capabilities> {
  const fetch = useBound(fetchCapabilities)
  return useRead(useConnectionKey('eip155'), () => fetch())
}

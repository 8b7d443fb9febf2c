'use client'

import { fetchCallsStatus } from '../actions/fetchCallsStatus.ts'
import type { CallsStatus } from '../core/types/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'

/**
 * How far a batch of calls is, by the id that `sendCalls` gave; nothing is read while that is undefined. `refetch` looks
 * again.
 */
export function useCallsStatus(id: string | undefined): Read<CallsStatus> {
  const fetch = useBound(fetchCallsStatus)
  const wallet = useConnectionKey('eip155')
  return useRead(wallet !== undefined && id !== undefined ? `${wallet} ${id}` : undefined, () => fetch(id ?? ''))
}

'use client'

import { type ActivityPage, fetchHistory } from '../actions/fetchHistory.ts'
import type { NamespaceOption } from '../actions/namespaceOption.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'
import { useTouched } from './useTouched.ts'

/**
 * A page of the transactions of the account in use, read anew when wallet, account or network change, and when something that was
 * sent by Latchkey leaves or lands; see the action `fetchHistory`. Older pages: `cursor`, the `next` of the page before.
 */
export function useHistory({
  address,
  networkId,
  cursor,
  namespace,
}: Pick<fetchHistory.Request, 'address' | 'networkId' | 'cursor'> & NamespaceOption = {}): Read<ActivityPage> {
  const fetch = useBound(fetchHistory)
  const wallet = useConnectionKey(namespace)
  const touched = useTouched(networkId ?? wallet?.split(' ').at(-1))
  const isNamed = address !== undefined && networkId !== undefined
  const key = wallet || isNamed ? [wallet, address, networkId, cursor, touched].join(' ') : undefined
  return useRead(key, () => fetch({ address, networkId, cursor }, { namespace }))
}

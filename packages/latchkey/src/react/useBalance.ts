'use client'

import { fetchBalance } from '../actions/fetchBalance.ts'
import type { NamespaceOption } from '../actions/namespaceOption.ts'
import type { Balance } from '../core/types/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'
import { useTouched } from './useTouched.ts'

/**
 * The native coin of the account in use, read anew when wallet, account or network change, and when something that was sent by
 * Latchkey leaves or lands; see the action `fetchBalance`.
 */
export function useBalance({
  address,
  networkId,
  namespace,
}: Pick<fetchBalance.Request, 'address' | 'networkId'> & NamespaceOption = {}): Read<Balance> {
  const fetch = useBound(fetchBalance)
  const wallet = useConnectionKey(namespace)
  const touched = useTouched(networkId ?? wallet?.split(' ').at(-1))
  const key = wallet && [wallet, address, networkId, touched].join(' ')
  return useRead(key, () => fetch({ address, networkId }, { namespace }))
}

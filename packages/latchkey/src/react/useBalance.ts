'use client'

import { fetchBalance } from '../actions/fetchBalance.ts'
import type { NamespaceOption } from '../actions/namespaceOption.ts'
import type { Balance } from '../core/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'

/** The native coin of the account in use, read anew when wallet, account or network change; see the action `fetchBalance`. */
export function useBalance({
  address,
  networkId,
  namespace,
}: Pick<fetchBalance.Request, 'address' | 'networkId'> & NamespaceOption = {}): Read<Balance> {
  const fetch = useBound(fetchBalance)
  const wallet = useConnectionKey(namespace)
  const key = wallet && [wallet, address, networkId].join(' ')
  return useRead(key, () => fetch({ address, networkId }, { namespace }))
}

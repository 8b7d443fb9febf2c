'use client'

import { fetchNfts, type NftPage } from '../actions/fetchNfts.ts'
import type { NamespaceOption } from '../actions/namespaceOption.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'
import { useTouched } from './useTouched.ts'

/**
 * A page of the NFTs of the account in use, read anew when wallet, account or network change, and when something that was sent by
 * Latchkey leaves or lands; see the action `fetchNfts`. Further pages: `cursor`, the `next` of the page before.
 */
export function useNfts({
  address,
  networkId,
  cursor,
  namespace,
}: Pick<fetchNfts.Request, 'address' | 'networkId' | 'cursor'> & NamespaceOption = {}): Read<NftPage> {
  const fetch = useBound(fetchNfts)
  const wallet = useConnectionKey(namespace)
  const touched = useTouched(networkId ?? wallet?.split(' ').at(-1))
  const isNamed = address !== undefined && networkId !== undefined
  const key = wallet || isNamed ? [wallet, address, networkId, cursor, touched].join(' ') : undefined
  return useRead(key, () => fetch({ address, networkId, cursor }, { namespace }))
}

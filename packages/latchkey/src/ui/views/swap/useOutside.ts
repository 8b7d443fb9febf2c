import { useEffect, useState } from 'react'
import { findSwapToken } from '../../../core/features/swap/actions.ts'
import type { SwapToken } from '../../../core/features/swap/state.ts'
import { useInstance } from '../../hooks.ts'

/** A token that stands on no list: being read, as it calls itself, or null where none is. */
export type OutsideToken = 'reading' | SwapToken | null

/** The token at an address, as it calls itself: nobody vouches for it. Undefined where no address is given. */
export function useOutside(address: string): OutsideToken | undefined {
  const instance = useInstance()
  const [found, setFound] = useState<{ readonly address: string; readonly token: SwapToken | null }>()
  // Of Solana too: whether it is one of the network, reading it tells.
  const isAddress = /^(0x[0-9a-f]{40})$/i.test(address) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
  useEffect(() => {
    if (!isAddress) return
    let isOver = false
    void findSwapToken(instance, address).then((token) => {
      if (!isOver) setFound({ address, token: token ?? null })
    })
    return () => {
      isOver = true
    }
  }, [instance, address, isAddress])
  if (!isAddress) return undefined
  return found?.address === address ? found.token : 'reading'
}

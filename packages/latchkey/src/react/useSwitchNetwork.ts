'use client'

import type { Latchkey } from '../core/types/latchkey.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Moves to another network of the site, in the wallet too. Rejects with a coded failure. */
export function useSwitchNetwork(): Call<void> & { readonly switchNetwork: Latchkey['switchNetwork'] } {
  const latchkey = useLatchkey()
  const [switchNetwork, state] = useCall(latchkey.switchNetwork)
  return { ...state, switchNetwork }
}

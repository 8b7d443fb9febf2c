'use client'

import type { Latchkey } from '../core/types/latchkey.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Ends the connection of one namespace, or all. Rejects with `DISCONNECT_FAILED` when a wallet could not be told. */
export function useDisconnect(): Call<void> & { readonly disconnect: Latchkey['disconnect'] } {
  const latchkey = useLatchkey()
  const [disconnect, state] = useCall(latchkey.disconnect)
  return { ...state, disconnect }
}

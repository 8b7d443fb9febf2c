'use client'

import type { Latchkey } from '../core/types/latchkey.ts'
import type { OpenResult } from '../core/types/openResult.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Connects a wallet: opens the modal, or asks the wallet named by `connectorId`. Rejects only in the second case. */
export function useConnect(): Call<OpenResult> & { readonly connect: Latchkey['connect'] } {
  const latchkey = useLatchkey()
  const [connect, state] = useCall(latchkey.connect)
  return { ...state, connect }
}

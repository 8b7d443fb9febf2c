'use client'

import { sendTransaction as action } from '../actions/sendTransaction.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Sends a transaction from the account in use; see the action `sendTransaction`. */
export function useSendTransaction(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly sendTransaction: Bound<typeof action>
} {
  const [sendTransaction, state] = useCall(useBound(action))
  return { ...state, sendTransaction }
}

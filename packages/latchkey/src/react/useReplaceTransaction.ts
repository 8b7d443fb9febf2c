'use client'

import { replaceTransaction as action } from '../actions/replaceTransaction.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Speeds up or cancels a transaction that waits; see the action `replaceTransaction`. */
export function useReplaceTransaction(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly replaceTransaction: Bound<typeof action>
} {
  const [replaceTransaction, state] = useCall(useBound(action))
  return { ...state, replaceTransaction }
}

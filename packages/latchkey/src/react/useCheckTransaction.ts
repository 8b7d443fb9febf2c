'use client'

import { checkTransaction as action } from '../actions/checkTransaction.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** What is worth knowing of a transaction before it is signed; see the action `checkTransaction`. */
export function useCheckTransaction(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly checkTransaction: Bound<typeof action>
} {
  const [checkTransaction, state] = useCall(useBound(action))
  return { ...state, checkTransaction }
}

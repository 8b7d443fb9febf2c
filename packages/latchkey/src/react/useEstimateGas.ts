'use client'

import { estimateGas as action } from '../actions/estimateGas.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Gas units that a transaction would take; see the action `estimateGas`. */
export function useEstimateGas(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly estimateGas: Bound<typeof action>
} {
  const [estimateGas, state] = useCall(useBound(action))
  return { ...state, estimateGas }
}

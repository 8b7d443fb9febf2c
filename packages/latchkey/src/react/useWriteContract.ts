'use client'

import { writeContract as action } from '../actions/writeContract.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Calls a function of a contract that changes the chain; see the action `writeContract`. */
export function useWriteContract(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly writeContract: Bound<typeof action>
} {
  const [writeContract, state] = useCall(useBound(action))
  return { ...state, writeContract }
}

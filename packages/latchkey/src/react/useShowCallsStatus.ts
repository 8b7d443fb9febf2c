'use client'

import { showCallsStatus as action } from '../actions/showCallsStatus.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Has the wallet in use show how far a batch of calls is; see the action `showCallsStatus`. */
export function useShowCallsStatus(): Call<void> & { readonly showCallsStatus: Bound<typeof action> } {
  const [showCallsStatus, state] = useCall(useBound(action))
  return { ...state, showCallsStatus }
}

'use client'

import { setPreferredAccountType as action } from '../actions/setPreferredAccountType.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Chooses which account of the embedded wallet is used on eip155; see the action `setPreferredAccountType`. */
export function useSetPreferredAccountType(): Call<void> & { readonly setPreferredAccountType: Bound<typeof action> } {
  const [setPreferredAccountType, state] = useCall(useBound(action))
  return { ...state, setPreferredAccountType }
}

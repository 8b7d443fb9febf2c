'use client'

import { registerName as action } from '../actions/registerName.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Registers a name of the gateway's zone for the account in use; see the action `registerName`. */
export function useRegisterName(): Call<void> & { readonly registerName: Bound<typeof action> } {
  const [registerName, state] = useCall(useBound(action))
  return { ...state, registerName }
}

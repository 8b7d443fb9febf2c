'use client'

import { updateEmail as action } from '../actions/updateEmail.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Has the visitor change the address of the wallet that opens by an e-mail; see the action `updateEmail`. */
export function useUpdateEmail(): Call<{ readonly email: string }> & { readonly updateEmail: Bound<typeof action> } {
  const [updateEmail, state] = useCall(useBound(action))
  return { ...state, updateEmail }
}

'use client'

import { signTypedData as action } from '../actions/signTypedData.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Signs typed data with the account in use; see the action `signTypedData`. */
export function useSignTypedData(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly signTypedData: Bound<typeof action>
} {
  const [signTypedData, state] = useCall(useBound(action))
  return { ...state, signTypedData }
}

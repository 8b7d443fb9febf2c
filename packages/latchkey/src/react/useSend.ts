'use client'

import { send as action } from '../actions/send.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Sends a coin or a token from the account in use; see the action `send`. */
export function useSend(): Call<Awaited<ReturnType<typeof action>>> & { readonly send: Bound<typeof action> } {
  const [send, state] = useCall(useBound(action))
  return { ...state, send }
}

'use client'

import { sendCalls as action } from '../actions/sendCalls.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/** Has the wallet in use carry out several calls; see the action `sendCalls`. */
export function useSendCalls(): Call<Awaited<ReturnType<typeof action>>> & {
  readonly sendCalls: Bound<typeof action>
} {
  const [sendCalls, state] = useCall(useBound(action))
  return { ...state, sendCalls }
}

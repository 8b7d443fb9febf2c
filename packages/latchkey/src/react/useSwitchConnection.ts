'use client'

import { switchConnection as action } from '../actions/switchConnection.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * Makes another connected wallet, or another account of one, the one in use. Rejects as the action `switchConnection` does.
 */
export function useSwitchConnection(): Call<void> & {
  readonly switchConnection: (parameters: Parameters<typeof action>[1]) => Promise<void>
} {
  const latchkey = useLatchkey()
  const [switchConnection, state] = useCall((parameters: Parameters<typeof action>[1]) => action(latchkey, parameters))
  return { ...state, switchConnection }
}

'use client'

import type { Latchkey } from '../core/types/latchkey.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Has the active account sign a message. Rejects with a coded failure, `USER_REJECTED` among them. */
export function useSignMessage(): Call<string> & { readonly signMessage: Latchkey['signMessage'] } {
  const latchkey = useLatchkey()
  const [signMessage, state] = useCall(latchkey.signMessage)
  return { ...state, signMessage }
}

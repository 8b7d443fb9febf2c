import type { Diagnosis } from '../core/types/diagnosis.ts'

;('use client')

import type { Latchkey } from '../core/types/latchkey.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** What the page, its options, wallets and servers look like, for a site's own page of help. Asks no wallet anything. */
export function useDiagnosis(): Call<Diagnosis> & { readonly diagnose: Latchkey['diagnose'] } {
  const latchkey = useLatchkey()
  const [diagnose, state] = useCall(latchkey.diagnose)
  return { ...state, diagnose }
}

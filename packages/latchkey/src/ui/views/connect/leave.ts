import { goBack } from '../../../core/flow/goBack.ts'
import { resetView } from '../../../core/flow/resetView.ts'
import type { Instance } from '../../../core/types/latchkey.ts'

/** To the other wallets: back where there is a way back, else to the list. */
export function leave(instance: Instance): void {
  if (instance.stores.router.get().history.length > 1) goBack(instance)
  else resetView(instance, { view: 'Connect' })
}

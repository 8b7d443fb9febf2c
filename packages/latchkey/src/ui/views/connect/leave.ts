import { goBack } from '../../../core/kernel/shell/goBack.ts'
import { resetView } from '../../../core/kernel/shell/resetView.ts'
import type { Instance } from '../../../core/latchkey.ts'

/** To the other wallets: back where there is a way back, else to the list. */
export function leave(instance: Instance): void {
  if (instance.stores.router.get().history.length > 1) goBack(instance)
  else resetView(instance, { view: 'Connect' })
}

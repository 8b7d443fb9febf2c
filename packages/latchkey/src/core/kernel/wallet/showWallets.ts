import type { Instance } from '../../latchkey.ts'
import { resetView } from '../shell/resetView.ts'
import { getRoute } from '../shell/router.ts'
import { getHome } from '../shell/showHome.ts'

/** Shows what is connected. Where nothing is, it shows where connecting begins. */
export function showWallets(instance: Instance): void {
  resetView(instance, getHome(instance))
}

/** Whether the visitor looks at the list of wallets, which stays when the last one goes. */
export function isOnWallets(instance: Instance): boolean {
  const view: string = getRoute(instance.stores.router.get()).view
  return instance.stores.modal.get().open && view === 'ProfileWallets'
}

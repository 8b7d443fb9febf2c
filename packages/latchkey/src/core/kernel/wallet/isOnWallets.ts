import type { Instance } from '../../latchkey.ts'
import { getRoute } from '../shell/router.ts'

/** Whether the visitor looks at the list of wallets, which stays when the last one goes. Source: views, 2.4. */
export function isOnWallets({ stores }: Instance): boolean {
  return stores.modal.get().open && getRoute(stores.router.get()).view === 'ProfileWallets'
}

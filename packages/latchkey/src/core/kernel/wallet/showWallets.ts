import type { Instance } from '../../latchkey.ts'
import { resetView } from '../shell/resetView.ts'
import { getHome } from '../shell/showHome.ts'

/** Shows what is connected. Where nothing is, it shows where connecting begins. */
export function showWallets(instance: Instance): void {
  const home = getHome(instance)
  resetView(instance, home.view === 'Account' ? { view: 'ProfileWallets' } : home)
}

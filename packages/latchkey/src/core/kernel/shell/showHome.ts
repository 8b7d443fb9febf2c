import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { getAccount } from '../wallet/getAccount.ts'
import { offersAllWallets } from './offersAllWallets.ts'
import { resetRoute } from './routerMoves.ts'
import type { ViewTarget } from './views.ts'

/** Shows what a visitor begins with, and nothing to go back to. What an embedded modal shows at rest. */
export function showHome(instance: Instance): void {
  instance.stores.router.set((state) => resetRoute(state, getHome(instance)))
}

/** The account of a namespace (default: the active one), else the way to connect one; before that, a sign-in that was put off and is required. Source: views, 2.2. */
export function getHome(instance: Instance, namespace?: Namespace): ViewTarget {
  if (instance.stores.connection.get().signIn?.required) return { view: 'SIWXSignMessage' }
  return getAccount(instance, namespace) ? { view: 'Account' } : getStart(instance)
}

/**
 * Where connecting begins: with the list of wallets; on a site without adapters with a code to scan, or on a phone, which cannot
 * scan its own screen, with all wallets where they are offered. Source: product, section 2; views, 2.2.
 */
export function getStart(instance: Instance): ViewTarget {
  const { options, services } = instance
  if (options.adapters.length > 0 || services.walletConnect === null) return { view: 'Connect' }
  const hasAll = services.browser.isMobile() && offersAllWallets(instance)
  return { view: hasAll ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
}

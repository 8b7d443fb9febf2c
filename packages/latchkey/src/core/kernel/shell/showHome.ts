import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { getAccount } from '../wallet/getAccount.ts'
import { resetRoute } from './routerMoves.ts'
import type { ViewTarget } from './views.ts'

/** Shows what a visitor begins with, and nothing to go back to. What an embedded modal shows at rest. */
export function showHome(instance: Instance): void {
  instance.stores.router.set((state) => resetRoute(state, getHome(instance)))
}

/** The account of a namespace (default: the active one), else the way to connect one. Source: views, 2.2. */
export function getHome(instance: Instance, namespace?: Namespace): ViewTarget {
  return getAccount(instance, namespace) ? { view: 'Account' } : getStart(instance)
}

/** Where connecting begins: with the list of wallets, or with a code to scan on a site without adapters. Source: views, 2.2. */
export function getStart({ options, services }: Instance): ViewTarget {
  const isPlain = options.adapters.length === 0 && services.walletConnect !== null
  return { view: isPlain ? 'ConnectingWalletConnectBasic' : 'Connect' }
}

import { getAccount } from '../kernel/connections/accounts.ts'
import { isUnsupported } from '../kernel/networks/isUnsupported.ts'
import { signInOf } from '../kernel/signIn/signIn.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'
import type { ViewTarget } from '../types/views.ts'
import { offersAllWallets } from './offersAllWallets.ts'
import { resetRoute } from './routerMoves.ts'

/** Shows what a visitor begins with, and nothing to go back to. What an embedded modal shows while nothing is asked. */
export function showHome(instance: Instance): void {
  instance.stores.router.set((state) => resetRoute(state, getHome(instance)))
}

/**
 * The account of a namespace (default: the active one), else the way to connect one; before that, a sign-in that was put off and
 * is required, and a network that the site does not work on.
 */
export function getHome(instance: Instance, namespace?: Namespace): ViewTarget {
  if (signInOf(instance).get().question?.required) return { view: 'SIWXSignMessage' }
  // Nothing of the account serves on a network that the site does not work on: the question comes first, wherever the modal is opened from.
  const wanted = namespace ?? instance.stores.networks.get().activeNamespace
  if (isUnsupported(instance, wanted)) return { view: 'UnsupportedChain' }
  return getAccount(instance, namespace) ? { view: 'Account' } : getStart(instance)
}

/**
 * Where connecting begins: with the list of wallets; on a site without adapters with a code to scan, or on a phone, which cannot
 * scan its own screen, with all wallets where they are offered.
 */
export function getStart(instance: Instance): ViewTarget {
  const { adapters, services } = instance
  // Also one that was added later counts.
  if (Object.keys(adapters).length > 0 || services.walletConnect === null) return { view: 'Connect' }
  const hasAll = services.browser.isMobile() && offersAllWallets(instance)
  return { view: hasAll ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
}

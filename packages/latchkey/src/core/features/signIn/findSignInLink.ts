import { getConnection } from '../../kernel/connections/connection.ts'
import { findWay } from '../../kernel/way.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'

/**
 * Opens the wallet in use on this phone, where it is another app: a tap has to follow it, for no browser opens an app for a
 * request that is sent later (F-23). Undefined elsewhere, and where no link of that wallet is known.
 */
export async function findSignInLink(instance: Instance, namespace: Namespace): Promise<string | undefined> {
  const { stores, services } = instance
  const way = findWay(instance, getConnection(stores.connection.get(), namespace)?.connector.id)
  if (!way || !services.browser.isMobile()) return undefined
  // Without the link the visitor opens the wallet by hand, which is no reason not to ask it.
  const calls = await way.load().catch(() => undefined)
  return calls?.findLink(instance)
}

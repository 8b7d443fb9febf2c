import { getConnection } from '../../kernel/wallet/connection.ts'
import { findSessionLink } from '../../kernel/wallet/walletConnect/findSessionLink.ts'
import { WALLET_CONNECT_ID } from '../../kernel/wallet/walletConnect/walletConnectId.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'

/**
 * Opens the session's own wallet on this phone: a tap has to follow it, for no browser opens an app for a request that is sent
 * later (F-23). Undefined elsewhere, and where no link of that wallet is known.
 */
export async function findSignInLink(instance: Instance, namespace: Namespace): Promise<string | undefined> {
  const { stores, services, live } = instance
  const isSession = getConnection(stores.connection.get(), namespace)?.connector.id === WALLET_CONNECT_ID
  if (!isSession || !services.browser.isMobile()) return undefined
  const wc = await live.walletConnect
  return wc?.session && findSessionLink(wc.client, wc.session.topic)
}

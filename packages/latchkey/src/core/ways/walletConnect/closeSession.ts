import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'
import type { LiveWalletConnect } from './liveWalletConnect.ts'
import { relayOf } from './relay.ts'
import { sessionAdapters } from './sessionAdapters.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** Lets go of the session of this page, without telling the wallet. */
export function closeSession(instance: Instance, wc: LiveWalletConnect): void {
  wc.session?.provider.close()
  wc.session?.over.abort()
  wc.session = undefined
  relayOf(instance).set((state) => (state.trouble ? {} : state))
  for (const namespace of NAMESPACES) delete sessionAdapters(instance)[namespace]
}

/** Lets go of the session that no namespace uses any more, once WalletConnect is there. */
export async function releaseSession(instance: Instance): Promise<void> {
  const wc = await instance.live.walletConnect
  const { connection } = instance.stores
  if (!wc || NAMESPACES.some((namespace) => findConnection(connection.get(), { namespace, id: WALLET_CONNECT_ID })))
    return
  closeSession(instance, wc)
}

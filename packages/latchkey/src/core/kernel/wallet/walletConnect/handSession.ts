import type { Instance } from '../../../latchkey.ts'
import { NAMESPACES } from '../../../network.ts'
import { disconnect } from '../disconnect.ts'
import type { SessionInUse } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** Lets the adapters of a session's namespaces know it, each once, for the sake of the site's own library behind them. */
export function handSession(instance: Instance, inUse: SessionInUse): void {
  for (const namespace of NAMESPACES) {
    const adapter = instance.adapters[namespace]
    const connection = inUse.read(namespace)
    if (!adapter?.adopt || !connection || inUse.handed.has(namespace)) continue
    inUse.handed.add(namespace)
    adapter
      .adopt({
        connection,
        isRestored: inUse.choice === undefined,
        read: () => inUse.read(namespace),
        end: () => disconnect(instance, { namespace, connectorId: WALLET_CONNECT_ID, keepOpen: true }),
        ended: inUse.over.signal,
      })
      .catch((error: unknown) =>
        instance.services.logger.warn("The site's own library does not know the session.", { error }),
      )
  }
}

import { disconnect } from '../../kernel/connections/disconnect.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'
import type { CurrentSession } from './liveWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** Lets the adapters of a session's namespaces know it, each once, for the sake of the site's own library behind them. */
export function handSession(instance: Instance, current: CurrentSession): void {
  for (const namespace of NAMESPACES) {
    const adapter = instance.adapters[namespace]
    const connection = current.read(namespace)
    if (!adapter?.adopt || !connection || current.handed.has(namespace)) continue
    current.handed.add(namespace)
    adapter
      .adopt({
        connection,
        isRestored: current.choice === undefined,
        read: () => current.read(namespace),
        end: () => disconnect(instance, { namespace, connectorId: WALLET_CONNECT_ID, keepOpen: true }),
        ended: current.over.signal,
      })
      .catch((error: unknown) =>
        instance.services.logger.warn("The site's own library does not know the session.", { error }),
      )
  }
}

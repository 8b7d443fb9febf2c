import type { Connection, SavedConnection } from '../../../adapter.ts'
import type { Instance } from '../../../latchkey.ts'
import type { Namespace } from '../../../network.ts'
import { startWalletConnect } from './startWalletConnect.ts'
import { takeSession } from './takeSession.ts'

/** The kept connection of a namespace over WalletConnect, or null. Reads storage and asks no wallet. */
export async function restoreSession(
  instance: Instance,
  namespace: Namespace,
  saved: SavedConnection,
): Promise<Connection | null> {
  return takeSession(instance, await startWalletConnect(instance), { namespace, saved })
}

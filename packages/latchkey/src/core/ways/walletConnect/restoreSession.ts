import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { loadSessions, startWalletConnect } from './startWalletConnect.ts'

/** The kept connection of a namespace over WalletConnect, or null. Reads storage and asks no wallet. */
export async function restoreSession(
  instance: Instance,
  namespace: Namespace,
  saved: SavedConnection,
): Promise<Connection | null> {
  // Fetched beside the engine; whether it came is asked below.
  import('./serveSessions.ts').catch(() => undefined)
  const sessions = await loadSessions(instance, await startWalletConnect(instance))
  return sessions.take({ namespace, saved })
}

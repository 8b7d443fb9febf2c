import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import type { ServingWalletConnect } from './liveWalletConnect.ts'
import { openSession } from './openSession.ts'

/**
 * The connection of a namespace in the newest kept session that still holds the visitor's account, which becomes the session
 * of this page; null when there is none. Asks no wallet. The namespaces of one session share it.
 */
export function takeSession(
  instance: Instance,
  wc: ServingWalletConnect,
  { namespace, saved }: { namespace: Namespace; saved: SavedConnection },
): Connection | null {
  const address = saved.address?.toLowerCase()
  const holds = (account: string): boolean =>
    account.startsWith(`${namespace}:`) && (address === undefined || account.toLowerCase().endsWith(`:${address}`))
  const [session] = wc.client.session.values
    .filter((known) => Object.values(known.namespaces).some((granted) => granted.accounts.some(holds)))
    .sort((a, b) => b.expiry - a.expiry)
  if (!session || instance.signal.aborted) return null
  const current =
    wc.session?.topic === session.topic ? wc.session : openSession(instance, wc, { session, choice: undefined })
  return current.read(namespace) ?? null
}

import type { Session } from '@latchkey/walletconnect'
import { applyChange } from '../../kernel/connections/applyChange.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { endTopic } from './endTopic.ts'
import type { CurrentSession, LiveWalletConnect, ServingWalletConnect } from './liveWalletConnect.ts'
import { hasNetworkOf, listSessionConnections, openSession } from './openSession.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Makes an approved session the one of this page: what it connects, the namespace that was asked for first. One without an account
 * for this site is ended, and gives undefined.
 */
export function settleSession(
  instance: Instance,
  wc: ServingWalletConnect,
  { session, namespace }: { session: Session; namespace: Namespace },
): readonly [Connection, ...Connection[]] | undefined {
  const { choice } = wc
  const hasAccount = NAMESPACES.some(
    (each) => hasNetworkOf(instance, each) && session.namespaces[each]?.accounts.length,
  )
  const [first, ...others] = hasAccount
    ? listSessionConnections(openSession(instance, wc, { session, choice }), namespace)
    : []
  if (!first) {
    endTopic(wc.client, session.topic)
    return undefined
  }
  keepLink(wc, session)
  wc.pairing = undefined
  return [first, ...others]
}

/** Keeps the link of the wallet with its session, so that a request opens that wallet and no other (F-23). A scanned uri has none. */
function keepLink(wc: LiveWalletConnect, session: Session): void {
  const { way, base, wallet } = wc.choice
  const link = way !== 'qrcode' && base ? { href: base, name: wallet?.name ?? '' } : undefined
  // The session may have ended meanwhile, and its link is of no use then.
  wc.client.setDeepLink(session.topic, link).catch(() => undefined)
}

/** A page uses one session: the one before is ended, and namespaces that the new one lacks are left. */
export function leaveSession(
  instance: Instance,
  wc: LiveWalletConnect,
  { before, connections }: { before: CurrentSession; connections: readonly Connection[] },
): void {
  before.isLeft = true
  endTopic(wc.client, before.topic)
  for (const namespace of NAMESPACES) {
    const isOver = !connections.some((each) => each.connector.namespace === namespace)
    if (isOver) applyChange(instance, { namespace, id: WALLET_CONNECT_ID }, { ended: 'user' })
  }
}

import type { Session } from '@latchkey/walletconnect'
import type { Instance } from '../../../latchkey.ts'
import { cancelAttempt } from '../cancelAttempt.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { CODE_LIFE_MS } from './offerCode.ts'
import { forgetPending, readPending } from './pendingPairing.ts'
import { startWalletConnect } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Waits on, after a page load, for the yes to a pairing whose wallet was opened from the page before: phones drop pages that
 * nobody looks at, and what the wallet answers waits at the relay. Shows nothing until it is there. Whoever begins with another
 * wallet meanwhile has left this one (failures, rule 3), and a yes that comes then ends at once.
 */
export async function resumePairing(instance: Instance): Promise<void> {
  const pending = readPending(instance)
  if (!pending) return
  const { topic, wallet, way } = pending
  const { stores, services, signal } = instance
  const wc = await startWalletConnect(instance)
  const { client } = wc
  if (signal.aborted) return
  let isLeft = false

  const take = (session: Session): void => {
    client.off('session_connect', onSession)
    stopWatching()
    if (isLeft) client.disconnect({ topic: session.topic }).catch(() => undefined)
    // Where the record is gone, another tab has taken the yes, and this one follows it.
    if (isLeft || readPending(instance)?.topic !== topic || wc.session?.topic === session.topic) return
    // A new code for the same wallet is not needed any more.
    cancelAttempt(instance)
    const expiresAt = services.clock.now() + CODE_LIFE_MS
    wc.pairing = { uri: undefined, topic, expiresAt, approval: Promise.resolve(session), isOver: false, attemptId: 0 }
    connectWalletConnect(instance, { wallet, way }).catch(() => undefined)
  }
  const onSession = ({ session }: { readonly session: Session }): void => {
    if (session.pairingTopic === topic) take(session)
  }
  const stopWatching = stores.connection.watch(({ attempt }) => {
    if (attempt?.kind !== 'connect') return
    if (attempt.connectorId === WALLET_CONNECT_ID && attempt.pairing?.walletKey === wallet.key) return
    isLeft = true
    stopWatching()
    forgetPending(instance, topic)
    client.disconnect({ topic }).catch(() => undefined)
  })
  signal.addEventListener('abort', stopWatching, { once: true })
  client.on('session_connect', onSession)
  const settled = client.session.values.find(({ pairingTopic }) => pairingTopic === topic)
  if (settled) take(settled)
  else if (!client.proposal.values.some(({ pairingTopic }) => pairingTopic === topic)) {
    // The wallet has said no.
    client.off('session_connect', onSession)
    stopWatching()
    forgetPending(instance, topic)
  }
}

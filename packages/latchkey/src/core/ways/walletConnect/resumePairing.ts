import type { Session } from '@latchkey/walletconnect'
import { cancelAttempt } from '../../kernel/attempt/cancelAttempt.ts'
import type { ConnectionState } from '../../kernel/connections/connection.ts'
import type { Instance } from '../../types/latchkey.ts'
import { keepsPairing, readPlatform } from '../../values/platform.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { endTopic } from './endTopic.ts'
import type { LiveWalletConnect } from './liveWalletConnect.ts'
import { PAIRING_LIFE_MS } from './offerPairing.ts'
import { forgetPending, readPending } from './pendingPairing.ts'
import { startWalletConnect } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Waits on, after a page load, for the approval of a pairing whose wallet was opened from the page before: phones drop pages that
 * nobody looks at, and what the wallet answers waits at the relay. Shows nothing until it is there. Whoever begins with another
 * wallet meanwhile, or gives up a new pairing for this one, has left it (docs/failures.md, rule 3), and an approval that comes then
 * ends at once.
 */
export async function resumePairing(instance: Instance): Promise<void> {
  const pending = readPending(instance)
  if (!pending) return
  const { topic, wallet, way } = pending
  const { stores, services, signal } = instance
  const isShared = keepsPairing(readPlatform(services.walletWindow))
  let wc: LiveWalletConnect | undefined
  let isLeft = false
  let isAsking = false

  const leave = (): void => {
    isLeft = true
    stopWatching()
    forgetPending(instance, topic)
    if (wc) endTopic(wc.client, topic)
  }
  /** Leaves it for another wallet, and where closing the modal gives a pairing up also with the new one for the same wallet. */
  const look = ({ attempt }: ConnectionState): void => {
    if (attempt?.kind !== 'connect') {
      if (isAsking && !isShared) leave()
      return
    }
    isAsking = attempt.connectorId === WALLET_CONNECT_ID && attempt.pairing?.walletKey === wallet.key
    if (!isAsking) leave()
  }
  // Before anything is waited for: the engine's chunks may take long to come.
  const stopWatching = stores.connection.watch(look)
  signal.addEventListener('abort', stopWatching, { once: true })
  look(stores.connection.get())
  try {
    wc = await startWalletConnect(instance)
  } catch (error) {
    stopWatching()
    throw error
  }
  const { client } = wc
  if (signal.aborted) return

  const take = (session: Session): void => {
    client.off('session_connect', onSession)
    stopWatching()
    const now = readPending(instance)
    // Its link may have been tapped once more since; another wallet's was tapped in another tab.
    if (now && now.wallet.key !== wallet.key) isLeft = true
    if (isLeft) endTopic(client, session.topic)
    // Where the record is gone, another tab has taken the approval, and this one follows it.
    if (isLeft || !wc || !now || wc.session?.topic === session.topic) return
    // A new pairing for the same wallet is not needed any more.
    cancelAttempt(instance)
    const expiresAt = services.clock.now() + PAIRING_LIFE_MS
    wc.pairing = { uri: undefined, topic, expiresAt, approval: Promise.resolve(session), isOver: false, attemptId: 0 }
    // What goes wrong is in its attempt.
    connectWalletConnect(instance, { wallet, way }).catch(() => undefined)
  }
  const onSession = ({ session }: { readonly session: Session }): void => {
    if (session.pairingTopic === topic) take(session)
  }
  client.on('session_connect', onSession)
  const settled = client.session.values.find(({ pairingTopic }) => pairingTopic === topic)
  if (settled) take(settled)
  else if (isLeft) leave()
  else if (!client.proposal.values.some(({ pairingTopic }) => pairingTopic === topic)) {
    // The wallet has rejected it.
    client.off('session_connect', onSession)
    stopWatching()
    forgetPending(instance, topic)
  }
}

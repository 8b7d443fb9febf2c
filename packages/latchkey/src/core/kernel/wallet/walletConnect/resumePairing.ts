import type { Session } from '@latchkey/walletconnect'
import type { Instance } from '../../../latchkey.ts'
import { keepsPairing, readPlatform } from '../../../platform.ts'
import { cancelAttempt } from '../cancelAttempt.ts'
import type { ConnectionState } from '../connection.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { CODE_LIFE_MS } from './offerCode.ts'
import { forgetPending, readPending } from './pendingPairing.ts'
import { type LiveWalletConnect, startWalletConnect } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Waits on, after a page load, for the yes to a pairing whose wallet was opened from the page before: phones drop pages that
 * nobody looks at, and what the wallet answers waits at the relay. Shows nothing until it is there. Whoever begins with another
 * wallet meanwhile, or gives up a new code for this one, has left it (failures, rule 3), and a yes that comes then ends at once.
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
    wc?.client.disconnect({ topic }).catch(() => undefined)
  }
  /** Leaves it for another wallet, and where closing the modal gives a code up also with the new code for the same one. */
  const look = ({ attempt }: ConnectionState): void => {
    if (attempt?.kind !== 'connect') {
      if (isAsking && !isShared) leave()
      return
    }
    isAsking = attempt.connectorId === WALLET_CONNECT_ID && attempt.pairing?.walletKey === wallet.key
    if (!isAsking) leave()
  }
  // Before anything is waited for: the engine's code may take long to come.
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
    if (isLeft) client.disconnect({ topic: session.topic }).catch(() => undefined)
    // Where the record is gone, another tab has taken the yes, and this one follows it.
    if (isLeft || !wc || !now || wc.session?.topic === session.topic) return
    // A new code for the same wallet is not needed any more.
    cancelAttempt(instance)
    const expiresAt = services.clock.now() + CODE_LIFE_MS
    wc.pairing = { uri: undefined, topic, expiresAt, approval: Promise.resolve(session), isOver: false, attemptId: 0 }
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
    // The wallet has said no.
    client.off('session_connect', onSession)
    stopWatching()
    forgetPending(instance, topic)
  }
}

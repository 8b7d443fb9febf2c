import type { Session, SignClient } from '@latchkey/walletconnect'
import type { UniversalProvider } from '@latchkey/walletconnect/provider'
import type { Connection } from '../../../adapter.ts'
import { LatchkeyError } from '../../../errors/LatchkeyError.ts'
import type { Instance } from '../../../latchkey.ts'
import type { Way } from '../../../listWays.ts'
import type { Namespace } from '../../../network.ts'
import type { WalletConnectOptions } from '../../../options.ts'
import { readWalletConnectOptions } from '../../../readWalletConnectOptions.ts'
import type { WalletConnectService } from '../../../services/walletConnectService.ts'
import { sayStorageDenied } from '../../shell/sayStorageDenied.ts'
import type { WalletListing } from '../../shell/views.ts'
import { followSessions } from './followSessions.ts'
import { showRequest } from './showRequest.ts'
import { watchRequests } from './watchRequests.ts'
import { watchSessionRelay } from './watchSessionRelay.ts'

/** A proposal on its way to some wallet. */
export type Pairing = {
  /** Undefined where the page was loaded anew since, which keeps no code (SEC-88). */
  readonly uri: string | undefined
  readonly topic: string
  /** ms since 1970: the end of the code's life as the modal counts it. */
  readonly expiresAt: number
  readonly approval: Promise<Session>
  /** True once a wallet has said yes or no, or the code was dropped. */
  isOver: boolean
  /** The attempt that shows it. */
  attemptId: number
}

/** How the wallet of an attempt or a session was reached. */
export type Choice = {
  readonly wallet: WalletListing | undefined
  readonly way: Exclude<Way, 'browser'>
  /** The wallet's link without a pairing in it. */
  readonly base?: string | undefined
}

/** The session that this page uses. */
export type SessionInUse = {
  readonly topic: string
  readonly provider: UniversalProvider
  /** Undefined after a page load. */
  readonly choice: Choice | undefined
  /** What the session holds of a namespace now; undefined when that is no account. */
  readonly read: (namespace: Namespace) => Connection | undefined
  /** True once this side has begun to end it. */
  isLeft: boolean
  /** Namespaces whose adapter knows the session. */
  readonly handed: Set<Namespace>
  /** Aborts when the session is no longer the one of this page. */
  readonly over: AbortController
}

/** WalletConnect of one instance, once something has asked for it. */
export type LiveWalletConnect = {
  readonly service: WalletConnectService
  /** What the site wants to be asked in the place of what is usual. */
  readonly asked: WalletConnectOptions
  /** The service's client, which also tells what it waits for. */
  readonly client: SignClient
  /** Sends an unanswered signature request anew (F-17). */
  readonly askAgain: (requestId: number) => void
  /** Place of the relay's address in use. */
  relayAt: number
  /** A code that a wallet may still answer, where pairings outlive the modal. */
  pairing: Pairing | undefined
  choice: Choice
  session: SessionInUse | undefined
}

/** The instance's WalletConnect; loads and opens it on first use. A failed start is tried again by the next call. */
export function startWalletConnect(instance: Instance): Promise<LiveWalletConnect> {
  const { live } = instance
  if (live.walletConnect) return live.walletConnect
  const started = start(instance)
  live.walletConnect = started
  started.catch(() => {
    if (live.walletConnect === started) live.walletConnect = undefined
  })
  return started
}

async function start(instance: Instance): Promise<LiveWalletConnect> {
  const open = instance.services.walletConnect
  if (!open) {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'WalletConnect needs a relay. Set options.relayUrl or gatewayUrl.')
  }
  const asked = readWalletConnectOptions(instance.options)
  const service = await open(instance.services.storage)
  const { client } = service
  const wc: LiveWalletConnect = {
    service,
    asked,
    ...watchRequests(instance, client),
    relayAt: 0,
    pairing: undefined,
    choice: { wallet: undefined, way: 'qrcode' },
    session: undefined,
  }
  showRequest(instance)
  watchSessionRelay(instance, wc)
  followSessions(instance, wc)
  if (!client.isPersistent()) sayStorageDenied(instance)
  const close = (): void => {
    wc.session?.provider.close()
    client.close().catch(() => undefined)
  }
  if (instance.signal.aborted) close()
  instance.signal.addEventListener('abort', close, { once: true })
  return wc
}

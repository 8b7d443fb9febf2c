import type { Session, SignClientEvents } from '@latchkey/walletconnect'
import type { Connection } from '../../../adapter.ts'
import { type FailureContext, FailureError } from '../../../errors/failure.ts'
import { isLatchkeyError, LatchkeyError } from '../../../errors/LatchkeyError.ts'
import { toFailure } from '../../../errors/toFailure.ts'
import type { Instance } from '../../../latchkey.ts'
import type { Way } from '../../../listWays.ts'
import { NAMESPACES, type Namespace } from '../../../network.ts'
import type { WalletConnectOptions } from '../../../options.ts'
import { keepsPairing, readPlatform } from '../../../platform.ts'
import type { RunningAttempt } from '../../live.ts'
import type { ViewName, WalletListing } from '../../shell/views.ts'
import { applyChange } from '../applyChange.ts'
import { cancelAttempt } from '../cancelAttempt.ts'
import { completeConnect, reportFailure } from '../completeConnect.ts'
import type { PairingCode } from '../connection.ts'
import { getNamespaceNetwork } from '../getNamespaceNetwork.ts'
import { sayPartial } from '../sayPartial.ts'
import { failAttempt, isCurrent, startAttempt } from '../startAttempt.ts'
import { updateAttempt } from '../updateAttempt.ts'
import { setHint } from '../watchPrompt.ts'
import { nameRefusal } from './nameRefusal.ts'
import { CODE_MARGIN_MS, dropCode, isFresh, offerCode } from './offerCode.ts'
import { isServed, listConnections, openSession } from './openSession.ts'
import { toProposal } from './proposal.ts'
import { restartRelay } from './retryRelay.ts'
import { type LiveWalletConnect, type Pairing, type SessionInUse, startWalletConnect } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'
import { watchPolicy } from './watchPolicy.ts'
import { RELAY_TRIES } from './watchSessionRelay.ts'

/** How often a code is renewed without a word while the page is looked at. Source: F-13. */
export const SILENT_RENEWALS = 5

type Wish = {
  /** The wallet that was chosen; without one, any wallet may scan. */
  wallet?: WalletListing | undefined
  /** How the visitor means to reach it. Default: by scanning. */
  way?: Exclude<Way, 'browser'> | undefined
  /** Where to go on success instead of closing. */
  redirectView?: ViewName | undefined
  signal?: AbortSignal | undefined
}

/**
 * Connects a wallet on another device, or another app on this one, and drives the attempt that views show. One approval
 * connects every namespace that the wallet grants. Asking for the wallet that is being asked joins the open attempt; a late
 * yes counts until the modal closes or another wallet is chosen.
 * Rejects with a failure, with `CONNECTOR_NOT_FOUND` where the site has no relay, or with `ATTEMPT_CANCELLED`.
 */
export function connectWalletConnect(instance: Instance, wish: Wish = {}): Promise<Connection> {
  const { stores, live, services } = instance
  const { wallet, signal } = wish
  const key = `${WALLET_CONNECT_ID}/${wallet?.key ?? ''}`
  const shown = stores.connection.get().attempt
  if (live.attempt?.key === key && shown?.phase === 'waiting') return live.attempt.outcome
  if (!services.walletConnect) {
    const text = 'WalletConnect needs a relay. Set options.relayUrl or gatewayUrl.'
    return Promise.reject(new LatchkeyError('CONNECTOR_NOT_FOUND', text))
  }
  const failed = shown?.pairing && shown.phase === 'failed' ? shown.error?.code : undefined
  const namespace = stores.modal.get().namespace ?? stores.networks.get().activeNamespace
  const won: { connections: readonly Connection[] } = { connections: [] }
  const attempt = startAttempt(instance, {
    kind: 'connect',
    namespace,
    connectorId: WALLET_CONNECT_ID,
    networkId: undefined,
    pairing: { walletKey: wallet?.key, uri: undefined, expiresAt: 0, renewals: 0, isExpired: false },
    key,
    ask: (running) => void pair(instance, { running, wish, namespace, failed, won }),
    complete: async (running, connection) => {
      const others = won.connections.filter((other) => other.connector !== connection.connector)
      const { wallet: chosen, redirectView } = wish
      const method = (await live.walletConnect)?.choice.way ?? 'qrcode'
      const done = completeConnect(instance, running, { connections: [connection, ...others], method, redirectView })
      const namespaces = (await live.walletConnect)?.asked.namespaces
      sayPartial(instance, {
        step: 'pair',
        connectorId: WALLET_CONNECT_ID,
        walletName: connection.connector.name,
        wallet: chosen,
        missing: listMissing(instance, [connection, ...others], namespaces),
      })
      return done
    },
  })
  const giveUp = (): void => {
    if (isCurrent(instance, attempt)) cancelAttempt(instance)
  }
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true, signal: attempt.ended.signal })
  return attempt.outcome
}

type Course = {
  running: RunningAttempt
  wish: Wish
  namespace: Namespace
  /** What the attempt before this one failed with. */
  failed: string | undefined
  won: { connections: readonly Connection[] }
}

/** Shows a code and waits for a wallet's word on it, until the attempt is won, left, or has failed. */
async function pair(instance: Instance, course: Course): Promise<void> {
  const { running, wish, namespace, failed, won } = course
  const { services, stores } = instance
  const { wallet, way = 'qrcode' } = wish
  const { clock, browser } = services
  const network = getNamespaceNetwork(stores.networks.get(), namespace)
  const context: FailureContext = {
    step: 'pair',
    namespace,
    connectorId: WALLET_CONNECT_ID,
    walletName: wallet?.name,
    networkId: network?.caipNetworkId,
  }
  const isShared = keepsPairing(readPlatform(services.walletWindow))
  /** Aborts when this attempt is won, replaced, or left: a failure on screen may still be overtaken by a late yes. */
  const left = new AbortController()
  const codes: Pairing[] = []
  let isNarrow = false
  let isAsking = false
  /** The code whose wallet refused the networks while another code was being made. */
  let narrowed: Pairing | undefined
  let wc: LiveWalletConnect | undefined

  const stops: (() => void)[] = []
  let stopTimer = (): void => undefined
  /** A wallet has said yes: what the site's steps take from there on is no matter of codes and relays. */
  const isWon = (): boolean => won.connections.length > 0
  const fail = (error: unknown): void => {
    if (left.signal.aborted || isWon() || stores.connection.get().attempt?.phase !== 'waiting') return
    reportFailure(instance, running, toFailure(error, context, { family: 'walletConnect' }), context)
  }
  const show = (change: Partial<PairingCode>): void => {
    const { attempt } = stores.connection.get()
    if (attempt?.id !== running.id || !attempt.pairing) return
    stores.connection.set((state) =>
      updateAttempt(state, running.id, { pairing: { ...(attempt.pairing as PairingCode), ...change } }),
    )
  }

  const settle = (session: Session): void => {
    if (!wc) return
    const before = wc.session
    const isEmpty = NAMESPACES.every((each) => !isServed(instance, each) || !session.namespaces[each]?.accounts.length)
    const inUse = isEmpty ? undefined : openSession(instance, wc, { session, choice: wc.choice })
    const connections = inUse ? listConnections(inUse, namespace) : []
    const [first] = connections
    if (!first) {
      // What was connected before stays so.
      wc.client.disconnect({ topic: session.topic }).catch(() => undefined)
      fail(new FailureError('ACCOUNT_NOT_SHARED', 'The wallet shared no account for this site.', context))
      return
    }
    keepLink(wc, session)
    won.connections = connections
    wc.pairing = undefined
    if (isCurrent(instance, running)) running.win(first)
    // The modal was closed meanwhile, where a pairing outlives it: the yes counts all the same.
    else {
      const success = { connections: [first, ...connections.slice(1)], method: wc.choice.way } as const
      // What may fail here, a step of the site's, is told by that step.
      completeConnect(instance, running, success).catch(() => undefined)
    }
    if (before && before.topic !== session.topic) leaveSession(instance, wc, { before, connections })
  }

  const listen = (code: Pairing): void => {
    codes.push(code)
    // A code that outlives the modal answers to the attempt that showed it last.
    code.attemptId = running.id
    code.approval.then(
      (session) => {
        if (code.attemptId !== running.id) return
        const isWanted = !isWon() && (isShared || !left.signal.aborted) && !instance.signal.aborted
        if (isWanted) settle(session)
        // Another tab may have taken the yes first, and this one may have followed it.
        else if (wc?.session?.topic !== session.topic)
          wc?.client.disconnect({ topic: session.topic }).catch(() => undefined)
      },
      (error: unknown) => {
        if (left.signal.aborted || isWon() || code !== codes.at(-1)) return
        const failure = toFailure(error, context, { family: 'walletConnect' })
        if (failure.code === 'PAIRING_EXPIRED') expire()
        else if (failure.code === 'CHAINS_UNSUPPORTED' && !isNarrow) narrow(code)
        else fail(failure)
      },
    )
  }

  const ask = async (over?: Pairing): Promise<void> => {
    if (isAsking) narrowed = over
    if (!wc || left.signal.aborted || isAsking) return
    isAsking = true
    const { namespaces } = wc.asked
    const proposal = toProposal(isNarrow && network ? [network] : instance.options.networks, namespaces)
    try {
      const kept = over || isNarrow ? undefined : wc.pairing
      const code = isFresh(instance, kept)
        ? kept
        : await offerCode(instance, wc, { namespaces: proposal, over, isPlain: failed === 'USER_REJECTED' }).catch(
            (error: unknown) => {
              // The pairing may have gone with the refusal: then there has to be a new code.
              if (!over) throw error
              return wc && offerCode(instance, wc, { namespaces: proposal })
            },
          )
      if (!code) return
      if (isShared) wc.pairing = code
      listen(code)
      if (left.signal.aborted) {
        if (!isShared) dropCode(instance, wc, code)
        return
      }
      show({ uri: code.uri, expiresAt: code.expiresAt, isExpired: false })
      stopTimer()
      stopTimer = clock.after(code.expiresAt - CODE_MARGIN_MS - clock.now(), expire)
    } catch (error) {
      // Without a network there is nothing to blame; it is asked again once there is one.
      if (browser.isOnline()) fail(error)
    } finally {
      isAsking = false
      const next = narrowed
      narrowed = undefined
      if (next) void ask(next)
    }
  }

  /** One silent second proposal, with the active network only (F-14). */
  const narrow = (code: Pairing): void => {
    isNarrow = true
    const isAsked = network && Object.keys(toProposal([network], wc?.asked.namespaces)).length > 0
    if (instance.options.networks.length === 1 || !isAsked) {
      fail(new FailureError('CHAINS_UNSUPPORTED', 'The wallet does not work with this network.', context))
      return
    }
    void ask(code)
  }

  /** The code on screen has too little time left. It is renewed while somebody looks, at most five times. */
  const expire = (): void => {
    const shown = stores.connection.get().attempt
    if (left.signal.aborted || isWon() || shown?.id !== running.id || shown.phase !== 'waiting' || !shown.pairing)
      return
    if (isFresh(instance, codes.at(-1)) || shown.pairing.isExpired || !browser.isVisible()) return
    if (shown.pairing.renewals >= SILENT_RENEWALS) {
      show({ isExpired: true })
      setHint(instance, running, 'PAIRING_EXPIRED', context)
      return
    }
    show({ renewals: shown.pairing.renewals + 1 })
    void ask()
  }

  const follow = (): void => {
    if (isCurrent(instance, running)) {
      const { pairing, phase } = stores.connection.get().attempt ?? {}
      // The visitor asked for a new code.
      if (pairing?.expiresAt === 0 && phase === 'waiting' && codes.length > 0) void ask()
      return
    }
    left.abort()
    stopTimer()
    for (const stop of stops.splice(0)) stop()
    if (!wc || (isShared && !isWon())) return
    // Also the one that was answered: nothing needs a pairing any more, and its key is not kept (SEC-88).
    for (const code of codes) dropCode(instance, wc, code)
  }
  stops.push(
    stores.connection.watch(follow),
    browser.watchVisible((visible) => {
      if (visible && codes.length > 0) expire()
    }),
    watchOnline(instance, running, context, () => {
      if (codes.length === 0) void ask()
    }),
  )
  instance.signal.addEventListener('abort', follow, { once: true, signal: left.signal })

  try {
    wc = await startWalletConnect(instance)
  } catch (error) {
    if (isLatchkeyError(error) && error.code.startsWith('OPTION_')) refuseOptions(instance, { running, context, error })
    else fail(error)
    return
  }
  if (left.signal.aborted) return
  wc.choice = { wallet, way, base: wallet?.links.mobileLink }
  stops.push(
    watchPolicy(instance, wc.service.relayUrls, () =>
      fail(new FailureError('CSP_BLOCKED', "The page's policy forbids the relay.", context)),
    ),
    watchRelay(instance, wc, { running, context, wish, fail }),
  )
  await restartRelay(wc, failed)
  await ask()
}

/** A mistake of the site's is told to its developer as what it is; the visitor reads that it did not work. */
function refuseOptions(
  instance: Instance,
  { running, context, error }: { running: RunningAttempt; context: FailureContext; error: LatchkeyError },
): void {
  instance.services.logger.error(error.message, { code: error.code })
  instance.fail({ ...context, code: 'UNKNOWN_FAILURE', final: true, cause: error })
  failAttempt(instance, running, error)
}

/** Names what keeps the relay away. A network that heals takes a failure of this kind off the screen again. */
function watchRelay(
  instance: Instance,
  wc: LiveWalletConnect,
  parameters: { running: RunningAttempt; context: FailureContext; wish: Wish; fail: (error: unknown) => void },
): () => void {
  const { running, context, wish, fail } = parameters
  const { services, stores } = instance
  const onRelayer = (event: SignClientEvents['relayer']): void => {
    if (event.name === 'relayer_try_failed' && event.tries >= RELAY_TRIES && services.browser.isOnline()) {
      fail(new FailureError('RELAY_UNREACHABLE', 'The relay cannot be reached from this network.', context))
    } else if (event.name === 'relayer_refused') {
      fail(new FailureError(nameRefusal(instance, event), `The relay refused: ${event.reason}`, context))
    } else if (event.name === 'relayer_connect') {
      const shown = stores.connection.get().attempt
      if (shown?.id !== running.id || shown.error?.code !== 'RELAY_UNREACHABLE') return
      // Not `failed`: the address that works now is the right one.
      stores.connection.set((state) => updateAttempt(state, running.id, { error: undefined }))
      connectWalletConnect(instance, wish).catch(() => undefined)
    }
  }
  wc.client.on('relayer', onRelayer)
  return () => void wc.client.off('relayer', onRelayer)
}

/** Without a network no relay can be blamed (failures, rule 5). */
function watchOnline(
  instance: Instance,
  running: RunningAttempt,
  context: FailureContext,
  onBack: () => void,
): () => void {
  const { browser } = instance.services
  const tell = (online: boolean): void => {
    if (!online) setHint(instance, running, 'OFFLINE', context)
    else if (instance.stores.connection.get().attempt?.hint === 'OFFLINE') {
      instance.stores.connection.set((state) => updateAttempt(state, running.id, { hint: undefined }))
    }
  }
  tell(browser.isOnline())
  return browser.watchOnline((online) => {
    tell(online)
    if (online) onBack()
  })
}

/** Keeps the link of the wallet with its session, so that a request opens that wallet and no other (F-23). A scanned code has none. */
function keepLink(wc: LiveWalletConnect, session: Session): void {
  const { way, base, wallet } = wc.choice
  const link = way !== 'qrcode' && base ? { href: base, name: wallet?.name ?? '' } : undefined
  wc.client.setDeepLink(session.topic, link).catch(() => undefined)
}

/** A page uses one session: the one before is ended, and namespaces that the new one lacks are left. */
function leaveSession(
  instance: Instance,
  wc: LiveWalletConnect,
  { before, connections }: { before: SessionInUse; connections: readonly Connection[] },
): void {
  before.isLeft = true
  wc.client.disconnect({ topic: before.topic }).catch(() => undefined)
  for (const namespace of NAMESPACES) {
    const isOver = !connections.some((each) => each.connector.namespace === namespace)
    if (isOver) applyChange(instance, { namespace, id: WALLET_CONNECT_ID }, { ended: 'user' })
  }
}

/** Namespaces of the site's networks in which the wallet was asked for an account and shared none. */
function listMissing(
  { options }: Instance,
  connections: readonly Connection[],
  namespaces: WalletConnectOptions['namespaces'],
): readonly Namespace[] {
  const asked = toProposal(options.networks, namespaces)
  return NAMESPACES.filter((each) => asked[each] && !connections.some(({ connector }) => connector.namespace === each))
}

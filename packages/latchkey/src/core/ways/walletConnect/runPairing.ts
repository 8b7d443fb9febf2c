import type { NewPairing, Session, SignClientEvents } from '@latchkey/walletconnect'
import { createPairing } from '@latchkey/walletconnect/pairing'
import { type FailureContext, FailureError } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.ts'
import { failAttempt, isCurrent, updateAttempt } from '../../kernel/attempt/attempt.ts'
import { reportFailure } from '../../kernel/attempt/reportFailure.ts'
import { setHint } from '../../kernel/attempt/setHint.ts'
import type { Attempt } from '../../kernel/connections/connection.ts'
import type { RunningAttempt } from '../../kernel/live.ts'
import { networkOf } from '../../kernel/network.ts'
import { getNamespaceNetwork } from '../../kernel/networks/getActiveNetwork.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { Namespace, Network } from '../../types/network.ts'
import type { Way } from '../../values/listWays.ts'
import { keepsPairing, readPlatform } from '../../values/platform.ts'
import { endTopic } from './endTopic.ts'
import type { LiveWalletConnect, Pairing, Serving } from './liveWalletConnect.ts'
import { nameRefusal } from './nameRefusal.ts'
import { dropPairing, isFresh, offerPairing, PAIRING_LIFE_MS, PAIRING_MARGIN_MS } from './offerPairing.ts'
import {
  createPairingState,
  type PairingEffect,
  type PairingEvent,
  type PairingState,
  stepPairing,
} from './pairingMachine.ts'
import { toProposal } from './proposal.ts'
import { RELAY_TRIES } from './relay.ts'
import { restartRelay } from './retryRelay.ts'
import { doubt, loadSessions, startWalletConnect, trust } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'
import { watchPolicy } from './watchPolicy.ts'

/** When a visitor who sees no code yet is told that it is still worked on, in ms. Source: F-10. */
export const SLOW_MS = 4000

/** When a visitor who sees no code yet is told that it did not work, in ms. Source: F-10. */
export const OVERDUE_MS = 15_000

/** How long a code stands before what comes after it is fetched, in ms: finding it with a camera takes longer. */
const PREPARE_MS = 300

/** How long a code that stands ahead of the engine has to be drawn before the engine takes the processor, in ms. */
const DRAW_MS = 100

/** Between two tries while the browser says that it is offline, in ms: seldom, because it is mostly right. */
const OFFLINE_TRY_MS = 5000

export type PairingCourse = {
  readonly running: RunningAttempt
  readonly namespace: Namespace
  /** The wallet that was chosen; without one, any wallet may scan. */
  readonly wallet: WalletListing | undefined
  readonly way: Exclude<Way, 'browser'>
  /** What the attempt before this one failed with. */
  readonly failed: string | undefined
  /** Told what the approval connects, before the attempt is won. */
  readonly onWin: (connections: readonly Connection[]) => void
  /** Begins anew, once the relay is reached after all. */
  readonly repeat: () => void
}

/** What carries out the effects of one attempt. */
type Run = PairingCourse & {
  readonly instance: Instance
  readonly context: FailureContext
  readonly network: Network | undefined
  readonly isShared: boolean
  readonly send: (event: PairingEvent) => void
  readonly read: () => PairingState
  /** Ends the watches of the attempt. */
  readonly stops: (() => void)[]
  stopTimer: () => void
  wc: LiveWalletConnect | undefined
  /** A pairing whose uri is shown and that nothing was proposed by yet. */
  ahead: NewPairing | undefined
}

/** Shows a uri and waits for a wallet's word on it, until the attempt is won, left, or has failed. `stepPairing` decides, this does. */
export function runPairing(instance: Instance, course: PairingCourse): void {
  const { running, namespace, wallet } = course
  const { services, stores } = instance
  const network = getNamespaceNetwork(stores.networks.get(), namespace)
  const isShared = keepsPairing(readPlatform(services.walletWindow))
  let state = createPairingState(isShared)
  const run: Run = {
    ...course,
    instance,
    network,
    isShared,
    context: {
      step: 'pair',
      namespace,
      connectorId: WALLET_CONNECT_ID,
      walletName: wallet?.name,
      networkId: network?.caipNetworkId,
    },
    send: (event) => {
      const [next, effects] = stepPairing(state, event)
      state = next
      for (const effect of effects) carryOut(run, effect)
    },
    read: () => state,
    stops: [],
    stopTimer: () => undefined,
    wc: undefined,
    ahead: undefined,
  }
  const { send, stops } = run
  const onDestroy = (): void => send({ kind: 'destroyed' })
  instance.signal.addEventListener('abort', onDestroy, { once: true })
  stops.push(
    () => instance.signal.removeEventListener('abort', onDestroy),
    stores.connection.watch(({ attempt }) => {
      if (!isCurrent(instance, running) || !attempt) send({ kind: 'left' })
      else tellAttempt(run, attempt)
    }),
    services.browser.watchVisible(() => tellExpiry(run)),
    watchOnline(run),
    watchSilence(run),
  )
  void start(run)
}

function carryOut(run: Run, effect: PairingEffect): void {
  const { instance, running, context, send, wc } = run
  const { clock } = instance.services
  switch (effect.kind) {
    case 'start':
      void start(run)
      return
    case 'offer':
      if (wc) void offer(run, wc, effect)
      return
    case 'await':
      if (wc) awaitAnswer(run, wc, effect.pairing)
      return
    case 'show':
      instance.stores.connection.set((state) => {
        const pairing = state.attempt?.pairing
        return pairing ? updateAttempt(state, running.id, { pairing: { ...pairing, ...effect.change } }) : state
      })
      return
    case 'watchExpiry':
      if (wc) prepareSessions(run, wc)
      setTimer(run, effect.pairing.expiresAt - PAIRING_MARGIN_MS - clock.now(), () => tellExpiry(run))
      return
    case 'pause':
      setTimer(run, OFFLINE_TRY_MS, () => send({ kind: 'paused' }))
      return
    case 'sayExpired':
      setHint(instance, running, 'PAIRING_EXPIRED', context)
      return
    case 'fail':
      nameError(run, effect.error, (failure) => {
        if (isCurrent(instance, running)) reportFailure(instance, running, failure, context)
      })
      return
    case 'repeat':
      // Not `failed`: the address that works now is the right one.
      instance.stores.connection.set((state) => updateAttempt(state, running.id, { error: undefined }))
      run.repeat()
      return
    case 'open':
      if (wc?.serving) open(run, wc, wc.serving, effect.session)
      return
    case 'release':
      // Another tab may have taken the approval first, and this one may have followed it.
      if (wc && wc.session?.topic !== effect.session.topic) endTopic(wc.client, effect.session.topic)
      return
    case 'win':
      run.onWin(effect.connections)
      running.win(effect.connections[0])
      return
    case 'winLate':
      run.onWin(effect.connections)
      // What may fail here, a step of the site's, is told by that step.
      wc?.serving
        ?.complete(instance, running, { connections: effect.connections, method: wc.choice.way })
        .catch(() => undefined)
      return
    case 'drop':
      for (const pairing of effect.pairings) if (wc) dropPairing(instance, wc, pairing)
      return
    case 'stop':
      run.stopTimer()
      for (const stop of run.stops.splice(0)) stop()
  }
}

/** Fetches what an approval needs while the visitor scans, once the code stands. Where that fails, the approval asks for it again. */
function prepareSessions({ instance, stops }: Run, wc: LiveWalletConnect): void {
  const { clock, browser } = instance.services
  const prepare = (): void => void loadSessions(instance, wc).catch(() => undefined)
  stops.push(clock.after(PREPARE_MS, () => stops.push(browser.whenIdle(prepare))))
}

function setTimer(run: Run, delayMs: number, onTime: () => void): void {
  run.stopTimer()
  run.stopTimer = run.instance.services.clock.after(delayMs, onTime)
}

/** Shows a code where one may stand already, and brings the engine and its relay, without which nothing can be proposed. */
async function start(run: Run): Promise<void> {
  const { instance, wallet, way, failed, network, send } = run
  const { options, services } = instance
  let wc: LiveWalletConnect
  try {
    if (mayShowAhead(run) && !signsIn(run)) {
      await makeAhead(run)
      await new Promise<void>((resolve) => services.clock.after(DRAW_MS, resolve))
      if (isOver(run)) return
    }
    wc = await startWalletConnect(instance)
  } catch (error) {
    if (isLatchkeyError(error) && error.code.startsWith('OPTION_')) refuseOptions(run, error)
    // Without a network its chunk cannot be had either; it is asked for again once there is one.
    else if (services.browser.isOnline()) send({ kind: 'troubled', error })
    return
  }
  if (run.wc || isOver(run)) return
  run.wc = wc
  wc.choice = { wallet, way, base: wallet?.links.mobileLink }
  run.stops.push(
    watchPolicy(instance, wc.service.relayUrls, () =>
      tellTrouble(run, 'CSP_BLOCKED', "The page's policy forbids the relay."),
    ),
    watchRelay(run, wc),
  )
  await restartRelay(wc, failed)
  const isAsked = network && Object.keys(toProposal([network], wc.asked.namespaces)).length > 0
  send({ kind: 'started', canNarrow: isAsked === true && options.networks.length > 1 })
}

/** A mistake of the site's is told to its developer as what it is; the visitor reads that it did not work. */
function refuseOptions({ instance, running, context }: Run, error: LatchkeyError): void {
  instance.services.logger.error(error.message, { code: error.code })
  instance.fail({ ...context, code: 'UNKNOWN_FAILURE', final: true, cause: error })
  failAttempt(instance, running, error)
}

/** Proposes networks, in a pairing that a wallet may still answer where there is one. */
async function offer(
  run: Run,
  wc: LiveWalletConnect,
  { isNarrow, over }: { isNarrow: boolean; over: Pairing | undefined },
): Promise<void> {
  const { instance, network, send } = run
  const kept = over || isNarrow ? undefined : wc.pairing
  const make = async (): Promise<Pairing> => {
    const makesAhead = mayShowAhead(run) || run.ahead !== undefined
    doubt(instance, 'proposal')
    const namespaces = toProposal(isNarrow && network ? [network] : instance.options.networks, wc.asked.namespaces)
    if (!over) {
      const makeProposed = makesAhead ? () => takeAhead(run) : undefined
      return offerPairing(instance, wc, { namespaces, isPlain: !signsIn(run), makeAhead: makeProposed })
    }
    // The pairing may have gone with the refusal: then there has to be a new one.
    return offerPairing(instance, wc, { namespaces, over }).catch(() => offerPairing(instance, wc, { namespaces }))
  }
  const answer = await (isFresh(instance, kept) ? Promise.resolve(kept) : make()).then(
    (pairing): PairingEvent => ({ kind: 'offered', pairing }),
    (error): PairingEvent => ({ kind: 'offerFailed', error, isOnline: networkOf(instance).get().isOnline }),
  )
  if (answer.kind === 'offered') trust(instance, 'proposal')
  send(answer)
}

/**
 * Whether a code may stand before the relay has its proposal, and before the engine is here: whoever scans it takes longer than a relay
 * that is there. A link leaves the page, which may be stopped before the proposal is out.
 */
function mayShowAhead({ instance, way, isShared, read }: Run): boolean {
  const isCode = way === 'qrcode' && !isShared && !instance.services.browser.isMobile()
  const { isOnline } = networkOf(instance).get()
  return isCode && !instance.live.pairingDoubts?.size && isOnline && read().pairings.length === 0
}

/** Whether the approval is to be a sign-in too, where the wallet can do that. Who has rejected one is asked to connect alone. */
function signsIn({ instance, failed }: Run): boolean {
  return instance.loadSignIn !== undefined && failed !== 'USER_REJECTED'
}

/** The pairing whose uri is on screen ahead of its proposal, if there is time enough left; else a new one, which is shown. */
async function makeAhead(run: Run): Promise<NewPairing> {
  const { clock } = run.instance.services
  if (run.ahead && run.ahead.expiry * 1000 - clock.now() >= PAIRING_LIFE_MS) return run.ahead
  run.ahead = await createPairing({ clock })
  run.send({ kind: 'made', uri: run.ahead.uri })
  return run.ahead
}

/** The same, to be proposed by: its key is used once. */
async function takeAhead(run: Run): Promise<NewPairing> {
  const ahead = await makeAhead(run)
  run.ahead = undefined
  return ahead
}

/** Whether nobody waits for the attempt any more. */
function isOver({ read }: Run): boolean {
  const { phase } = read()
  return phase === 'left' || phase === 'over'
}

/** Tells what the wallet says to a proposal. */
function awaitAnswer(run: Run, wc: LiveWalletConnect, pairing: Pairing): void {
  const { instance, running, send } = run
  if (run.isShared) wc.pairing = pairing
  // A pairing that outlives the modal answers to the attempt that showed it last.
  pairing.attemptId = running.id
  pairing.approval.then(
    async (session) => {
      const failed = await loadSessions(instance, wc).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (pairing.attemptId !== running.id) return
      if (instance.signal.aborted) send({ kind: 'destroyed' })
      if (failed) {
        endTopic(wc.client, session.topic)
        send({ kind: 'troubled', error: failed.error })
      } else send({ kind: 'approved', session })
    },
    (error: unknown) => {
      nameError(run, error, (failure) => {
        if (failure.code === 'PAIRING_EXPIRED') tellExpiry(run)
        else send({ kind: 'refused', pairing, failure })
      })
    },
  )
}

/** Names what went wrong: at once what has its name already, anything else by tables that no code needs. Their file comes before an approval. */
function nameError({ instance, context }: Run, error: unknown, tell: (failure: FailureError) => void): void {
  if (error instanceof FailureError) {
    tell(error)
    return
  }
  const isOnline = instance.services.browser.isOnline()
  import('../../errors/toFailure.ts').then(
    ({ toFailure }) => tell(toFailure(error, context, { family: 'walletConnect', isOnline })),
    () => tell(new FailureError(isOnline ? 'UNKNOWN_FAILURE' : 'OFFLINE', 'The step failed.', context, error)),
  )
}

/** Makes an approved session the one of this page. What was connected before stays so where the wallet shared no account. */
function open(run: Run, wc: LiveWalletConnect, serving: Serving, session: Session): void {
  const { namespace, send } = run
  const before = wc.session
  const connections = serving.settle({ session, namespace })
  if (!connections) {
    tellTrouble(run, 'ACCOUNT_NOT_SHARED', 'The wallet shared no account for this site.')
    return
  }
  send({ kind: 'opened', connections })
  if (before && before.topic !== session.topic) serving.leave({ before, connections })
}

function tellTrouble({ context, send }: Run, code: FailureCode, message: string): void {
  send({ kind: 'troubled', error: new FailureError(code, message, context) })
}

/** Tells what others have done to the attempt on screen. */
function tellAttempt({ send }: Run, { phase, pairing, error }: Attempt): void {
  if (phase === 'failed') send({ kind: 'failed', code: error?.code })
  else if (pairing?.expiresAt === 0) send({ kind: 'renewed' })
}

/** Tells that the uri on screen has too little time left, while somebody looks. */
function tellExpiry({ instance, read, send }: Run): void {
  if (instance.services.browser.isVisible() && !isFresh(instance, read().pairings.at(-1))) send({ kind: 'expired' })
}

/** Names what keeps the relay away. */
function watchRelay(run: Run, wc: LiveWalletConnect): () => void {
  const { instance, send } = run
  const onRelayer = (event: SignClientEvents['relayer']): void => {
    if (event.name === 'relayer_try_failed' && event.tries >= RELAY_TRIES && networkOf(instance).get().isOnline) {
      tellTrouble(run, 'RELAY_UNREACHABLE', 'The relay cannot be reached from this network.')
    } else if (event.name === 'relayer_refused') {
      tellTrouble(run, nameRefusal(instance, event), `The relay refused: ${event.reason}`)
    } else if (event.name === 'relayer_connect') send({ kind: 'relayConnected' })
  }
  wc.client.on('relayer', onRelayer)
  return () => void wc.client.off('relayer', onRelayer)
}

/** Tells that nothing has come for long, counted from the start and from the moment at which a network is back. */
function watchSilence(run: Run): () => void {
  const { instance, context, send } = run
  const { clock } = instance.services
  const network = networkOf(instance)
  let stops: readonly (() => void)[] = []
  const stop = (): void => {
    for (const end of stops) end()
    stops = []
  }
  const begin = (): void => {
    stop()
    if (!network.get().isOnline) return
    stops = [
      clock.after(SLOW_MS, () => send({ kind: 'slow' })),
      clock.after(OVERDUE_MS, () => {
        const code = run.wc ? 'RELAY_UNREACHABLE' : 'UNKNOWN_FAILURE'
        const error = new FailureError(code, 'Nothing to connect by has come in time.', context)
        send({ kind: 'overdue', error, isConnected: run.wc?.isConnected === true })
      }),
    ]
  }
  begin()
  const stopWatching = network.watch(({ isOnline }, before) => {
    if (isOnline !== before.isOnline) begin()
  })
  return () => {
    stop()
    stopWatching()
  }
}

/** Says that there is no network: no relay can be blamed then (docs/failures.md, rule 5). */
function watchOnline({ instance, running, context, send }: Run): () => void {
  const network = networkOf(instance)
  const tell = (online: boolean): void => {
    if (!online) setHint(instance, running, 'OFFLINE', context)
    else if (instance.stores.connection.get().attempt?.hint === 'OFFLINE') {
      instance.stores.connection.set((state) => updateAttempt(state, running.id, { hint: undefined }))
    }
  }
  tell(network.get().isOnline)
  return network.watch(({ isOnline, tries }, before) => {
    tell(isOnline)
    if (isOnline || tries !== before.tries) send({ kind: 'networkBack' })
  })
}

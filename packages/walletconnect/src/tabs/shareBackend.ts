import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import type { SignClientCalls } from '../calls.ts'
import { createWatchers } from '../createWatchers.ts'
import { EngineError } from '../errors.ts'
import type { Surroundings } from '../ports.ts'
import type { Tables } from '../tables.ts'
import { isGivenUp } from './isGivenUp.ts'
import { createSnapshot, isShownTable, listRecords } from './shownRecords.ts'
import type { TabMessage } from './tabMessage.ts'
import type { TabShare, TabTalk } from './tabShare.ts'

/** How long a visible tab waits for its leader to say that it lives, in ms. Phones freeze tabs without telling them. */
const PATIENCE_MS = 1500

/** The same for a tab that nobody looks at; its own timers may be late. */
const HIDDEN_PATIENCE_MS = 10_000

/** How often a visible tab asks whether its leader lives, in ms. A frozen leader holds the socket and hears no wallet. */
const BEAT_MS = 5000

/** How long after an engine could not start the tab asks to lead again, in ms. */
const RETRY_MS = 1000

type CallName = keyof SignClientCalls

type Pending = {
  readonly name: CallName
  readonly parameters: SignClientCalls[CallName]['parameters']
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly forget: () => void
}

/**
 * One engine for all tabs of an origin: the tab that leads runs it, the others call it. Resolves once this tab leads or has
 * heard from the one that does; rejects where this tab was to lead and its engine could not start.
 *
 * A call is asked of whoever leads, and again of the next leader, always with its own id; so it is answered once and carried
 * out at most once. A leader that was replaced while it slept learns so from its lock or from its first refused write, and
 * follows. What is said between tabs is read by code that loads with another tab's first word: a page that is alone needs none.
 */
export async function shareBackend(options: shareBackend.Options): Promise<Backend> {
  const { startEngine, surroundings } = options
  const { clock, logger, random, reachability, tabs } = surroundings
  const { tell, watch } = createWatchers<BackendNews>(logger)
  const pending = new Map<string, Pending>()
  let endWait: () => void = () => {}
  let failWait: (error: unknown) => void = () => {}
  const ready = new Promise<void>((...both) => {
    ;[endWait, failWait] = both
  })

  const share: TabShare = {
    tabId: random.bytes(8).join('-'),
    clock,
    shown: createSnapshot(),
    own: undefined,
    engine: undefined,
    leader: undefined,
    sequence: 0,
    isReady: false,
    isClosed: false,
    post,
    tell,
    settle,
    becomeReady,
    isAsking: () => isAsking,
    beat,
    rest,
  }
  let talk: TabTalk | undefined
  /** What was heard while the code that reads it was on its way. */
  let unread: unknown[] = []
  let terms = 0
  let endLead: () => void = () => {}
  let leadDone: Promise<void> = Promise.resolve()
  let stopCampaign: () => void = () => {}
  let stopTimer: () => void = () => {}
  let isAsking = false

  function post(message: TabMessage): boolean {
    try {
      tabs.post(message)
      return true
    } catch {
      return false
    }
  }

  function getSnapshot(): Snapshot {
    return share.engine ? share.engine.backend.snapshot() : share.shown
  }

  function becomeReady(): void {
    share.isReady = true
    endWait()
    for (const callId of [...pending.keys()]) ask(callId)
  }

  // Calls of this tab.

  function settle(callId: string, outcome: { result?: unknown; error?: unknown }): void {
    const call = pending.get(callId)
    if (!call) return
    pending.delete(callId)
    call.forget()
    if (outcome.error === undefined) call.resolve(outcome.result)
    else call.reject(outcome.error)
  }

  function abort(callId: string): void {
    if (!share.engine) post({ kind: 'abort', callId })
    settle(callId, { error: new EngineError('ABORTED') })
  }

  /** Asks whoever leads. Where nobody is known to, the next leader is asked once it says so. */
  function ask(callId: string): void {
    const call = pending.get(callId)
    if (!call) return
    const { name, parameters, signal } = call
    const { engine: asked, leader } = share
    if (asked) {
      const { backend, callOnce } = asked
      const answer: Promise<unknown> = callOnce
        ? callOnce(name, parameters, { callId, signal, isForeign: false })
        : backend.call(name, parameters, { callId, signal })
      answer.then(
        (result) => settle(callId, { result }),
        (error: unknown) => {
          // An engine that was replaced gives calls up; they are asked again, not answered.
          if (asked === share.engine || !isGivenUp(error)) settle(callId, { error })
        },
      )
    } else if (leader !== undefined) {
      if (!post({ kind: 'call', leader, from: share.tabId, callId, name, parameters })) {
        settle(callId, { error: new EngineError('PAYLOAD_UNSAFE', `call: ${name}`) })
      } else if (!isAsking) beat()
    } else if (!isAsking) beat()
  }

  // Following.

  /** Asks the leader for a sign of life, and takes its place when there is none. */
  function beat(): void {
    stopTimer()
    isAsking = false
    if (share.isClosed || share.own !== undefined) return
    if (!reachability.isVisible() && share.isReady && pending.size === 0) return
    const patience = reachability.isVisible() ? PATIENCE_MS : HIDDEN_PATIENCE_MS
    const askedAt = clock.now()
    isAsking = true
    post({ kind: 'ping' })
    stopTimer = clock.after(patience, () => {
      isAsking = false
      const sleptItself = clock.now() - askedAt > 2 * patience
      if (sleptItself) return beat()
      logger.debug('The leading tab does not answer; taking the lead.')
      tabs.seize()
      stopTimer = clock.after(BEAT_MS, beat)
    })
  }

  /** The leader lives: it is asked again after a while, or with the next call. */
  function rest(): void {
    if (!isAsking) return
    isAsking = false
    stopTimer()
    stopTimer = clock.after(BEAT_MS, beat)
  }

  async function loadTalk(): Promise<TabTalk> {
    if (!talk) {
      const { createTabTalk } = await import('./createTabTalk.ts')
      talk ??= createTabTalk(share)
    }
    return talk
  }

  function hear(heard: unknown): void {
    if (share.isClosed || typeof heard !== 'object' || heard === null) return
    const { kind, from } = heard as Readonly<Record<string, unknown>>
    if (kind === 'hello' || kind === 'ping') {
      if (kind === 'hello' && typeof from !== 'string') return
      if (kind === 'hello' && share.engine) announce(from as string)
      else if (share.own) post({ kind: 'pong', leader: share.own })
    } else if (talk && unread.length === 0) talk.hear(heard)
    else {
      // It lives, whatever it says.
      if (kind === 'pong' || kind === 'snapshot') rest()
      unread.push(heard)
      if (unread.length === 1) void readAll()
    }
  }

  async function readAll(): Promise<void> {
    try {
      const { hear: read } = await loadTalk()
      for (const heard of unread) read(heard)
    } catch {
      logger.warn('The code that listens to other tabs could not be loaded.')
    }
    unread = []
  }

  // Leading.

  function announce(to?: string): void {
    const { own, sequence } = share
    if (own) post({ kind: 'snapshot', leader: own, to, sequence, records: listRecords(getSnapshot()) })
  }

  function watchEngine(backend: Backend): void {
    backend.watch((heard) => {
      if (share.engine?.backend !== backend) return
      const changes = heard.kind === 'changes' ? heard.changes.filter(({ table }) => isShownTable(table)) : undefined
      if (changes?.length === 0) return
      // Keys stay in this tab: only what every tab shows is told (SEC-88).
      const news: BackendNews = changes ? { kind: 'changes', changes } : heard
      share.sequence += 1
      if (share.own) post({ kind: 'news', leader: share.own, sequence: share.sequence, news })
      tell(news)
    })
  }

  async function lead(lost: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const end = (): void => {
      if (ended.signal.aborted) return
      if (share.engine) share.shown = createSnapshot(share.engine.backend.snapshot())
      share.engine = undefined
      ended.abort()
    }
    terms += 1
    share.own = `${share.tabId}.${terms}`
    share.leader = undefined
    share.sequence = 0
    stopTimer()
    isAsking = false
    endLead = end
    lost.addEventListener('abort', end, { once: true })
    if (lost.aborted || share.isClosed) end()
    let started: shareBackend.Engine | undefined
    let failure: unknown
    try {
      // What this tab has shown and asked before was another's, or may be.
      if (share.isReady) await loadTalk()
      if (!ended.signal.aborted) started = await startEngine({ lost: ended.signal, fenced: end })
      if (started && !ended.signal.aborted) {
        watchEngine(started.backend)
        share.engine = { ...started, callOnce: talk?.remember(started) }
        const next = createSnapshot(started.backend.snapshot())
        if (talk) talk.show(next)
        else share.shown = next
        announce()
        becomeReady()
        await new Promise((resolve) => ended.signal.addEventListener('abort', resolve, { once: true }))
      }
      await started?.backend.close()
    } catch (error) {
      failure = error ?? new EngineError('ABORTED')
    }
    talk?.endLead()
    post({ kind: 'bye', leader: share.own })
    share.own = undefined
    if (share.isClosed) return
    if (failure !== undefined && !started && !ended.signal.aborted) {
      if (!share.isReady) return failWait(failure)
      logger.error('The engine could not start.', { error: failure instanceof Error ? failure.message : 'unknown' })
      for (const callId of [...pending.keys()]) settle(callId, { error: failure })
      stopTimer = clock.after(RETRY_MS, campaign)
      return
    }
    campaign()
  }

  function campaign(): void {
    if (share.isClosed) return
    stopCampaign = tabs.campaign((lost) => {
      leadDone = lead(lost)
      return leadDone
    })
    if (share.own === undefined) {
      post({ kind: 'hello', from: share.tabId })
      beat()
    }
  }

  async function close(): Promise<void> {
    if (share.isClosed) return
    share.isClosed = true
    stopTimer()
    stopWatching()
    for (const callId of [...pending.keys()]) {
      abort(callId)
    }
    endLead()
    await leadDone
    stopCampaign()
    stopListening()
    tabs.close()
  }

  const stopListening = tabs.listen(hear)
  const stopWatching = reachability.watch((change) => {
    if (change === 'visible' && share.own === undefined && !isAsking) beat()
  })
  campaign()
  try {
    await ready
  } catch (error) {
    await close()
    throw error
  }

  return {
    call: (name, parameters, { callId, signal }) =>
      new Promise((resolve, reject) => {
        if (share.isClosed || signal?.aborted) return reject(new EngineError('ABORTED'))
        const giveUp = (): void => abort(callId)
        signal?.addEventListener('abort', giveUp, { once: true })
        const forget = (): void => signal?.removeEventListener('abort', giveUp)
        // Parsed by the facade's types: the engine that answers is of this package.
        pending.set(callId, { name, parameters, signal, resolve: resolve as (result: unknown) => void, reject, forget })
        ask(callId)
      }),
    snapshot: getSnapshot,
    watch,
    close,
  }
}

export declare namespace shareBackend {
  type Options = {
    readonly surroundings: Pick<Surroundings, 'clock' | 'logger' | 'random' | 'reachability' | 'tabs'>
    /** Opens the tables and starts the engine of a tab that begins to lead. */
    readonly startEngine: StartEngine
  }
  type StartEngine = (lead: {
    /** Aborts when the lead is over: nothing may be begun or written any more. */
    readonly lost: AbortSignal
    /** To be called when a write was refused because another tab writes now. */
    readonly fenced: () => void
  }) => Promise<Engine>
  type Engine = { readonly backend: Backend; readonly tables: Tables }
}

import type { Backend, BackendNews } from '../backend.ts'
import { createWatchers } from '../createWatchers.ts'
import { EngineError } from '../errors.ts'
import { createSnapshot, isShownTable } from '../snapshots.ts'
import type { Tables } from '../tables.ts'
import { createLeaderWatch } from './createLeaderWatch.ts'
import { createTabCalls } from './createTabCalls.ts'
import { createTabChannel } from './createTabChannel.ts'
import type { Post, TabState, TabSurroundings } from './tabState.ts'

/** How long after an engine could not start the tab asks to lead again, in ms. */
const RETRY_MS = 1000

/**
 * One engine for all tabs of an origin: the tab that leads runs it, the others call it. Resolves once this tab leads or knows the
 * one that does; rejects where this tab was to lead and its engine could not start.
 *
 * A call is asked of whoever leads, and again of the next leader, always with its own id; so it is answered once and carried
 * out at most once. A leader that was replaced while it was frozen learns so from its lock or from its first refused write, and
 * follows.
 */
export async function shareBackend({ startEngine, surroundings }: shareBackend.Options): Promise<Backend> {
  const { clock, logger, random, reachability, tabs } = surroundings
  const { tell, watch } = createWatchers<BackendNews>(logger)
  const state: TabState = {
    tabId: random.bytes(8).join('-'),
    shown: createSnapshot(),
    own: undefined,
    engine: undefined,
    leader: undefined,
    sequence: 0,
    isReady: false,
    isClosed: false,
  }
  const post: Post = (message) => {
    try {
      tabs.post(message)
      return true
    } catch {
      // Something in it cannot be cloned.
      return false
    }
  }
  const calls = createTabCalls(state, post, () => leaderWatch.check())
  const leaderWatch = createLeaderWatch(state, surroundings, post, calls.isWaiting)
  let endWait: () => void = () => {}
  let failWait: (error: unknown) => void = () => {}
  const ready = new Promise<void>((...both) => {
    ;[endWait, failWait] = both
  })
  const becomeReady = (): void => {
    state.isReady = true
    endWait()
    calls.askAll()
  }
  const channel = createTabChannel({ state, clock, post, tell, calls, leaderWatch, becomeReady }, surroundings)
  let terms = 0
  let endLead: () => void = () => {}
  let leadDone: Promise<void> = Promise.resolve()
  let stopCampaign: () => void = () => {}
  let stopRetry: () => void = () => {}

  function watchEngine(backend: Backend): void {
    backend.watch((told) => {
      if (state.engine?.backend !== backend) return
      const changes = told.kind === 'changes' ? told.changes.filter(({ table }) => isShownTable(table)) : undefined
      if (changes?.length === 0) return
      // Keys stay in this tab: only what every tab shows is told (SEC-88).
      const news: BackendNews = changes ? { kind: 'changes', changes } : told
      state.sequence += 1
      if (state.own) post({ kind: 'news', leader: state.own, sequence: state.sequence, news })
      tell(news)
    })
  }

  /** Runs the engine until the lead ends. Rejects where it could not start. */
  async function runEngine(ended: AbortSignal, end: () => void): Promise<void> {
    // What this tab has shown and asked before was another's, or may be.
    if (state.isReady) await channel.loadTalk()
    if (ended.aborted) return
    const started = await startEngine({ lost: ended, fenced: end })
    if (!ended.aborted) {
      const talk = channel.talk()
      watchEngine(started.backend)
      state.engine = { ...started, callOnce: talk?.remember(started) }
      const next = createSnapshot(started.backend.snapshot())
      if (talk) talk.show(next)
      else state.shown = next
      channel.announce()
      becomeReady()
      await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }))
    }
    await started.backend.close().catch(() => logger.debug('An engine that has ended could not let go of all it held.'))
  }

  async function lead(lost: AbortSignal): Promise<void> {
    const ended = new AbortController()
    endLead = () => {
      if (ended.signal.aborted) return
      if (state.engine) state.shown = createSnapshot(state.engine.backend.snapshot())
      state.engine = undefined
      ended.abort()
    }
    terms += 1
    state.own = `${state.tabId}.${terms}`
    state.leader = undefined
    state.sequence = 0
    leaderWatch.stop()
    lost.addEventListener('abort', endLead, { once: true })
    if (lost.aborted || state.isClosed) endLead()
    let failure: unknown
    try {
      await runEngine(ended.signal, endLead)
    } catch (error) {
      failure = error ?? new EngineError('ABORTED')
    }
    channel.talk()?.endLead()
    post({ kind: 'bye', leader: state.own })
    state.own = undefined
    if (state.isClosed) return
    if (failure === undefined || ended.signal.aborted) return campaign()
    if (!state.isReady) return failWait(failure)
    logger.error('The engine could not start.', { error: failure instanceof Error ? failure.message : 'unknown' })
    calls.failAll(failure)
    stopRetry = clock.after(RETRY_MS, campaign)
  }

  function campaign(): void {
    if (state.isClosed) return
    stopCampaign = tabs.campaign((lost) => {
      leadDone = lead(lost)
      return leadDone
    })
    if (state.own === undefined) {
      post({ kind: 'hello', from: state.tabId })
      leaderWatch.restart()
    }
  }

  async function close(): Promise<void> {
    if (state.isClosed) return
    state.isClosed = true
    leaderWatch.stop()
    stopRetry()
    stopWatching()
    calls.abortAll()
    endLead()
    await leadDone
    stopCampaign()
    channel.stop()
    tabs.close()
  }

  const stopWatching = reachability.watch((change) => {
    if (change === 'visible') leaderWatch.check()
  })
  campaign()
  try {
    await ready
  } catch (error) {
    await close()
    throw error
  }
  return {
    call: calls.call,
    snapshot: () => (state.engine ? state.engine.backend.snapshot() : state.shown),
    watch,
    close,
  }
}

export declare namespace shareBackend {
  type Options = {
    readonly surroundings: TabSurroundings
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

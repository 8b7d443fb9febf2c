import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import type { SignClientCalls } from '../calls.ts'
import { EngineError, isEngineError } from '../errors.ts'
import type { Surroundings } from '../ports.ts'
import type { Tables } from '../tables.ts'
import { type CallOnce, rememberOutcomes } from './rememberOutcomes.ts'
import { applyRecords, compareSnapshots, createSnapshot, isShownTable, listRecords } from './shownRecords.ts'
import { parseTabMessage, type TabMessage } from './tabMessage.ts'
import { formatError, parseError } from './wireErrors.ts'

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
 * follows.
 */
export async function shareBackend(options: shareBackend.Options): Promise<Backend> {
  const { startEngine, surroundings } = options
  const { clock, logger, random, reachability, tabs } = surroundings
  const tabId = [...random.bytes(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const watchers = new Set<(news: BackendNews) => void>()
  const pending = new Map<string, Pending>()
  const foreign = new Map<string, AbortController>()
  const ready = createPromise<void>()

  let shown = createSnapshot()
  /** This tab's time of leading, from the moment that it holds the lock. */
  let own: string | undefined
  let engine: { readonly backend: Backend; readonly callOnce: CallOnce } | undefined
  let leader: string | undefined
  let sequence = 0
  let terms = 0
  let isReady = false
  let isClosed = false
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

  function tell(news: BackendNews): void {
    for (const watcher of watchers) {
      try {
        watcher(news)
      } catch (error) {
        logger.error('A listener failed.', { error: error instanceof Error ? error.message : 'unknown' })
      }
    }
  }

  function getSnapshot(): Snapshot {
    return engine ? engine.backend.snapshot() : shown
  }

  /** Shows what somebody else wrote meanwhile. */
  function show(next: Snapshot): void {
    const changes = compareSnapshots(shown, next)
    shown = next
    if (changes.length > 0) tell({ kind: 'changes', changes })
  }

  function becomeReady(): void {
    isReady = true
    ready.resolve()
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

  /** Asks whoever leads. Where nobody is known to, the next leader is asked once it says so. */
  function ask(callId: string): void {
    const call = pending.get(callId)
    if (!call) return
    const { name, parameters, signal } = call
    if (engine) {
      const asked = engine
      asked.callOnce(name, parameters, { callId, signal, isForeign: false }).then(
        (result) => settle(callId, { result }),
        (error: unknown) => {
          // An engine that was replaced gives calls up; they are asked again, not answered.
          if (asked === engine || !isGivenUp(error)) settle(callId, { error })
        },
      )
    } else if (leader !== undefined) {
      if (!post({ kind: 'call', leader, from: tabId, callId, name, parameters })) {
        settle(callId, { error: new EngineError('PAYLOAD_UNSAFE', `call: ${name}`) })
      } else if (!isAsking) beat()
    } else if (!isAsking) beat()
  }

  // Following.

  /** Asks the leader for a sign of life, and takes its place when there is none. */
  function beat(): void {
    stopTimer()
    isAsking = false
    if (isClosed || own !== undefined) return
    if (!reachability.isVisible() && isReady && pending.size === 0) return
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

  function hear(heard: unknown): void {
    const message = parseTabMessage(heard)
    if (!message || isClosed) return
    switch (message.kind) {
      case 'hello':
        if (engine) announce(message.from)
        else if (own) post({ kind: 'pong', leader: own })
        return
      case 'ping':
        if (own) post({ kind: 'pong', leader: own })
        return
      case 'pong':
        rest()
        if (!own && message.leader !== leader) post({ kind: 'hello', from: tabId })
        return
      case 'snapshot': {
        if (own || (message.to !== undefined && message.to !== tabId)) return
        const isNew = leader !== message.leader
        leader = message.leader
        sequence = message.sequence
        rest()
        show(applyRecords(createSnapshot(), message.records))
        if (isNew || !isReady) becomeReady()
        return
      }
      case 'news':
        if (own || message.leader !== leader || message.sequence <= sequence) return
        rest()
        if (message.sequence > sequence + 1) post({ kind: 'hello', from: tabId })
        sequence = message.sequence
        if (message.news.kind === 'changes') shown = applyRecords(shown, message.news.changes)
        tell(message.news)
        return
      case 'answer':
        if (message.to !== tabId) return
        settle(message.callId, message.error ? { error: parseError(message.error) } : { result: message.result })
        return
      case 'bye':
        if (message.leader !== leader) return
        leader = undefined
        post({ kind: 'hello', from: tabId })
        if (!isAsking) beat()
        return
      case 'call':
        if (message.leader === own) serve(message)
        return
      case 'abort':
        foreign.get(message.callId)?.abort()
        return
    }
  }

  // Leading.

  function announce(to?: string): void {
    if (own) post({ kind: 'snapshot', leader: own, to, sequence, records: listRecords(getSnapshot()) })
  }

  /** Carries out a call of another tab. */
  function serve({ callId, from, name, parameters }: Extract<TabMessage, { kind: 'call' }>): void {
    const asked = engine
    if (!asked || foreign.has(callId)) return
    const controller = new AbortController()
    foreign.set(callId, controller)
    const answer = (outcome: { result?: unknown; error?: unknown }): void => {
      if (foreign.get(callId) === controller) foreign.delete(callId)
      const { error } = outcome
      if (error !== undefined && asked !== engine && isGivenUp(error)) return
      const body = error === undefined ? { result: outcome.result } : { error: formatError(error) }
      if (post({ kind: 'answer', to: from, callId, ...body })) return
      post({ kind: 'answer', to: from, callId, error: formatError(new EngineError('PAYLOAD_UNSAFE', `call: ${name}`)) })
    }
    // The engine looks at names and parameters itself: a call from another tab is like one from this one.
    const call = { name: name as CallName, parameters: parameters as SignClientCalls[CallName]['parameters'] }
    asked.callOnce(call.name, call.parameters, { callId, signal: controller.signal, isForeign: true }).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: error ?? new EngineError('ABORTED') }),
    )
  }

  function watchEngine(backend: Backend): void {
    backend.watch((heard) => {
      if (engine?.backend !== backend) return
      const changes = heard.kind === 'changes' ? heard.changes.filter(({ table }) => isShownTable(table)) : undefined
      if (changes?.length === 0) return
      // Keys stay in this tab: only what every tab shows is told (SEC-88).
      const news: BackendNews = changes ? { kind: 'changes', changes } : heard
      sequence += 1
      if (own) post({ kind: 'news', leader: own, sequence, news })
      tell(news)
    })
  }

  async function lead(lost: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const end = (): void => {
      if (ended.signal.aborted) return
      if (engine) shown = applyRecords(createSnapshot(), listRecords(engine.backend.snapshot()))
      engine = undefined
      ended.abort()
    }
    terms += 1
    own = `${tabId}.${terms}`
    leader = undefined
    sequence = 0
    stopTimer()
    isAsking = false
    endLead = end
    lost.addEventListener('abort', end, { once: true })
    if (lost.aborted || isClosed) end()
    let started: shareBackend.Engine | undefined
    let failure: unknown
    try {
      if (!ended.signal.aborted) started = await startEngine({ lost: ended.signal, fenced: end })
      if (started && !ended.signal.aborted) {
        watchEngine(started.backend)
        engine = { backend: started.backend, callOnce: rememberOutcomes(started, clock) }
        show(applyRecords(createSnapshot(), listRecords(started.backend.snapshot())))
        announce()
        becomeReady()
        await new Promise((resolve) => ended.signal.addEventListener('abort', resolve, { once: true }))
      }
      await started?.backend.close()
    } catch (error) {
      failure = error ?? new EngineError('ABORTED')
    }
    foreign.clear()
    post({ kind: 'bye', leader: own })
    own = undefined
    if (isClosed) return
    if (failure !== undefined && !started && !ended.signal.aborted) {
      if (!isReady) return ready.reject(failure)
      logger.error('The engine could not start.', { error: failure instanceof Error ? failure.message : 'unknown' })
      for (const callId of [...pending.keys()]) settle(callId, { error: failure })
      stopTimer = clock.after(RETRY_MS, campaign)
      return
    }
    campaign()
  }

  function campaign(): void {
    if (isClosed) return
    stopCampaign = tabs.campaign((lost) => {
      leadDone = lead(lost)
      return leadDone
    })
    if (own === undefined) {
      post({ kind: 'hello', from: tabId })
      beat()
    }
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    stopTimer()
    stopWatching()
    for (const callId of [...pending.keys()]) {
      if (!engine) post({ kind: 'abort', callId })
      settle(callId, { error: new EngineError('ABORTED') })
    }
    endLead()
    await leadDone
    stopCampaign()
    stopListening()
    tabs.close()
  }

  const stopListening = tabs.listen(hear)
  const stopWatching = reachability.watch((change) => {
    if (change === 'visible' && own === undefined && !isAsking) beat()
  })
  campaign()
  try {
    await ready.promise
  } catch (error) {
    await close()
    throw error
  }

  return {
    call: (name, parameters, { callId, signal }) => {
      const answer = createPromise<unknown>()
      const abort = (): void => {
        if (!engine) post({ kind: 'abort', callId })
        settle(callId, { error: new EngineError('ABORTED') })
      }
      if (isClosed || signal?.aborted) return Promise.reject(new EngineError('ABORTED'))
      signal?.addEventListener('abort', abort, { once: true })
      const forget = (): void => signal?.removeEventListener('abort', abort)
      pending.set(callId, { name, parameters, signal, resolve: answer.resolve, reject: answer.reject, forget })
      ask(callId)
      // Parsed by the facade's types: the engine that answers is of this package.
      return answer.promise as Promise<SignClientCalls[typeof name]['result']>
    },
    snapshot: getSnapshot,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
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

function createPromise<Value>(): {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
} {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((...both) => {
    ;[resolve, reject] = both
  })
  return { promise, resolve, reject }
}

/** Whether a call was cut off by the end of its engine, rather than answered. */
function isGivenUp(error: unknown): boolean {
  return isEngineError(error, 'ABORTED') || isEngineError(error, 'STORAGE_FAILED')
}

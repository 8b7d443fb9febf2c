import type { Snapshot } from '../backend.ts'
import type { SignClientCalls } from '../calls.ts'
import { EngineError } from '../errors.ts'
import { createSnapshot } from '../snapshots.ts'
import { applyRecords, compareSnapshots } from './compareSnapshots.ts'
import { isGivenUp } from './isGivenUp.ts'
import { rememberOutcomes } from './rememberOutcomes.ts'
import { parseTabMessage, type TabMessage } from './tabMessage.ts'
import type { TabShare, TabTalk } from './tabShare.ts'
import { formatError, parseError } from './wireErrors.ts'

type CallName = keyof SignClientCalls

/** Following another tab, and serving those that follow this one. Loaded when there is one. */
export function createTabTalk(share: TabShare): TabTalk {
  const { state, clock, post, tell, calls, leaderWatch, becomeReady } = share
  const { tabId } = state
  const foreign = new Map<string, AbortController>()

  function show(next: Snapshot): void {
    const changes = compareSnapshots(state.shown, next)
    state.shown = next
    if (changes.length > 0) tell({ kind: 'changes', changes })
    // A session that ended under a leader which went away before it could say so. Its topic is silent from now on.
    for (const { table, key, value } of changes)
      if (table === 'session' && value === undefined)
        tell({ kind: 'event', name: 'session_delete', payload: { id: 0, topic: key } })
  }

  const remember: TabTalk['remember'] = (engine) => rememberOutcomes(engine, clock)

  function read(received: unknown): void {
    const message = parseTabMessage(received)
    if (!message || state.isClosed) return
    const { own, leader } = state
    switch (message.kind) {
      case 'pong':
        leaderWatch.rest()
        if (!own && message.leader !== leader) post({ kind: 'hello', from: tabId })
        return
      case 'snapshot':
        if (own || (message.to !== undefined && message.to !== tabId)) return
        state.leader = message.leader
        state.sequence = message.sequence
        leaderWatch.rest()
        show(applyRecords(createSnapshot(), message.records))
        if (leader !== message.leader || !state.isReady) becomeReady()
        return
      case 'news':
        if (own || message.leader !== leader || message.sequence <= state.sequence) return
        leaderWatch.rest()
        if (message.sequence > state.sequence + 1) post({ kind: 'hello', from: tabId })
        state.sequence = message.sequence
        if (message.news.kind === 'changes') state.shown = applyRecords(state.shown, message.news.changes)
        tell(message.news)
        return
      case 'answer':
        if (message.to !== tabId) return
        calls.settle(message.callId, message.error ? { error: parseError(message.error) } : { result: message.result })
        return
      case 'bye':
        if (message.leader !== leader) return
        state.leader = undefined
        post({ kind: 'hello', from: tabId })
        leaderWatch.check()
        return
      case 'call':
        if (message.leader === own) serve(message)
        return
      case 'abort':
        foreign.get(message.callId)?.abort()
        return
    }
  }

  /** Carries out a call of another tab. */
  function serve({ callId, from, name, parameters }: Extract<TabMessage, { kind: 'call' }>): void {
    const asked = state.engine
    if (!asked || foreign.has(callId)) return
    const controller = new AbortController()
    foreign.set(callId, controller)
    const answer = (outcome: { result?: unknown; error?: unknown }): void => {
      if (foreign.get(callId) === controller) foreign.delete(callId)
      const { error } = outcome
      if (error !== undefined && asked !== state.engine && isGivenUp(error)) return
      const body = error === undefined ? { result: outcome.result } : { error: formatError(error) }
      if (post({ kind: 'answer', to: from, callId, ...body })) return
      post({ kind: 'answer', to: from, callId, error: formatError(new EngineError('PAYLOAD_UNSAFE', `call: ${name}`)) })
    }
    // The engine looks at names and parameters itself: a call from another tab is like one from this one.
    const call = { name: name as CallName, parameters: parameters as SignClientCalls[CallName]['parameters'] }
    asked.callOnce ??= remember(asked)
    asked.callOnce(call.name, call.parameters, { callId, signal: controller.signal, isForeign: true }).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: error ?? new EngineError('ABORTED') }),
    )
  }

  return { read, show, remember, endLead: () => foreign.clear() }
}

import type { Backend } from '../backend.ts'
import { EngineError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { TableChange, Tables } from '../tables.ts'
import { isGivenUp } from './isGivenUp.ts'
import { formatError, parseError } from './wireErrors.ts'

/** How long what became of a call is kept, in ms: longer than a tab needs to find its next leader. */
const KEPT_MS = 5 * 60_000

/** How many outcomes are kept. */
const KEPT_AT_MOST = 200

/** `Backend['call']` that carries a call id out at most once. */
export type CallOnce = (
  name: Parameters<Backend['call']>[0],
  parameters: Parameters<Backend['call']>[1],
  options: {
    readonly callId: string
    readonly signal?: AbortSignal | undefined
    /** True for a call of another tab: its outcome is kept, because this tab may be closed before that one gets it. */
    readonly isForeign: boolean
  },
) => Promise<unknown>

/**
 * Calls a backend so that the same call id joins the call that runs, or gets its outcome, also under a later leader.
 * Waits (`await…`) are not kept: asking again starts nothing. What was cut off by closing or by storage is not kept either.
 */
export function rememberOutcomes(engine: { backend: Backend; tables: Tables }, clock: Clock): CallOnce {
  const { backend, tables } = engine
  const running = new Map<string, Promise<unknown>>()

  async function keep(callId: string, outcome: { result?: unknown; error?: unknown }): Promise<void> {
    const { error } = outcome
    if (isGivenUp(error)) return
    const now = clock.now()
    const value = error === undefined ? { at: now, result: outcome.result } : { at: now, error: formatError(error) }
    // The effect stands also where its outcome could not be written.
    await tables.commit([...listStale(tables, now), { table: 'outcome', key: callId, value }]).catch(() => undefined)
  }

  async function run(...[name, parameters, options]: Parameters<CallOnce>): Promise<unknown> {
    const { callId, signal, isForeign } = options
    const isKept = isForeign && !name.startsWith('await')
    try {
      const result: unknown = await backend.call(name, parameters, { callId, signal })
      if (isKept) await keep(callId, { result })
      return result
    } catch (error) {
      if (isKept) await keep(callId, { error: error ?? new EngineError('ABORTED') })
      throw error
    }
  }

  return (name, parameters, options) => {
    const { callId } = options
    const known = running.get(callId)
    if (known) return known
    const outcome = tables.outcome.get(callId)
    if (outcome) return outcome.error ? Promise.reject(parseError(outcome.error)) : Promise.resolve(outcome.result)
    const call = run(name, parameters, options).finally(() => running.delete(callId))
    running.set(callId, call)
    return call
  }
}

/** Outcomes that are old, or the oldest of too many. */
function listStale(tables: Tables, now: number): TableChange[] {
  const kept = tables.outcome
    .keys()
    .map((key) => ({ key, at: tables.outcome.get(key)?.at ?? 0 }))
    .reverse()
    .sort((a, b) => b.at - a.at)
  return kept
    .filter(({ at }, place) => now - at > KEPT_MS || place >= KEPT_AT_MOST - 1)
    .map(({ key }) => ({ table: 'outcome', key }))
}

import type { PendingRequest } from '../records.ts'
import { QUEUE_GAP_MS, SHOWN_LIMIT } from './constants.ts'
import type { EngineContext, RequestQueue } from './context.ts'

/** The queue of an engine, made when first asked for. */
export function queueOf(context: EngineContext): RequestQueue {
  context.queue.current ??= createRequestQueue(context)
  return context.queue.current
}

/**
 * Makes a queue. What was stored when the engine started comes a gap later, so that listeners can be there, and what comes after
 * it keeps its order; with nothing stored, the first request is shown as it comes.
 */
function createRequestQueue({ clock, tables, options, emit, startedAt, queue }: EngineContext): RequestQueue {
  const isOff = options.signConfig?.disableRequestQueue === true
  const shown = new Set<number>()
  let waiting: number[] = []
  let head: number | undefined
  let stopGap: (() => void) | undefined
  const leftMs = queue.hasStored ? Math.min(QUEUE_GAP_MS, startedAt + QUEUE_GAP_MS - clock.now()) : 0
  if (leftMs > 0) stopGap = clock.after(leftMs, refill)
  else refill()

  function refill(): void {
    stopGap = undefined
    const known = tables.request
      .getAll()
      .map(({ id }) => id)
      .sort((a, b) => a - b)
    waiting = [...known, ...waiting.filter((id) => !known.includes(id))]
    pump()
  }

  function show(request: PendingRequest): void {
    if (shown.has(request.id)) return
    shown.add(request.id)
    for (const old of shown) {
      if (shown.size <= SHOWN_LIMIT) break
      shown.delete(old)
    }
    const { id, topic, params, verifyContext } = request
    emit('session_request', { id, topic, params, verifyContext })
  }

  function pump(): void {
    while (head === undefined && stopGap === undefined) {
      const id = waiting.shift()
      if (id === undefined) return
      const request = tables.request.get(String(id))
      if (!request) continue
      if (!isOff) head = id
      show(request)
    }
  }

  return {
    add(request) {
      if (isOff) return show(request)
      if (shown.has(request.id) || waiting.includes(request.id)) return
      waiting.push(request.id)
      // Before the first gap is over nothing is shown; the refill picks this one up in its order.
      pump()
    },
    answered(id) {
      waiting = waiting.filter((other) => other !== id)
      if (head !== id) return
      head = undefined
      stopGap ??= clock.after(QUEUE_GAP_MS, () => {
        stopGap = undefined
        pump()
      })
    },
    gone(ids) {
      waiting = waiting.filter((other) => !ids.includes(other))
      if (head !== undefined && ids.includes(head)) head = undefined
      pump()
    },
    close: () => stopGap?.(),
  }
}

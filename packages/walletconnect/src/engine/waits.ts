import { EngineError } from '../errors.ts'
import { DELETED_LIMIT } from './constants.ts'

/** How a wait ends. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** Those who wait for an answer, by its request's id. Every wait ends: by an outcome, by its signal, or by `close`. */
export type Waits = {
  /** Waits for an outcome. One that failed earlier is remembered for those who come late. */
  wait(id: number, signal: AbortSignal | undefined): Promise<unknown>
  /** Ends all waits for an id. Says whether somebody waited. */
  tell(id: number, outcome: Outcome): boolean
  /** Ends everything with `ABORTED`. */
  close(): void
}

/** Makes an empty list of waits. */
export function createWaits(): Waits {
  const waiting = new Map<number, Set<(outcome: Outcome) => void>>()
  const failed = new Map<number, Outcome>()
  let isClosed = false

  return {
    wait: (id, signal) =>
      new Promise((resolve, reject) => {
        const earlier = failed.get(id)
        if (earlier && 'error' in earlier) return reject(earlier.error)
        if (isClosed || signal?.aborted) return reject(new EngineError('ABORTED'))
        const abort = () => end({ error: new EngineError('ABORTED') })
        const end = (outcome: Outcome) => {
          signal?.removeEventListener('abort', abort)
          listeners.delete(end)
          if (listeners.size === 0) waiting.delete(id)
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value)
        }
        const listeners = waiting.get(id) ?? new Set()
        waiting.set(id, listeners.add(end))
        signal?.addEventListener('abort', abort)
      }),
    tell(id, outcome) {
      const listeners = [...(waiting.get(id) ?? [])]
      if ('error' in outcome) {
        failed.set(id, outcome)
        for (const old of failed.keys()) {
          if (failed.size <= DELETED_LIMIT) break
          failed.delete(old)
        }
      }
      for (const end of listeners) end(outcome)
      return listeners.length > 0
    },
    close() {
      isClosed = true
      for (const listeners of [...waiting.values()])
        for (const end of [...listeners]) end({ error: new EngineError('ABORTED') })
    },
  }
}

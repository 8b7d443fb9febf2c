import type { Logger } from './ports.ts'

/** Listeners by event name. A listener that throws is logged and does not keep the others from being called. */
export type Emitter = {
  on(name: string, listener: (payload: never) => void, isOnce?: boolean): void
  off(name: string, listener: (payload: never) => void): void
  emit(name: string, payload: unknown): void
  clear(name?: string): void
  has(name: string): boolean
}

/** Makes an emitter. */
export function createEmitter(logger: Logger): Emitter {
  const listeners = new Map<string, Map<(payload: unknown) => void, boolean>>()
  return {
    on(name, listener, isOnce = false) {
      const known = listeners.get(name) ?? new Map()
      listeners.set(name, known.set(listener, isOnce))
    },
    off(name, listener) {
      listeners.get(name)?.delete(listener as (payload: unknown) => void)
    },
    emit(name, payload) {
      for (const [listener, isOnce] of [...(listeners.get(name) ?? [])]) {
        if (isOnce) listeners.get(name)?.delete(listener)
        try {
          listener(payload)
        } catch (error) {
          // Its words may quote what it was told (SEC-88).
          logger.error('A listener failed.', { event: name, error: error instanceof Error ? error.name : 'unknown' })
        }
      }
    },
    clear(name) {
      if (name === undefined) listeners.clear()
      else listeners.delete(name)
    },
    has: (name) => (listeners.get(name)?.size ?? 0) > 0,
  }
}

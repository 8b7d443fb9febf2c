import type { Logger } from './ports.ts'

/** Listeners to something. One that throws is logged and does not keep the others from being called. */
export type Watchers<News> = {
  tell(news: News): void
  watch(listener: (news: News) => void): () => void
  clear(): void
}

/** Makes an empty list of watchers. */
export function createWatchers<News>(logger: Logger): Watchers<News> {
  const listeners = new Set<(news: News) => void>()
  return {
    tell(news) {
      for (const listener of [...listeners]) {
        try {
          listener(news)
        } catch (error) {
          // Its words may quote what it was told (SEC-88).
          logger.error('A listener failed.', { error: error instanceof Error ? error.name : 'unknown' })
        }
      }
    },
    watch(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    clear: () => listeners.clear(),
  }
}

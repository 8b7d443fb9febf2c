import type { Post, TabState, TabSurroundings } from './tabState.ts'

/** How long a visible tab waits for its leader to say that it lives, in ms. Phones freeze tabs without telling them. */
const PATIENCE_MS = 1500

/** The same for a tab that nobody looks at; its own timers may be late. */
const HIDDEN_PATIENCE_MS = 10_000

/** How often a visible tab asks whether its leader lives, in ms. A frozen leader holds the socket and receives nothing. */
const BEAT_MS = 5000

/** Whether the tab that leads still lives. */
export type LeaderWatch = {
  /** Asks the leader for a sign of life, and takes its place when there is none; unless it was asked already. */
  check(): void
  /** The same anew: whoever leads now was not asked. */
  restart(): void
  /** The leader lives: it is asked again after a while, or with the next call. */
  rest(): void
  stop(): void
}

/** Watches the leader of a tab that follows; one that leads asks nobody. A hidden tab asks only where `isWaiting`. */
export function createLeaderWatch(
  state: TabState,
  { clock, logger, reachability, tabs }: TabSurroundings,
  post: Post,
  isWaiting: () => boolean,
): LeaderWatch {
  let stopTimer: () => void = () => {}
  let isAsking = false

  function stop(): void {
    stopTimer()
    isAsking = false
  }

  function restart(): void {
    stop()
    if (state.isClosed || state.own !== undefined) return
    if (!reachability.isVisible() && state.isReady && !isWaiting()) return
    const patience = reachability.isVisible() ? PATIENCE_MS : HIDDEN_PATIENCE_MS
    const askedAt = clock.now()
    isAsking = true
    post({ kind: 'ping' })
    stopTimer = clock.after(patience, () => {
      isAsking = false
      const sleptItself = clock.now() - askedAt > 2 * patience
      if (sleptItself) return restart()
      logger.debug('The leading tab does not answer; taking the lead.')
      tabs.seize()
      stopTimer = clock.after(BEAT_MS, restart)
    })
  }

  return {
    check() {
      if (!isAsking) restart()
    },
    restart,
    rest() {
      if (!isAsking) return
      stop()
      stopTimer = clock.after(BEAT_MS, restart)
    },
    stop,
  }
}

/** The requests that wait for somebody, the one on screen among them. */
export type Queue = ReturnType<typeof createQueue>

/** A queue that says how many requests there are. */
export function createQueue() {
  let waiting: readonly object[] = []
  /** How many have ended since the first that anybody saw. */
  let ended = 0
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    count: () => waiting.length,
    /** What has ended, and all there are, as one text, which is compared as a whole. */
    read: () => `${ended + 1}/${ended + waiting.length}`,
    enter: () => {
      const entry = {}
      waiting = [...waiting, entry]
      tell()
      return () => {
        waiting = waiting.filter((each) => each !== entry)
        ended = waiting.length === 0 ? 0 : ended + 1
        tell()
      }
    },
  }
}

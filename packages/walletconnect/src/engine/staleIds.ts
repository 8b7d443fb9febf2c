/** Which updates and events are older than the last one of their kind. Source: protocol reference, section 11.1. */
export type StaleIds = {
  /** Whether an id's millisecond is before that of the last one remembered. */
  isStale(key: string, id: number): boolean
  remember(key: string, id: number): void
  /** Forgets everything of a topic. */
  forget(topic: string): void
}

/** Makes an empty memory. Keys are a topic, or a topic and an event: `topic:name`. */
export function createStaleIds(): StaleIds {
  const last = new Map<string, number>()
  const millisecond = (id: number) => Math.floor(id / 1000)
  return {
    isStale: (key, id) => millisecond(id) < (last.get(key) ?? 0),
    remember: (key, id) => last.set(key, millisecond(id)),
    forget(topic) {
      for (const key of last.keys()) if (key.startsWith(topic)) last.delete(key)
    },
  }
}

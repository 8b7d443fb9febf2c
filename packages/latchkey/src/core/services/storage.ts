import type { KeyStorage } from './ports.ts'

/** What other tabs send each other; parsed on arrival, because any script of the site can post here. */
type TabMessage = { readonly name: string; readonly value: string | null }

/** What of the page the storage stands on; each may be missing or throw. */
export type StorageGround = {
  /** Reads `window.localStorage`; the getter itself throws where storage is blocked. */
  readonly openStorage: () => Storage | undefined
  readonly openChannel: (
    name: string,
  ) => Pick<BroadcastChannel, 'addEventListener' | 'postMessage' | 'close'> | undefined
  /** `window`, for `storage` events. */
  readonly target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined
}

/** Part of a name that may be dropped when space runs out. */
const CACHE = 'cache/'

/**
 * Storage under `@latchkey/<id>/`. When the browser refuses a write, our caches go first; when it refuses again, or
 * refuses to be read at all, everything goes on in memory and `isPersistent` says so (F-56).
 */
export function createStorage(id: string, ground: StorageGround): KeyStorage {
  const prefix = `@latchkey/${id}/`
  const listeners = new Set<(name: string) => void>()
  let storage = attempt(() => ground.openStorage())
  let memory: Map<string, string> | undefined = storage ? undefined : new Map()
  const channel = attempt(() => ground.openChannel(`@latchkey/${id}`))

  const names = (): string[] => {
    if (memory) return [...memory.keys()]
    const found: string[] = []
    for (let index = 0; index < (storage?.length ?? 0); index += 1) {
      const key = storage?.key(index)
      if (key?.startsWith(prefix)) found.push(key.slice(prefix.length))
    }
    return found
  }
  const read = (name: string): string | undefined =>
    (memory ? memory.get(name) : attempt(() => storage?.getItem(prefix + name))) ?? undefined

  const fallBack = (): Map<string, string> => {
    const kept = new Map<string, string>()
    for (const name of attempt(names) ?? []) {
      const value = read(name)
      if (value !== undefined) kept.set(name, value)
    }
    memory = kept
    storage = undefined
    return kept
  }
  const write = (name: string, value: string): void => {
    if (memory) {
      memory.set(name, value)
      return
    }
    try {
      storage?.setItem(prefix + name, value)
    } catch {
      for (const old of attempt(names) ?? [])
        if (old.startsWith(CACHE)) attempt(() => storage?.removeItem(prefix + old))
      try {
        storage?.setItem(prefix + name, value)
      } catch {
        fallBack().set(name, value)
      }
    }
  }
  const erase = (name: string): void => {
    if (memory) memory.delete(name)
    else attempt(() => storage?.removeItem(prefix + name))
  }
  const post = (name: string, value: string | null): void => {
    // Caches are read again by their owner anyway; other tabs need not hear of them.
    if (!name.startsWith(CACHE)) attempt(() => channel?.postMessage({ name, value } satisfies TabMessage))
  }
  const tell = (name: string): void => {
    for (const listener of listeners) listener(name)
  }
  const onMessage = (event: MessageEvent<unknown>): void => {
    const message = parseMessage(event.data)
    if (!message) return
    const { name, value } = message
    // Without storage the tabs have nothing but this message to agree by.
    if (value === null) memory?.delete(name)
    else memory?.set(name, value)
    tell(name)
  }
  const onStorage = (event: Event): void => {
    // No key: everything was cleared.
    const key = (event as StorageEvent).key ?? prefix
    if (key.startsWith(prefix)) tell(key.slice(prefix.length))
  }
  channel?.addEventListener('message', onMessage)
  ground.target?.addEventListener('storage', onStorage)

  return {
    get: read,
    set: (name, value) => {
      write(name, value)
      post(name, value)
    },
    remove: (name) => {
      erase(name)
      post(name, null)
    },
    names: () => attempt(names) ?? [],
    isPersistent: () => memory === undefined,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      listeners.clear()
      channel?.close()
      ground.target?.removeEventListener('storage', onStorage)
    },
  }
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

function parseMessage(value: unknown): TabMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, value: text } = value as Record<string, unknown>
  return typeof name === 'string' && (text === null || typeof text === 'string') ? { name, value: text } : undefined
}

import type { StorageGround } from '../../latchkey/src/core/services/storage.ts'

/** The storage of one site in one browser; every tab opened on it hears what the others write. */
export type FakeDisk = {
  /** The ground a tab's storage stands on. */
  openTab(): StorageGround
  /** Makes reading and writing throw, as a browser does that blocks storage. */
  deny(): void
  /** Refuses writes beyond so many characters in all. */
  setLimit(characters: number): void
  /** Everything kept, by full key. */
  read(): Readonly<Record<string, string>>
  /** Puts something there without any tab hearing of it. */
  plant(key: string, value: string): void
}

/** Makes an empty disk. */
export function createFakeDisk(): FakeDisk {
  const records = new Map<string, string>()
  const tabs = new Set<EventTarget>()
  const channels = new Set<{ name: string; target: EventTarget }>()
  let isDenied = false
  let limit = Number.POSITIVE_INFINITY
  const demand = (): void => {
    if (isDenied) throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const tell = (writer: EventTarget, key: string | null): void => {
    for (const tab of tabs) if (tab !== writer) tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
  const openStorage = (tab: EventTarget): Storage => {
    demand()
    return {
      get length() {
        demand()
        return records.size
      },
      key: (index) => [...records.keys()][index] ?? null,
      getItem: (key) => {
        demand()
        return records.get(key) ?? null
      },
      setItem: (key, value) => {
        demand()
        const others = [...records].filter(([name]) => name !== key)
        const used = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0)
        if (used + key.length + value.length > limit) {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
        records.set(key, value)
        tell(tab, key)
      },
      removeItem: (key) => {
        demand()
        if (records.delete(key)) tell(tab, key)
      },
      clear: () => {
        demand()
        records.clear()
        tell(tab, null)
      },
    }
  }
  return {
    openTab: () => {
      const tab = new EventTarget()
      tabs.add(tab)
      return {
        openStorage: () => openStorage(tab),
        openChannel: (name) => {
          const channel = { name, target: new EventTarget() }
          channels.add(channel)
          return {
            addEventListener: channel.target.addEventListener.bind(channel.target),
            postMessage: (data: unknown) => {
              for (const other of channels) {
                if (other === channel || other.name !== name) continue
                other.target.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
              }
            },
            close: () => channels.delete(channel),
          }
        },
        target: tab,
      }
    },
    deny: () => {
      isDenied = true
    },
    setLimit: (characters) => {
      limit = characters
    },
    read: () => Object.fromEntries(records),
    plant: (key, value) => records.set(key, value),
  }
}

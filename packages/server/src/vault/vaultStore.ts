import type { Change, KeyValueStore } from '../storage/keyValueStore.ts'

/** Entries that are read at once. */
const BATCH = 200

/** Reads a record of the vault. */
export type Read = <Value>(key: string) => Promise<Value | undefined>

/** The vault's own store: JSON records under keys, one process, every change on the disk before it counts. */
export type VaultStore = {
  readonly read: Read
  /**
   * One change after another: what `work` reads is what there is until its changes are written, all or none. A change of nothing
   * writes nothing.
   */
  change<Result>(
    work: (read: Read) => Promise<{ readonly changes: readonly Change[]; readonly result: Result }>,
  ): Promise<Result>
  /** Calls with every record whose key begins so, as it was at the beginning. */
  each<Value>(prefix: string, visit: (key: string, value: Value) => Promise<void> | void): Promise<void>
  close(): Promise<void>
}

/** A change that writes a record. */
export const put = (key: string, value: unknown): Change => ({ type: 'put', key, value: JSON.stringify(value) })

/** A change that removes one. */
export const remove = (key: string): Change => ({ type: 'del', key })

export function createVaultStore(store: KeyValueStore): VaultStore {
  let last: Promise<unknown> = Promise.resolve()

  const read: Read = async <Value>(key: string) => {
    const [found] = await store.getMany([key])
    return found === undefined ? undefined : (JSON.parse(found) as Value)
  }

  return {
    read,
    change(work) {
      const turn = last.then(async () => {
        const { changes, result } = await work(read)
        if (changes.length > 0) await store.batch(changes, { sync: true })
        return result
      })
      // Whoever asked for a change hears that it failed; the next one has its turn all the same.
      last = turn.catch(() => undefined)
      return turn
    },
    async each(prefix, visit) {
      // Keys are ASCII: nothing that begins so comes after this.
      const entries = store.iterator({ gte: prefix, lt: `${prefix}\u007f` })
      try {
        for (;;) {
          const some = await entries.nextv(BATCH)
          if (some.length === 0) return
          for (const [key, value] of some) await visit(key, JSON.parse(value))
        }
      } finally {
        await entries.close()
      }
    },
    async close() {
      await last
      await store.close()
    },
  }
}

import { describe, expect, it } from 'vitest'
import type { Storage, StoredRecord } from '../ports.ts'

/** A place that storages can be opened over, one after the other or, where it allows that, side by side. */
export type StoragePlace = { open(): Storage; clear?(): Promise<void> }

const sort = (records: readonly StoredRecord[]): StoredRecord[] =>
  [...records].sort((a, b) => `${a.table}:${a.key}`.localeCompare(`${b.table}:${b.key}`))

/** What every storage of the engine does. `isShared` says that two may be open at once and the last claim counts. */
export function describeStorage(
  name: string,
  createPlace: () => StoragePlace,
  { isShared }: { isShared: boolean },
): void {
  describe(`storage: ${name}`, () => {
    it('holds nothing at first', async () => {
      const storage = createPlace().open()
      await storage.claim()
      expect(await storage.load()).toEqual([])
      await storage.close()
    })

    it('keeps what was written, over a restart, in the last version of each', async () => {
      const place = createPlace()
      const storage = place.open()
      const fence = await storage.claim()
      await storage.write(fence, [
        { table: 'session', key: 'a', value: { topic: 'a', list: [1, 'é𝄞\u2028', null, true, { deep: '__proto__' }] } },
        { table: 'session', key: 'b', value: 'text' },
        { table: 'pairing', key: 'a', value: 7 },
      ])
      await storage.write(fence, [
        { table: 'session', key: 'b' },
        { table: 'pairing', key: 'a', value: 8 },
        { table: 'pairing', key: 'c', value: 1 },
        { table: 'pairing', key: 'c' },
      ])
      await storage.close()
      const next = place.open()
      await next.claim()
      expect(sort(await next.load())).toEqual([
        { table: 'pairing', key: 'a', value: 8 },
        { table: 'session', key: 'a', value: { topic: 'a', list: [1, 'é𝄞\u2028', null, true, { deep: '__proto__' }] } },
      ])
      await next.close()
    })

    it('gives back whole numbers that are too large for JSON, and texts that look like them', async () => {
      const place = createPlace()
      const storage = place.open()
      const value = { big: 123456789012345678901234567890n, list: ['12n', '\u0000n12', '\u0000', -5n] }
      await storage.write(await storage.claim(), [{ table: 'request', key: '1', value }])
      await storage.close()
      const next = place.open()
      await next.claim()
      expect(await next.load()).toEqual([{ table: 'request', key: '1', value }])
      await next.close()
    })

    it('changes nothing when a write is repeated, or has nothing to write', async () => {
      const storage = createPlace().open()
      const fence = await storage.claim()
      const changes = [
        { table: 'session', key: 'a', value: 1 },
        { table: 'session', key: 'b' },
      ]
      await storage.write(fence, changes)
      await storage.write(fence, changes)
      await storage.write(fence, [])
      expect(await storage.load()).toEqual([{ table: 'session', key: 'a', value: 1 }])
      await storage.close()
    })

    it('writes all changes or none', async () => {
      const storage = createPlace().open()
      const fence = await storage.claim()
      await storage.write(fence, [{ table: 'session', key: 'kept', value: 1 }])
      const unwritable = { table: 'session', key: 'z', value: { run: () => {}, itself: new Map() } }
      // A value that JSON cannot hold and cloning refuses.
      Object.assign(unwritable.value, { itself: unwritable.value })
      await expect(
        storage.write(fence, [{ table: 'session', key: 'a', value: 1 }, { table: 'session', key: 'kept' }, unwritable]),
      ).rejects.toThrow()
      await storage.write(fence, [{ table: 'session', key: 'b', value: 1 }])
      expect(sort(await storage.load()).map(({ key }) => key)).toEqual(['b', 'kept'])
      await storage.close()
    })

    it('refuses a write with an older claim, and the newer one goes on', async () => {
      const place = createPlace()
      const storage = place.open()
      const first = await storage.claim()
      const later = isShared ? place.open() : storage
      const second = await later.claim()
      expect(second).toBeGreaterThan(first)
      await expect(storage.write(first, [{ table: 'session', key: 'ghost', value: 1 }])).rejects.toMatchObject({
        name: 'FencedError',
      })
      await later.write(second, [{ table: 'session', key: 'real', value: 1 }])
      expect((await later.load()).map(({ key }) => key)).toEqual(['real'])
      await storage.close()
      if (later !== storage) await later.close()
    })

    it('keeps the order of writes that are asked for at once', async () => {
      const storage = createPlace().open()
      const fence = await storage.claim()
      await Promise.all(
        Array.from({ length: 50 }, (_, value) => storage.write(fence, [{ table: 'seen', key: 'k', value }])),
      )
      expect(await storage.load()).toEqual([{ table: 'seen', key: 'k', value: 49 }])
      await storage.close()
    })

    it('may be closed twice', async () => {
      const storage = createPlace().open()
      await storage.claim()
      await storage.close()
      await storage.close()
    })
  })
}

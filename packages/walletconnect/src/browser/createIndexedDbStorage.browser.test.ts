import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import type { Logger } from '../ports.ts'
import { describeStorage } from '../storage/storageContract.ts'
import { systemClock } from '../systemClock.ts'
import { createIndexedDbStorage } from './createIndexedDbStorage.ts'

function createLog(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const add = (text: string, facts?: object): void => void lines.push(`${text} ${JSON.stringify(facts ?? {})}`)
  return { lines, debug: add, warn: add, error: add }
}

function ask<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const open = (name: string, logger = createLog()) => createIndexedDbStorage({ name, clock: systemClock, logger })

describeStorage(
  'IndexedDB',
  () => {
    const name = crypto.randomUUID()
    return { open: () => open(name) }
  },
  { isShared: true },
)

describe('createIndexedDbStorage', () => {
  it('keeps each name in a database of its own', async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
    const [one, other] = [open(a), open(b)]
    await one.write(await one.claim(), [{ table: 'seen', key: 'k', value: 1 }])
    await other.claim()
    expect(await other.load()).toEqual([])
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(
      expect.arrayContaining([`latchkey-${a}`, `latchkey-${b}`]),
    )
    await one.close()
    await other.close()
  })

  it('refuses a tab that lost the lead even when its write was asked for first', async () => {
    const name = crypto.randomUUID()
    const [old, next] = [open(name), open(name)]
    const first = await old.claim()
    const [claim, ...writes] = await Promise.allSettled([
      next.claim(),
      ...Array.from({ length: 20 }, (_, value) => old.write(first, [{ table: 'seen', key: `${value}`, value }])),
    ])
    expect(claim.status).toBe('fulfilled')
    const kept = new Set((await next.load()).map(({ key }) => key))
    writes.forEach(({ status }, index) => {
      expect(kept.has(`${index}`)).toBe(status === 'fulfilled')
    })
    await expect(old.write(first, [])).rejects.toMatchObject({ name: 'FencedError' })
    await old.close()
    await next.close()
  })

  it('lets its database be deleted, and holds what it knew in memory from then on (F-56)', async () => {
    const name = crypto.randomUUID()
    const logger = createLog()
    const storage = open(name, logger)
    const fence = await storage.claim()
    await storage.load()
    await storage.write(fence, [{ table: 'seen', key: 'before', value: 1 }])
    expect(storage.isPersistent()).toBe(true)
    await ask(indexedDB.deleteDatabase(`latchkey-${name}`))
    await storage.write(fence, [{ table: 'seen', key: 'after', value: 2 }])
    expect(storage.isPersistent()).toBe(false)
    expect((await storage.load()).map(({ key }) => key)).toEqual(['before', 'after'])
    expect(logger.lines).toHaveLength(1)
    await storage.close()
    const next = open(name)
    await next.claim()
    expect(await next.load()).toEqual([])
    await next.close()
  })

  it('works in memory where there is no database, and says so (F-56)', async () => {
    const logger = createLog()
    const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    try {
      const storage = open('denied', logger)
      const fence = await storage.claim()
      await storage.write(fence, [{ table: 'seen', key: 'a', value: 1 }])
      expect(await storage.load()).toEqual([{ table: 'seen', key: 'a', value: 1 }])
      expect(storage.isPersistent()).toBe(false)
      expect(logger.lines).toEqual([
        'This browser does not keep the records; they last as long as this page. {"reason":"SecurityError"}',
      ])
      await expect(storage.write((await storage.claim()) - 1, [])).rejects.toMatchObject({ name: 'FencedError' })
      await storage.close()
    } finally {
      if (own) Object.defineProperty(globalThis, 'indexedDB', own)
    }
  })

  it('works in memory where the browser does not open the database within 2 s (F-56)', async () => {
    const name = crypto.randomUUID()
    const clock = createManualClock()
    // A connection that stands in the way: it holds version 1 while a deletion waits, and the opening waits behind that.
    const blocker = await ask(indexedDB.open(`latchkey-${name}`, 1))
    const deletion = ask(indexedDB.deleteDatabase(`latchkey-${name}`))
    const storage = createIndexedDbStorage({ name, clock, logger: createLog() })
    const claiming = storage.claim()
    await clock.advance(2000)
    expect(await claiming).toBe(1)
    expect(storage.isPersistent()).toBe(false)
    blocker.close()
    await deletion
    await storage.close()
  })

  describe('where something holds the database up', () => {
    /** A transaction that does not end before it is told to, as of a page that the browser froze within one. */
    async function holdUp(name: string): Promise<() => Promise<void>> {
      const database = await ask(indexedDB.open(`latchkey-${name}`))
      const transaction = database.transaction(['records', 'fence'], 'readwrite')
      const ended = new Promise<void>((resolve) => {
        transaction.oncomplete = () => resolve()
      })
      let isOver = false
      const goOn = (): void => {
        if (!isOver) transaction.objectStore('fence').get('none').onsuccess = goOn
      }
      goOn()
      return async () => {
        isOver = true
        await ended
        database.close()
      }
    }
    const note = (key: string) => [{ table: 'seen', key, value: 1 }]

    it('holds in memory from then on what it does not write within 5 s (F-56)', async () => {
      const name = crypto.randomUUID()
      const clock = createManualClock()
      const logger = createLog()
      const storage = createIndexedDbStorage({ name, clock, logger })
      const fence = await storage.claim()
      await storage.write(fence, note('before'))
      const release = await holdUp(name)
      const writing = storage.write(fence, note('held up'))
      await clock.advance(4999)
      expect(storage.isPersistent()).toBe(true)
      await clock.advance(1)
      await writing
      await storage.write(fence, note('after'))
      expect(storage.isPersistent()).toBe(false)
      expect((await storage.load()).map(({ key }) => key)).toEqual(['before', 'held up', 'after'])
      expect(logger.lines).toEqual([expect.stringContaining('SlowDatabaseError')])
      await release()
      await storage.close()
      // What was asked for happens, so that nothing is lost that the database could have kept.
      const next = open(name)
      expect((await next.load()).map(({ key }) => key)).toEqual(['before', 'held up'])
      await next.close()
    })

    it('begins in memory where it does not get the right to write within 5 s (F-56)', async () => {
      const name = crypto.randomUUID()
      const clock = createManualClock()
      const storage = createIndexedDbStorage({ name, clock, logger: createLog() })
      await storage.load()
      const release = await holdUp(name)
      const claiming = storage.claim()
      await clock.advance(5000)
      expect(await claiming).toBe(1)
      expect(await storage.load()).toEqual([])
      expect(storage.isPersistent()).toBe(false)
      await release()
      await storage.close()
    })

    it('waits on after the page was frozen, however long that took', async () => {
      const name = crypto.randomUUID()
      const clock = createManualClock()
      const storage = createIndexedDbStorage({ name, clock, logger: createLog() })
      const fence = await storage.claim()
      const release = await holdUp(name)
      const writing = storage.write(fence, note('held up'))
      await expect.poll(() => clock.countTimers()).toBe(1)
      clock.sleep(60_000)
      await clock.advance(999)
      await release()
      await writing
      expect(storage.isPersistent()).toBe(true)
      expect(clock.countTimers()).toBe(0)
      await storage.close()
    })
  })

  it('opens a new connection when the browser closed the old one', async () => {
    const name = crypto.randomUUID()
    const storage = open(name)
    const fence = await storage.claim()
    // Another version of the page asks for the database, which makes this connection close.
    const upgrade = ask(indexedDB.open(`latchkey-${name}`, 2))
    await expect(upgrade).resolves.toBeDefined()
    ;(await upgrade).close()
    await storage.write(fence, [{ table: 'seen', key: 'a', value: 1 }])
    expect(await storage.load()).toEqual([{ table: 'seen', key: 'a', value: 1 }])
    expect(storage.isPersistent()).toBe(true)
    await storage.close()
  })
})

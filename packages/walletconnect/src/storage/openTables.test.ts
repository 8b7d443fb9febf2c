import { describe, expect, it } from 'vitest'
import { createFaultyStorage } from '../../../testing/src/storage/createFaultyStorage.ts'
import { isEngineError } from '../errors.ts'
import type { Logger } from '../ports.ts'
import type { Pairing } from '../records.ts'
import { createMemoryStorage } from './createMemoryStorage.ts'
import { openTables } from './openTables.ts'

const pairing = (topic: string): Pairing => ({
  topic,
  expiry: 1_700_000_300,
  relay: { protocol: 'irn' },
  active: false,
})

function createLog(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const add = (text: string, facts?: object): void => void lines.push(`${text} ${JSON.stringify(facts ?? {})}`)
  return { lines, debug: add, warn: add, error: add }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('openTables', () => {
  it('shows what is kept after a restart', async () => {
    const storage = createMemoryStorage()
    const first = await openTables({ storage, logger: createLog() })
    await first.commit([
      { table: 'pairing', key: 'a', value: pairing('a') },
      { table: 'keychain', key: 'a', value: '00ff' },
      { table: 'seen', key: 'a:1', value: 12 },
    ])
    await first.commit([{ table: 'seen', key: 'a:1' }])
    const second = await openTables({ storage, logger: createLog() })
    expect(second.pairing.get('a')).toEqual(pairing('a'))
    expect(second.keychain.getAll()).toEqual(['00ff'])
    expect(second.seen.has('a:1')).toBe(false)
    expect(second.seen.keys()).toEqual([])
  })

  it('shows and tells a commit once it is durable and not before', async () => {
    const storage = createFaultyStorage(createMemoryStorage())
    const tables = await openTables({ storage, logger: createLog() })
    const told: unknown[] = []
    tables.watch((changes) => told.push(changes))
    storage.decide(() => 'held')
    const done = tables.commit([{ table: 'keychain', key: 'k', value: 'v' }])
    await settle()
    expect(tables.keychain.has('k')).toBe(false)
    expect(told).toEqual([])
    storage.release()
    await done
    expect(tables.keychain.get('k')).toBe('v')
    expect(told).toEqual([[{ table: 'keychain', key: 'k', value: 'v' }]])
  })

  it('lets commits that come during a write share the next one, in their order', async () => {
    const storage = createFaultyStorage(createMemoryStorage())
    const tables = await openTables({ storage, logger: createLog() })
    storage.decide((write) => (write === 1 ? 'held' : 'written'))
    const order: number[] = []
    const commits = [1, 2, 3, 4].map((value) =>
      tables.commit([{ table: 'seen', key: 'k', value }]).then(() => order.push(value)),
    )
    await settle()
    expect(storage.countWrites()).toBe(1)
    storage.release()
    await Promise.all(commits)
    expect(storage.countWrites()).toBe(2)
    expect(order).toEqual([1, 2, 3, 4])
    expect(tables.seen.get('k')).toBe(4)
  })

  it('rejects exactly the commits of a failed write, leaves memory alone, and writes later ones', async () => {
    const storage = createFaultyStorage(createMemoryStorage())
    const tables = await openTables({ storage, logger: createLog() })
    await tables.commit([{ table: 'seen', key: 'kept', value: 1 }])
    storage.decide((write) => (write === 2 ? 'held' : write === 3 ? 'refused' : 'written'))
    const results = Promise.allSettled([
      tables.commit([{ table: 'seen', key: 'a', value: 1 }]),
      tables.commit([{ table: 'seen', key: 'b', value: 1 }]),
      tables.commit([{ table: 'seen', key: 'kept' }]),
    ])
    await settle()
    storage.release()
    const [a, b, c] = await results
    expect(a.status).toBe('fulfilled')
    for (const failed of [b, c]) {
      expect(failed.status === 'rejected' && isEngineError(failed.reason, 'STORAGE_FAILED')).toBe(true)
    }
    await tables.commit([{ table: 'seen', key: 'd', value: 1 }])
    expect(tables.seen.keys()).toEqual(['kept', 'a', 'd'])
  })

  it('says that it was fenced when another has claimed the right to write', async () => {
    const storage = createMemoryStorage()
    let fenced = 0
    const old = await openTables({ storage, logger: createLog(), onFenced: () => (fenced += 1) })
    const next = await openTables({ storage, logger: createLog() })
    await expect(old.commit([{ table: 'seen', key: 'a', value: 1 }])).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    expect(fenced).toBe(1)
    await next.commit([{ table: 'seen', key: 'b', value: 1 }])
    expect((await storage.load()).map(({ key }) => key)).toEqual(['b'])
  })

  it('leaves out and removes what is not a record of its table, without saying what it held (SEC-88, SEC-103)', async () => {
    const logger = createLog()
    const storage = createMemoryStorage([
      { table: 'keychain', key: 'good', value: 'ff' },
      { table: 'keychain', key: 'bad', value: { secret: 'deadbeef' } },
      { table: 'session', key: 's', value: { topic: 's', expiry: 'soon' } },
      { table: 'pairing', key: 'p', value: null },
      { table: 'unknown', key: 'u', value: 1 },
      { table: '__proto__', key: 'u', value: 1 },
    ])
    const tables = await openTables({ storage, logger })
    expect(tables.keychain.keys()).toEqual(['good'])
    expect(tables.session.keys()).toEqual([])
    expect((await storage.load()).map(({ key }) => key)).toEqual(['good', 'u', 'u'])
    expect(logger.lines).toHaveLength(1)
    expect(logger.lines.join()).not.toContain('deadbeef')
  })

  it('goes on when a watcher throws', async () => {
    const logger = createLog()
    const tables = await openTables({ storage: createMemoryStorage(), logger })
    tables.watch(() => {
      throw new Error('watcher')
    })
    await tables.commit([{ table: 'seen', key: 'a', value: 1 }])
    await tables.commit([{ table: 'seen', key: 'b', value: 1 }])
    expect(tables.seen.keys()).toEqual(['a', 'b'])
    expect(logger.lines).toHaveLength(2)
  })

  it('rejects with STORAGE_FAILED when nothing can be read', async () => {
    const storage = { ...createMemoryStorage(), load: () => Promise.reject(new Error('gone')) }
    await expect(openTables({ storage, logger: createLog() })).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
  })
})

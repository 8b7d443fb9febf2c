import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { type Between, standBetween } from '../../../testing/src/standBetween.ts'
import { SERVING_OPTIONS } from './postgresOptions.ts'
import { createServingClient } from './servingClient.ts'

const TIMES = { askMs: 100, answerMs: 2_000, lateMs: 500 }

describe.skipIf(findPostgres() === null && !process.env.CI)('connections to a server', () => {
  let server: PostgresServer | null = null
  let between: Between
  let serving: ReturnType<typeof createServingClient>
  let made = 0

  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())
  beforeEach(async () => {
    if (server === null) throw new Error('no PostgreSQL server')
    between = await standBetween(new URL(await server.createDatabase()))
    made = 0
    serving = createServingClient({
      make: (max) => {
        made += 1
        return postgres(between.url, { ...SERVING_OPTIONS, max, connection: { TimeZone: 'UTC' } })
      },
      connections: 3,
      times: TIMES,
    })
  })
  afterEach(async () => {
    await serving.close()
    between.close()
  })

  const read = async (words: string) => [...(await serving.client.unsafe(words).values())]
  const readThree = () => Promise.all(['select 1', 'select 2', 'select 3'].map(read))

  test('are replaced where they carry nothing any more, and whoever waits is told', async () => {
    expect(await readThree()).toEqual([[[1]], [[2]], [[3]]])
    // The one that is asked has been, so it is silenced too.
    await expect.poll(() => between.carried('values (1)')).toBe(true)
    between.silence('')
    await expect(read('select 4')).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' })
    expect(await readThree()).toEqual([[[1]], [[2]], [[3]]])
  })

  test('read rows as the ones before them', async () => {
    serving.client.options.parsers[1184] = (text: string) => `as it came: ${text}`
    await readThree()
    await expect.poll(() => between.carried('values (1)')).toBe(true)
    between.silence('')
    await expect(read('select 4')).rejects.toThrow()
    expect(await read("select timestamptz '2026-01-02T03:04:05Z'")).toEqual([['as it came: 2026-01-02 03:04:05+00']])
  })

  test('stay where they are while all of them are busy for longer than an answer may take', async () => {
    const slow = ['select 1, pg_sleep(5)', 'select 2, pg_sleep(5)', 'select 3, pg_sleep(5)'].map(read)
    expect((await Promise.all(slow)).map(([row]) => row?.[0])).toEqual([1, 2, 3])
  })

  test('stay where they are while no new one is answered either', async () => {
    await readThree()
    await expect.poll(() => between.carried('values (1)')).toBe(true)
    between.standStill(true)
    const waiting = read('select 4')
    await expect.poll(() => made, { timeout: 30_000 }).toBeGreaterThan(2)
    between.standStill(false)
    expect(await waiting).toEqual([[4]])
  })
})

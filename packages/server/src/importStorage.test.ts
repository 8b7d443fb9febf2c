import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeEmptyDatabase } from '../../testing/src/emptyDatabase.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../testing/src/postgres.ts'
import { importStorage, isLeftBehind } from './importStorage.ts'
import type { HeldMessage } from './relay/mailbox.ts'
import { type OpenMailbox, openMailbox } from './relay/openMailbox.ts'
import { openIndexedAccount } from './storage/historyIndex.ts'
import { openStorage } from './storage/openStorage.ts'
import type { Storage } from './storage/storage.ts'

const NOW = Date.UTC(2026, 2, 1)
const clock = { now: () => NOW }
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** One value for each type of a column, none of which JavaScript's numbers and quotes leave as it is. */
const VALUES: Readonly<Record<string, string>> = {
  text: `'; drop table names; -- "\\ \u{1f511} $1 %s`,
  'timestamp with time zone': '2026-03-01T12:30:15.123Z',
  integer: '1',
  bigint: '9007199254740993',
  numeric: '123456789012345678901234567890123456789012345678901234567890',
  boolean: 'true',
}
const LISTS: Readonly<Record<string, string>> = { _text: '{"it\'s","a,b"}', _int8: '{9007199254740993,0}' }

describe.skipIf(findPostgres() === null && !process.env.CI)('a gateway that moves to a PostgreSQL server', () => {
  let server: PostgresServer | null = null
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
  let taken = 0

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const createUrl = async (): Promise<string> => {
    if (!server) throw new Error('There is no PostgreSQL server.')
    return server.createDatabase()
  }

  /** A data directory with its database open. */
  async function openFolder(): Promise<{ dataDir: string; storage: Storage; mail: OpenMailbox }> {
    taken += 1
    const dataDir = join(folder, String(taken))
    await placeEmptyDatabase(dataDir)
    const storage = await openStorage({ dataDir })
    return { dataDir, storage, mail: await openMailbox({ dataDir, storage, clock, log: silent }) }
  }

  /** Every row as the engine itself writes it, by table. What ran on which day stands beside the migrations. */
  async function dump(storage: Storage): Promise<Readonly<Record<string, readonly string[]>>> {
    const read = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> => {
      const answer: unknown = await storage.database.execute(query)
      return Array.isArray(answer) ? [...answer] : (answer as { rows: Row[] }).rows
    }
    const tables = await read<{ name: string }>(
      sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const dumped: Record<string, readonly string[]> = {}
    for (const { name } of tables) {
      if (name === 'schema_migrations') continue
      const rows = await read<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t order by 1`)
      dumped[name] = rows.map(({ row }) => row)
    }
    return dumped
  }

  /** A row in every table, with the same text wherever one row names another one. */
  async function fillTables(storage: Storage): Promise<void> {
    const { rows } = (await storage.database.execute(sql`
      select table_name, column_name, data_type, udt_name from information_schema.columns
      where table_schema = 'public' and table_name not like 'schema%' order by 1`)) as unknown as {
      rows: Record<'table_name' | 'column_name' | 'data_type' | 'udt_name', string>[]
    }
    let waiting = [...new Set(rows.map(({ table_name: name }) => name))]
    for (let left = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < left; ) {
      left = waiting.length
      const refused: string[] = []
      for (const name of waiting) {
        const columns = rows.filter(({ table_name: table }) => table === name)
        const values = columns.map(({ data_type: type, udt_name: list }) => VALUES[type] ?? LISTS[list] ?? type)
        // A row that names one which is not there yet waits for it.
        await storage.database
          .execute(
            sql`insert into ${sql.identifier(name)} (${sql.join(
              columns.map(({ column_name: column }) => sql.identifier(column)),
              sql`, `,
            )}) overriding system value values (${sql.join(
              values.map((value) => sql`${value}`),
              sql`, `,
            )})`,
          )
          .catch(() => refused.push(name))
      }
      waiting = refused
    }
    expect(waiting).toEqual([])
  }

  const compose = (topic: string, more: Partial<HeldMessage> = {}): HeldMessage => ({
    topic,
    message: `for ${topic}`,
    publisher: 'alice',
    tag: 1108,
    attestation: 'a',
    relayAttestation: 'r',
    publishedAt: NOW,
    expiresAt: NOW + 300_000,
    holder: { address: 'abcdef', project: 'shop' },
    ...more,
  })

  test('takes every row of every table along, exactly, and counts on from there', async () => {
    const { dataDir, storage, mail } = await openFolder()
    await fillTables(storage)
    const before = await dump(storage)
    await mail.close()
    await storage.close()
    expect(isLeftBehind(dataDir)).toBe(true)
    const url = await createUrl()
    const { rows } = await importStorage({ dataDir, url, clock })
    const target = await openStorage({ url })
    try {
      expect(await dump(target)).toEqual(before)
      expect(rows).toBe(Object.keys(before).length)
      expect(Object.values(before).every((found) => found.length === 1)).toBe(true)
      const { id } = await openIndexedAccount(target, { chainId: 'eip155:1', address: '0x1', now: NOW })
      expect(id).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    } finally {
      await target.close()
    }
    expect(isLeftBehind(dataDir)).toBe(false)
    expect(existsSync(join(dataDir, 'pglite'))).toBe(true)
  })

  test('takes more rows along than are read at once', async () => {
    const { dataDir, storage, mail } = await openFolder()
    await storage.database.execute(
      sql`insert into used_once (id, expires_at) select n::text, now() from generate_series(1, 1234) n`,
    )
    await mail.close()
    await storage.close()
    const url = await createUrl()
    expect(await importStorage({ dataDir, url, clock })).toEqual({ rows: 1234, messages: 0 })
  })

  test('takes mail along that nobody has received, and the key by which the relay signs', async () => {
    const { dataDir, storage, mail } = await openFolder()
    const rows = await mail.mailbox.write(
      [compose('waits'), compose('received'), compose('over', { expiresAt: NOW - 1 })],
      [],
    )
    await mail.mailbox.write([], [{ row: rows[1] ?? 0, clientId: 'bob' }])
    const key = await mail.keepKey('{"d":"kept"}')
    await mail.close()
    await storage.close()
    const url = await createUrl()
    expect((await importStorage({ dataDir, url, clock })).messages).toBe(1)
    const target = await openStorage({ url })
    try {
      const opened = await openMailbox({ dataDir: undefined, storage: target, clock, log: silent })
      expect(await opened.keepKey('{"d":"fresh"}')).toBe(key)
      const questions = ['waits', 'received', 'over'].map((topic) => ({ topic, clientId: 'bob', afterRow: 0 }))
      const [waits, received, over] = await opened.mailbox.readPending(questions, NOW)
      expect(waits).toMatchObject([{ message: 'for waits', publisher: 'alice', tag: 1108, attestation: 'a' }])
      expect([received, over]).toEqual([[], []])
      expect(await opened.mailbox.size()).toMatchObject({
        messages: 1,
        holdings: [{ address: 'abcdef', project: 'shop' }],
      })
    } finally {
      await target.close()
    }
  })

  test('takes the mail of a relay alone along, which has no database', async () => {
    const dataDir = join(folder, 'relay')
    const storage = await openStorage({ dataDir, startsLate: true })
    const mail = await openMailbox({ dataDir, storage, clock, log: silent })
    await mail.mailbox.write([compose('waits')], [])
    await mail.close()
    await storage.close()
    expect(await importStorage({ dataDir, url: await createUrl(), clock })).toEqual({ rows: 0, messages: 1 })
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false)
  })

  test('is refused where the database has rows, or the folder has none, and nothing is copied', async () => {
    const { dataDir, storage, mail } = await openFolder()
    await fillTables(storage)
    await mail.close()
    await storage.close()
    const url = await createUrl()
    const target = await openStorage({ url })
    await target.database.execute(sql`insert into relay_topics (topic) values ('there already')`)
    const before = await dump(target)
    try {
      await expect(importStorage({ dataDir, url, clock })).rejects.toMatchObject({ code: 'STORAGE_NOT_EMPTY' })
      expect(await dump(target)).toEqual(before)
    } finally {
      await target.close()
    }
    const empty = mkdtempSync(join(folder, 'empty-'))
    await expect(importStorage({ dataDir: empty, url, clock })).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  })

  test('waits for the gateway to end: its folder admits one process', async () => {
    const { dataDir, storage, mail } = await openFolder()
    await expect(importStorage({ dataDir, url: await createUrl(), clock })).rejects.toMatchObject({
      code: 'STORAGE_IN_USE',
    })
    await mail.close()
    await storage.close()
  })
})

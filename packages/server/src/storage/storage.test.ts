import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { findAccountScan, saveAccountScan } from './accountScans.ts'
import {
  ACCOUNT_BYTES,
  countIndexedBytes,
  dropOldestIndexed,
  findIndexedAccount,
  openIndexedAccount,
  readIndexedTransactions,
  saveIndexed,
  TRANSACTION_BYTES,
} from './historyIndex.ts'
import { dropExpiredIdentities, findIdentity, saveIdentity } from './identityCache.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openStorage } from './openStorage.ts'
import { addProject, findProject, listProjects, removeProject, updateProject } from './projects.ts'
import { chargeSponsor } from './sponsorBudgets.ts'
import type { Storage } from './storage.ts'
import * as tables from './tables.ts'
import { findTokenMetadata, saveTokenMetadata } from './tokenMetadata.ts'

const NOW = Date.parse('2026-03-01T12:30:15.123Z')
const HOSTILE = `'; drop table projects; -- "\\ \u{1f511} \${1} $1 %s`

/** What every engine was seen to answer, for the comparison at the end. */
const answers = new Map<string, unknown>()

let server: PostgresServer | null = null
let snapshot: Blob | undefined

beforeAll(async () => {
  server = await startPostgres()
  snapshot = await loadEmptyDatabase()
})
afterAll(() => server?.stop())

const engines = [
  {
    engine: 'pglite',
    available: true,
    open: async () => {
      const storage = await openStorage({ memory: true, snapshot })
      return { storage, one: storage }
    },
  },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => {
      const url = await requireServer().createDatabase()
      return { storage: await openStorage({ url }), one: await openStorage({ url, hasOneConnection: true }) }
    },
  },
] as const

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`storage on ${engine}`, () => {
    let storage: Storage
    /** On the same rows, where transactions may be opened. */
    let one: Storage
    beforeAll(async () => {
      const opened = await open()
      storage = opened.storage
      one = opened.one
    })
    afterAll(async () => {
      await storage?.close()
      await one?.close()
    })
    beforeEach(async () => {
      await storage.database.delete(tables.projects)
      await storage.database.delete(tables.identityCache)
      await storage.database.delete(tables.tokenMetadata)
      await storage.database.delete(tables.historyAccounts)
      await storage.database.delete(tables.receivedTokens)
      await storage.database.delete(tables.approvalScans)
    })

    const charge = (more: Partial<Parameters<typeof chargeSponsor>[1]> = {}) =>
      chargeSponsor(storage, {
        projectId: 'shop',
        networkId: 'eip155:1',
        account: `0x${'a1'.repeat(20)}`,
        day: 20_000,
        cost: 3n * 10n ** 20n,
        perAccount: 10n ** 22n,
        perProject: 10n ** 24n,
        ...more,
      })

    test('SEC-121, SEC-124: however many ask at once, a sponsor is never charged more than a day of an account has', async () => {
      const said = await Promise.all(Array.from({ length: 50 }, () => charge()))
      expect(said.filter((spent) => spent === undefined)).toHaveLength(33)
      expect(said.filter((spent) => spent === 'account')).toHaveLength(17)
      expect(await charge({ networkId: 'eip155:10' })).toBeUndefined()
      expect(await charge({ cost: 10n ** 23n, account: `0x${'a2'.repeat(20)}` })).toBe('account')
    })

    test('SEC-124: a day of a project has an end of its own, and the next day begins anew', async () => {
      const day = 20_001
      const limits = { day, perProject: 10n ** 21n }
      const accounts = Array.from({ length: 5 }, (_, index) => `0x${String(index).repeat(40)}`)
      const said = await Promise.all(accounts.map((account) => charge({ account, ...limits })))
      expect(said.filter((spent) => spent === 'project')).toHaveLength(2)
      expect(await charge({ ...limits, projectId: 'other' })).toBeUndefined()
      expect(await charge({ ...limits, day: day + 1 })).toBeUndefined()
    })

    test('says which engine it is and answers a ping', async () => {
      await storage.ping()
      expect(storage.engine).toBe(engine)
    })

    test('a project comes back as it was added, with times in ms and origins in order', async () => {
      const added = await addProject(storage, {
        id: 'p1',
        name: 'Hollowpine',
        origins: ['https://hollowpine.test', 'http://localhost:3000'],
        now: NOW,
      })
      expect(added).toEqual({
        id: 'p1',
        name: 'Hollowpine',
        origins: ['https://hollowpine.test', 'http://localhost:3000'],
        createdAt: NOW,
        updatedAt: NOW,
      })
      expect(await findProject(storage, 'p1')).toEqual(added)
      expect(await findProject(storage, 'p2')).toBeNull()
    })

    test('a project without an id gets one of 32 hex digits, another each time', async () => {
      const one = await addProject(storage, { name: 'One', origins: [], now: NOW })
      const other = await addProject(storage, { name: 'Other', origins: [], now: NOW })
      expect(one?.id).toMatch(/^[0-9a-f]{32}$/)
      expect(other?.id).not.toBe(one?.id)
    })

    test('an id that is taken is refused and the first project stays', async () => {
      await addProject(storage, { id: 'p', name: 'First', origins: [], now: NOW })
      expect(await addProject(storage, { id: 'p', name: 'Second', origins: [], now: NOW })).toBeNull()
      expect((await findProject(storage, 'p'))?.name).toBe('First')
    })

    test('projects are listed oldest first, changed in place and removed once', async () => {
      await addProject(storage, { id: 'b', name: 'Later', origins: ['https://b.test'], now: NOW + 1 })
      await addProject(storage, { id: 'c', name: 'Earlier', origins: [], now: NOW })
      expect((await listProjects(storage)).map(({ id }) => id)).toEqual(['c', 'b'])
      expect(await updateProject(storage, { id: 'b', name: 'Renamed', now: NOW + 5 })).toEqual({
        id: 'b',
        name: 'Renamed',
        origins: ['https://b.test'],
        createdAt: NOW + 1,
        updatedAt: NOW + 5,
      })
      expect((await updateProject(storage, { id: 'b', origins: [], now: NOW + 6 }))?.origins).toEqual([])
      expect(await updateProject(storage, { id: 'none', name: 'x', now: NOW })).toBeNull()
      expect(await removeProject(storage, 'b')).toBe(true)
      expect(await removeProject(storage, 'b')).toBe(false)
    })

    test('SEC-117: text full of SQL is kept as text, in every column and in every lookup', async () => {
      await addProject(storage, {
        id: HOSTILE,
        name: HOSTILE,
        origins: [HOSTILE, '{a,"b"}', '', 'null', 'a,b'],
        now: NOW,
      })
      await saveIdentity(storage, {
        address: HOSTILE,
        name: HOSTILE,
        avatar: HOSTILE,
        resolvedAt: NOW,
        expiresAt: NOW + 1,
      })
      await saveTokenMetadata(storage, [
        { caip10: HOSTILE, name: HOSTILE, symbol: HOSTILE, decimals: 18, fetchedAt: NOW },
      ])
      expect(await findProject(storage, HOSTILE)).toMatchObject({
        name: HOSTILE,
        origins: [HOSTILE, '{a,"b"}', '', 'null', 'a,b'],
      })
      expect(await findIdentity(storage, { address: HOSTILE, now: NOW })).toMatchObject({ name: HOSTILE })
      expect((await findTokenMetadata(storage, [HOSTILE])).get(HOSTILE)?.symbol).toBe(HOSTILE)
      expect(await findProject(storage, "x' or '1'='1")).toBeNull()
      expect(await listProjects(storage)).toHaveLength(1)
    })

    test('an identity is found until it runs out, replaced by a newer one, and dropped afterwards', async () => {
      const identity = { address: '0xabc', name: 'ann.test', avatar: null, resolvedAt: NOW, expiresAt: NOW + 1000 }
      await saveIdentity(storage, identity)
      expect(await findIdentity(storage, { address: '0xabc', now: NOW + 999 })).toEqual(identity)
      expect(await findIdentity(storage, { address: '0xabc', now: NOW + 1000 })).toBeNull()
      await saveIdentity(storage, { ...identity, name: null, expiresAt: NOW + 2000 })
      expect((await findIdentity(storage, { address: '0xabc', now: NOW + 1000 }))?.name).toBeNull()
      await saveIdentity(storage, { ...identity, address: '0xdef' })
      expect(await dropExpiredIdentities(storage, NOW + 1000)).toBe(1)
      expect(await findIdentity(storage, { address: '0xabc', now: NOW + 1000 })).not.toBeNull()
    })

    test('token metadata is kept in one go, the last of two equal ones wins, and unknown tokens are absent', async () => {
      const token = { caip10: 'eip155:1:0xa0b8', name: 'USD Coin', symbol: 'USDC', decimals: 6, fetchedAt: NOW }
      await saveTokenMetadata(storage, [{ ...token, symbol: 'OLD' }, token, { ...token, caip10: 'eip155:1:0xdead' }])
      await saveTokenMetadata(storage, [{ ...token, decimals: 8 }])
      const found = await findTokenMetadata(storage, [token.caip10, 'eip155:1:0xunknown'])
      expect([...found.entries()]).toEqual([[token.caip10, { ...token, decimals: 8 }]])
      expect((await findTokenMetadata(storage, [])).size).toBe(0)
      await saveTokenMetadata(storage, [])
    })

    const indexed = (block: number, index = 0) => ({
      block,
      index,
      hash: `0x${block.toString(16).padStart(60, '0')}${index.toString(16).padStart(4, '0')}`,
    })
    const everything = { block: Number.MAX_SAFE_INTEGER, index: 0 }

    test.each([
      ['came to', tables.receivedTokens],
      ['was approved by', tables.approvalScans],
    ] as const)(
      'what %s an account is kept by chain and address, and beyond its bytes those go that were saved the longest ago',
      async (_what, table) => {
        const save = (address: string, scan: string, now: number, maxBytes = 3_000) =>
          saveAccountScan(storage, table, { chainId: 'eip155:1', address, scan, now, maxBytes })
        const find = (address: string, chainId = 'eip155:1') => findAccountScan(storage, table, { chainId, address })
        expect(await find('a')).toBeUndefined()
        await save('a', HOSTILE, NOW)
        expect(await find('a')).toBe(HOSTILE)
        expect(await find('a', 'eip155:2')).toBeUndefined()
        await save('b', 'b'.repeat(800), NOW + 1)
        await save('a', 'a'.repeat(800), NOW + 2)
        await save('c', 'c'.repeat(800), NOW + 3)
        expect(await Promise.all(['a', 'b', 'c'].map((each) => find(each)))).toEqual([
          'a'.repeat(800),
          undefined,
          'c'.repeat(800),
        ])
        // One that alone is larger than all may be is not kept, and pushes nobody out.
        await save('d', 'd'.repeat(3_001), NOW + 4)
        expect(await find('d')).toBeUndefined()
        expect(await find('c')).toBe('c'.repeat(800))
      },
    )

    test('an account of the index comes back with what was looked through and found, newest first, in pages', async () => {
      const key = { chainId: 'eip155:1', address: HOSTILE }
      expect(await findIndexedAccount(storage, key)).toBeUndefined()
      const { id, ...rest } = await openIndexedAccount(storage, { ...key, now: NOW })
      expect(rest).toEqual({ ranges: [], bytes: ACCOUNT_BYTES })
      const transactions = [indexed(7, 1), indexed(5), indexed(7, 0), indexed(9)]
      const saved = { accountId: id, ranges: [[5, 9]] as const, transactions }
      expect(await saveIndexed(storage, saved)).toBe(4 * TRANSACTION_BYTES)
      // Once more, as two processes may: what is there stays, and is not counted twice.
      expect(await saveIndexed(storage, { ...saved, transactions: [indexed(5), indexed(6)] })).toBe(TRANSACTION_BYTES)
      const bytes = ACCOUNT_BYTES + 5 * TRANSACTION_BYTES
      expect(await findIndexedAccount(storage, key)).toEqual({ id, ranges: [[5, 9]], bytes })
      expect((await openIndexedAccount(storage, { ...key, now: NOW + 1 })).id).toBe(id)
      const read = (before: { block: number; index: number }, limit: number, low = 0) =>
        readIndexedTransactions(storage, { accountId: id, low, before, limit })
      expect(await read(everything, 3)).toEqual([indexed(9), indexed(7, 1), indexed(7, 0)])
      expect(await read({ block: 7, index: 1 }, 9)).toEqual([indexed(7, 0), indexed(6), indexed(5)])
      expect(await read({ block: 7, index: 0 }, 9, 6)).toEqual([indexed(6)])
    })

    test('the same address on another chain is another account, and drops take the ones first that nobody asked for', async () => {
      const ids: number[] = []
      for (const [index, chainId] of ['eip155:1', 'eip155:2', 'eip155:3'].entries()) {
        const { id } = await openIndexedAccount(storage, { chainId, address: '0xa', now: NOW + index })
        await saveIndexed(storage, { accountId: id, ranges: [[1, 9]], transactions: [indexed(2), indexed(3)] })
        ids.push(id)
      }
      await openIndexedAccount(storage, { chainId: 'eip155:1', address: '0xa', now: NOW + 9 })
      const each = ACCOUNT_BYTES + 2 * TRANSACTION_BYTES
      expect(await countIndexedBytes(storage)).toBe(3 * each)
      expect(await dropOldestIndexed(storage, each + 1)).toBe(2 * each)
      expect(await countIndexedBytes(storage)).toBe(each)
      expect(await findIndexedAccount(storage, { chainId: 'eip155:2', address: '0xa' })).toBeUndefined()
      expect(
        await readIndexedTransactions(storage, { accountId: ids[1] ?? 0, low: 0, before: everything, limit: 9 }),
      ).toEqual([])
      expect((await findIndexedAccount(storage, { chainId: 'eip155:1', address: '0xa' }))?.id).toBe(ids[0])
      expect(await dropOldestIndexed(storage, 0)).toBe(0)
    })

    test('nothing late is written for an account that was dropped, also where it was made again', async () => {
      const key = { chainId: 'eip155:1', address: '0xa' }
      const { id } = await openIndexedAccount(storage, { ...key, now: NOW })
      await dropOldestIndexed(storage, 1)
      const { id: later } = await openIndexedAccount(storage, { ...key, now: NOW })
      expect(
        await saveIndexed(storage, { accountId: id, ranges: [[1, 9]], transactions: [indexed(2)] }),
      ).toBeUndefined()
      expect(await findIndexedAccount(storage, key)).toEqual({ id: later, ranges: [], bytes: ACCOUNT_BYTES })
      expect(
        await readIndexedTransactions(storage, { accountId: later, low: 0, before: everything, limit: 9 }),
      ).toEqual([])
    })

    test('a transaction that throws leaves nothing and gives its error back', async () => {
      const failure = new Error('changed my mind')
      await expect(
        one.database.transaction(async (database) => {
          const transaction = { database }
          await addProject(transaction, { id: 'gone', name: 'Gone', origins: [], now: NOW })
          expect(await findProject(transaction, 'gone')).not.toBeNull()
          throw failure
        }),
      ).rejects.toBe(failure)
      expect(await findProject(storage, 'gone')).toBeNull()
    })

    test('a transaction that returns gives its answer and keeps its work', async () => {
      const kept = await one.database.transaction((database) =>
        addProject({ database }, { id: 'kept', name: 'Kept', origins: [], now: NOW }),
      )
      expect(await findProject(storage, 'kept')).toEqual(kept)
    })

    test('forty additions at once are all there', async () => {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          addProject(storage, { id: `p${index}`, name: 'Many', origins: [], now: NOW }),
        ),
      )
      expect(await listProjects(storage)).toHaveLength(40)
    })

    test('migrating again runs nothing and harms nothing', async () => {
      await addProject(storage, { id: 'p', name: 'Stays', origins: [], now: NOW })
      expect(await migrate(one.database, { now: NOW })).toEqual([])
      expect(await findProject(storage, 'p')).toMatchObject({ name: 'Stays' })
    })

    test('a step that fails leaves no trace of itself', async () => {
      const broken = {
        version: migrations.length + 1,
        name: 'broken',
        statements: ['create table half (a integer)', 'create table half (a integer)'],
      }
      await expect(migrate(one.database, { now: NOW, steps: [...migrations, broken] })).rejects.toThrow()
      const [row] = await storage.database
        .select({ present: sql<boolean>`to_regclass('half') is not null` })
        .from(sql`(select 1) as one`)
      expect(row?.present).toBe(false)
      expect(await migrate(one.database, { now: NOW })).toEqual([])
    })

    test('tables of a newer program are refused and left alone', async () => {
      await one.database
        .transaction(async (transaction) => {
          const next = { version: migrations.length + 1, name: 'from the future', appliedAt: NOW }
          await transaction.insert(tables.schemaMigrations).values(next)
          await expect(migrate(transaction, { now: NOW })).rejects.toMatchObject({ code: 'STORAGE_TOO_NEW' })
          throw new Error('roll back')
        })
        .catch(() => {})
      expect(await migrate(one.database, { now: NOW })).toEqual([])
    })

    test('columns have the types that both engines must share', async () => {
      const columns = await storage.database
        .select({
          column: sql<string>`table_name || '.' || column_name`,
          type: sql<string>`udt_name`,
          nullable: sql<string>`is_nullable`,
        })
        .from(sql`information_schema.columns`)
        .where(sql`table_schema = 'public'`)
        .orderBy(sql`1`)
      expect(columns).toContainEqual({ column: 'projects.origins', type: '_text', nullable: 'NO' })
      answers.set(engine, columns)
    })
  })
}

test('SEC-117: only the migrations send text of their own making to the database', () => {
  const folder = import.meta.dirname
  const raw = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /sql\.raw|\.unsafe\(|\.exec\(|\.query\(/.test(readFileSync(join(folder, file), 'utf8')))
  expect(raw).toEqual(['migrate.ts'])
})

test('nothing that serves uses a transaction, because a server that goes away inside of one ends the process', () => {
  const source = join(import.meta.dirname, '..')
  const using = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\.transaction\(|\.begin\(/.test(readFileSync(join(source, file), 'utf8')))
  // Migrations come before anything is served, and what copies a folder is a command of its own.
  expect(using.sort()).toEqual(['importStorage.ts', join('storage', 'migrate.ts')])
})

describe('upgrades', () => {
  test('tables of the version before are brought up to date and keep their rows', async () => {
    const storage = await openStorage({ memory: true, snapshot })
    const older = migrations.slice(0, -1)
    // As if nothing had been there: whichever tables the steps made.
    await storage.database.execute(sql`drop schema public cascade`)
    await storage.database.execute(sql`create schema public`)
    expect(await migrate(storage.database, { now: NOW, steps: older })).toEqual(older.map(({ version }) => version))
    await addProject(storage, { id: 'old', name: 'Old', origins: ['https://old.test'], now: NOW })
    expect(await migrate(storage.database, { now: NOW + 1 })).toEqual([migrations.length])
    expect((await findProject(storage, 'old'))?.origins).toEqual(['https://old.test'])
    expect(await findTokenMetadata(storage, ['eip155:1:0x1'])).toEqual(new Map())
    await storage.close()
  })

  test('versions count up by one and every step says something', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
    for (const { statements } of migrations) expect(statements.length).toBeGreaterThan(0)
  })
})

describe.skipIf(findPostgres() === null && !process.env.CI)('on a server', () => {
  test('both engines end with the same columns of the same types', () => {
    expect(answers.get('postgres')).toEqual(answers.get('pglite'))
  })

  test('five programs that start at once migrate once', async () => {
    const url = await requireServer().createDatabase()
    const opened = await Promise.all(Array.from({ length: 5 }, () => openStorage({ url })))
    const rows = await opened[0]?.database.select().from(tables.schemaMigrations)
    expect(rows?.map(({ version }) => version).sort((one, other) => one - other)).toEqual(
      migrations.map(({ version }) => version),
    )
    await Promise.all(opened.map((storage) => storage.close()))
  })

  test('SEC-117: a role that may only read and write rows serves, and is told when the tables are not ready', async () => {
    const url = await requireServer().createDatabase()
    const role = `latchkey_rows_${process.pid}`
    const owner = postgres(url, { max: 1, onnotice: () => {} })
    await owner`create role ${owner(role)} login password 'only-rows-0123456789'`
    const asRole = new URL(url)
    asRole.username = role
    asRole.password = 'only-rows-0123456789'
    try {
      await expect(openStorage({ url: asRole.href, migrate: false })).rejects.toMatchObject({
        code: 'STORAGE_NOT_MIGRATED',
      })
      await migrate(drizzle(owner, { schema: tables }), { now: NOW })
      await owner`grant select, insert, update, delete on all tables in schema public to ${owner(role)}`
      const storage = await openStorage({ url: asRole.href, migrate: false })
      expect(await addProject(storage, { id: 'p', name: 'Small role', origins: [], now: NOW })).not.toBeNull()
      await expect(storage.database.execute(sql`drop table projects`)).rejects.toThrow()
      await storage.close()
    } finally {
      await owner`drop owned by ${owner(role)}`
      await owner`drop role ${owner(role)}`
      await owner.end()
    }
  })

  test('a server that is not there is a coded error that names the server and keeps the password', async () => {
    const failure = await openStorage({ url: 'postgres://ann:secret-word@127.0.0.1:1/nothing' }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'STORAGE_UNREACHABLE' })
    expect(failure.message).toContain('127.0.0.1:1/nothing')
    expect(failure.message).toContain('ECONNREFUSED')
    expect(failure.message).not.toContain('secret-word')
  })

  test.each(['postgres://%%%secret-word', 'postgres://ann:secret-word@127.0.0.1:99999/nothing'])(
    'an address that is none is a coded error that keeps what it holds: %s',
    async (url) => {
      const failure = await openStorage({ url }).catch((error) => error)
      expect(failure).toMatchObject({ code: 'STORAGE_UNREACHABLE' })
      expect(failure.message).toContain('postgres://user:password@host:5432/name')
      expect(failure.message).not.toContain('secret-word')
    },
  )

  test('closing twice is harmless', async () => {
    const storage = await openStorage({ url: await requireServer().createDatabase() })
    await storage.close()
    await storage.close()
    await expect(storage.ping()).rejects.toThrow()
  })
})

function requireServer(): PostgresServer {
  if (server === null) throw new Error('no PostgreSQL server')
  return server
}

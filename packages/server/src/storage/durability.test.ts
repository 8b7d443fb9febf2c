import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram } from '../../../testing/src/bundleProgram.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { STORING_BYTES } from './disk.ts'
import { findName } from './names.ts'
import { addOrder, findOrders, moveOrder, type StoredOrder } from './onrampOrders.ts'
import { openStorage } from './openStorage.ts'
import { openPglite } from './pglite.ts'
import { addProject, listProjects } from './projects.ts'
import type { Storage } from './storage.ts'
import { nameNonces } from './tables.ts'

/** Adds projects, registers names, and keeps orders with what became of them, by turns, and prints each id once it is acknowledged. */
const WRITER = `
  import { writeSync } from 'node:fs'
  import { openStorage } from './openStorage.ts'
  import { addName, addNameNonce } from './names.ts'
  import { addOrder, moveOrder } from './onrampOrders.ts'
  import { addProject } from './projects.ts'
  const order = ${JSON.stringify({
    projectId: 'p',
    provider: 'brindle',
    stage: 'created',
    networkId: 'eip155:1',
    symbol: 'ETH',
    paymentAmount: '100',
    paymentCurrency: 'USD',
    paymentMethod: 'card',
    quotedAmount: null,
    purchaseAmount: null,
    transactionHash: null,
  })}
  const [options, prefix] = JSON.parse(process.env.WRITER)
  const storage = await openStorage(options)
  for (let index = 0; ; index++) {
    const id = prefix + index
    if (index % 3 === 0) await addProject(storage, { id, name: 'x'.repeat(200), origins: [], now: index })
    else if (index % 3 === 1) {
      await addOrder(storage, { ...order, id, orderKey: 'key of ' + id, address: id, createdAt: index })
      await moveOrder(storage, { provider: 'brindle', news: { id, stage: 'sent', transactionHash: id }, now: index })
    } else {
      const name = id + '.latchkey.test'
      const holder = { owner: 'owner of ' + id, networkId: 'eip155:1', isKey: true, attributes: {}, now: index }
      await addNameNonce(storage, id, index + 600_000, index)
      const done = await addName(storage, { ...holder, nonce: id, name, shape: name, addresses: [{ coinType: 60, address: id }] })
      if (done !== 'done') throw new Error(done)
    }
    writeSync(1, id + '\\n')
  }
`

/** Rounds of killing, and how many acknowledgements are awaited in each before the kill. */
const ROUNDS = [40, 1, 67]

let folder = ''
let writer = ''
let syncedAtCreation = 0
let server: PostgresServer | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-durability-'))
  writer = await bundleProgram({ text: WRITER, folder: import.meta.dirname }, folder)
  const created = await openPglite(join(folder, 'created'), (descriptor) => {
    syncedAtCreation += 1
    fsyncSync(descriptor)
  })
  await created.close()
  server = await startPostgres()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the embedded engine on disk', () => {
  test('every commit is synced to the disk before it is acknowledged', async () => {
    let synced = 0
    const client = await openPglite(join(copyCreated('counted'), 'pglite'), (descriptor) => {
      synced += 1
      fsyncSync(descriptor)
    })
    await client.exec('create table t (i integer)')
    for (let index = 0; index < 20; index++) {
      const before = synced
      await client.query('insert into t values ($1)', [index])
      expect(synced).toBeGreaterThan(before)
    }
    const before = synced
    await client.query('select * from t')
    expect(synced).toBe(before)
    const { rows } = await client.query<{ fsync: string; method: string; commit: string }>(
      `select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
        current_setting('synchronous_commit') as commit`,
    )
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync', commit: 'on' }])
    await client.close()
  })

  test('the directory of a new file is synced with it, so that its name is as safe as its rows', async () => {
    const directories = new Set<number>()
    const client = await openPglite(join(copyCreated('named'), 'pglite'), (descriptor) => {
      const stats = fstatSync(descriptor)
      if (stats.isDirectory()) directories.add(stats.ino)
      fsyncSync(descriptor)
    })
    await client.exec('create table t (i integer); insert into t values (1); checkpoint')
    const { rows } = await client.query<{ path: string }>(`select pg_relation_filepath('t') as path`)
    const file = join(folder, 'named', 'pglite', rows[0]?.path ?? '')
    expect(directories).toContain(statSync(dirname(file)).ino)
    expect(directories).toContain(statSync(join(folder, 'named', 'pglite', 'pg_wal')).ino)
    await client.close()
  })

  test('the files of a new database are synced before it is used', () => {
    expect(syncedAtCreation).toBeGreaterThan(500)
  })

  test('a disk that is nearly full takes no more rows and can be read and cleared, and takes rows again once there is room', async () => {
    let free = STORING_BYTES
    const client = await openPglite(join(copyCreated('nearlyFull'), 'pglite'), fsyncSync, () => free)
    await client.query('create table t (i integer)')
    await client.query('insert into t values (1), (2)')
    free -= 1
    const full = { code: 'STORAGE_FULL', message: expect.stringContaining('Nothing more is stored') }
    await expect(client.query('insert into t values (3)')).rejects.toMatchObject(full)
    await expect(client.transaction((tx) => tx.query('insert into t values (3)'))).rejects.toMatchObject(full)
    // What a ping asks, so that a gateway that can store nothing is not ready.
    await expect(client.query('values (1)')).rejects.toMatchObject(full)
    await client.query('delete from t where i = 2')
    expect((await client.query('select i from t')).rows).toEqual([{ i: 1 }])
    free = 0
    await expect(client.query('delete from t')).rejects.toMatchObject(full)
    free = STORING_BYTES
    await client.query('insert into t values (3)')
    expect((await client.query('select i from t')).rows).toEqual([{ i: 1 }, { i: 3 }])
    await client.close()
  })

  test('an engine that ran out of room in the middle of a write is asked nothing more, because it would never answer', async () => {
    const client = await openPglite(join(copyCreated('full'), 'pglite'))
    await expect(
      client.query("do $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$"),
    ).rejects.toMatchObject({ code: '53100' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await client.close()
  })

  test('a database on a disk without room is not opened, nor made', async () => {
    const fresh = mkdtempSync(join(folder, 'noRoom-'))
    const opening = openPglite(join(fresh, 'pglite'), fsyncSync, () => STORING_BYTES - 1)
    await expect(opening).rejects.toMatchObject({ code: 'STORAGE_FULL', message: expect.stringContaining('64 MiB') })
    expect(existsSync(join(fresh, 'pglite'))).toBe(false)
  })

  test('the room of rows that were deleted is given back', async () => {
    const storage = await openStorage({ dataDir: copyCreated('vacuumed'), vacuumMs: 20 })
    const { database } = storage
    const readSize = async () => {
      const answer = (await database.execute("select pg_table_size('relay_messages')::integer as size")) as unknown
      return (answer as { rows: { size: number }[] }).rows[0]?.size ?? 0
    }
    await database.execute(`insert into relay_messages
        (topic, message, publisher, tag, attestation, relay_attestation, bytes, published_at, expires_at)
      select i::text, repeat('x', 1000), '', 0, '', '', 0, 0, 0 from generate_series(1, 2000) as i`)
    expect(await readSize()).toBeGreaterThan(2_000_000)
    await database.execute('delete from relay_messages')
    await expect.poll(readSize, { timeout: 20_000 }).toBeLessThan(100_000)
    await storage.close()
  }, 60_000)

  test('a folder that cannot be made and one that holds no database are told with what to do', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(openStorage({ dataDir: join(file, 'data') })).rejects.toMatchObject({
      code: 'STORAGE_UNUSABLE',
      message: expect.stringContaining('--data'),
    })
    const broken = copyCreated('broken')
    writeFileSync(join(broken, 'pglite', 'global', 'pg_control'), '')
    await expect(openStorage({ dataDir: broken })).rejects.toMatchObject({
      code: 'STORAGE_UNUSABLE',
      message: expect.stringContaining('backup'),
    })
  }, 60_000)

  test('a second opener of the directory gets a coded error and the first keeps working', async () => {
    const dataDir = copyCreated('shared')
    const storage = await openStorage({ dataDir })
    const refused = await openStorage({ dataDir }).catch((error) => error)
    expect(refused).toMatchObject({ code: 'STORAGE_IN_USE', dataDir })
    expect(refused.message).toContain(`process ${process.pid}`)
    expect(await addProject(storage, { id: 'p', name: 'P', origins: [], now: 1 })).not.toBeNull()
    await storage.close()
    const again = await openStorage({ dataDir })
    expect(await listProjects(again)).toHaveLength(1)
    await again.close()
  })

  test('a second process is refused too', { timeout: 120_000 }, async () => {
    const dataDir = copyCreated('processes')
    const writer = startWriter({ dataDir }, 'a')
    await writer.acknowledged(1)
    await expect(openStorage({ dataDir })).rejects.toMatchObject({ code: 'STORAGE_IN_USE' })
    await writer.kill()
    await (await openStorage({ dataDir })).close()
  })

  test('a process killed while it creates the database leaves nothing in the way of the next', {
    timeout: 120_000,
  }, async () => {
    const dataDir = join(folder, 'interrupted')
    const writer = startWriter({ dataDir }, 'a')
    const isBegun = () =>
      existsSync(dataDir) &&
      readdirSync(dataDir).some((name) => /unfinished/.test(name) && existsSync(join(dataDir, name, 'base')))
    while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 5))
    await writer.kill()
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false)
    const storage = await openStorage({ dataDir })
    expect(await listProjects(storage)).toEqual([])
    await storage.close()
  })

  test('kill -9 during writes loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    await killWriters({ dataDir: copyCreated('killed') })
  })
})

describe.skipIf(findPostgres() === null && !process.env.CI)('the PostgreSQL engine', () => {
  test('kill -9 of the gateway during writes loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    await killWriters({ url: await requireServer().createDatabase() })
  })

  test.skipIf(Boolean(process.env.DATABASE_URL))(
    'kill -9 of the server during writes loses nothing that was acknowledged',
    { timeout: 120_000 },
    async () => {
      const url = await requireServer().createDatabase()
      const acknowledged: string[] = []
      for (const [round, count] of ROUNDS.entries()) {
        const writer = startWriter({ url }, `s${round}-`)
        await writer.acknowledged(count)
        await requireServer().crash?.()
        acknowledged.push(...(await writer.kill()))
      }
      await expectAll({ url }, acknowledged)
    },
  )
})

/** A data directory with a database in it, which is quicker to copy than to create. */
function copyCreated(name: string): string {
  const dataDir = join(folder, name)
  cpSync(join(folder, 'created'), join(dataDir, 'pglite'), { recursive: true })
  return dataDir
}

async function killWriters(options: openStorage.Options): Promise<void> {
  const acknowledged: string[] = []
  for (const [round, count] of ROUNDS.entries()) {
    const writer = startWriter(options, `r${round}-`)
    await writer.acknowledged(count)
    acknowledged.push(...(await writer.kill()))
    await expectAll(options, acknowledged)
  }
}

async function expectAll(options: openStorage.Options, acknowledged: readonly string[]): Promise<void> {
  const storage = await openStorage(options)
  const found = new Set((await listProjects(storage)).map(({ id }) => id))
  for (const id of acknowledged) {
    if (found.has(id)) continue
    // A name is there with its address, and its nonce is spent, or neither.
    const name = await findName(storage, `${id}.latchkey.test`)
    if (name?.addresses[0]?.address === id) found.add(id)
  }
  const orders = await findOrders(storage, { projectId: 'p', ids: [...acknowledged] })
  for (const { id, stage, transactionHash } of orders) if (stage === 'sent' && transactionHash === id) found.add(id)
  await repeatOrder(storage, orders[0])
  const nonces = await storage.database.select({ nonce: nameNonces.nonce }).from(nameNonces)
  await storage.close()
  expect(nonces.filter(({ nonce }) => found.has(nonce))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
}

/** What was not answered is asked for once more: it is the order that is there, and news that are known move nothing. */
async function repeatOrder(storage: Storage, order: StoredOrder | undefined): Promise<void> {
  if (order === undefined) return
  const again = await addOrder(storage, { ...order, id: 'a second one', stage: 'created' })
  expect(again).toEqual(order)
  const news = { id: order.id, stage: 'sent', transactionHash: 'another' } as const
  expect(await moveOrder(storage, { provider: order.provider, news, now: 1 })).toBe(false)
}

type Writer = {
  /** Resolves when that many writes were acknowledged; rejects when the writer ends before. */
  acknowledged(count: number): Promise<void>
  /** Kills the writer with SIGKILL, waits for its end, and gives every id that it was told is safe. */
  kill(): Promise<readonly string[]>
}

function startWriter(options: openStorage.Options, prefix: string): Writer {
  const child = spawn(process.execPath, [writer], {
    env: { ...process.env, WRITER: JSON.stringify([options, prefix]) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ids: string[] = []
  let complaint = ''
  let waiting: (() => void) | undefined
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    ids.push(line)
    waiting?.()
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    acknowledged: (count) =>
      new Promise((resolve, reject) => {
        waiting = () => {
          if (ids.length >= count) resolve()
        }
        waiting()
        void ended.then(() => reject(new Error(`The writer ended early: ${complaint}`)))
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      return ids
    },
  }
}

function requireServer(): PostgresServer {
  if (server === null) throw new Error('no PostgreSQL server')
  return server
}

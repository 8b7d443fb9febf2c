import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, test as everyTest, expect } from 'vitest'
import { placeEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { type KeyValueStore, loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { openStorage } from '../storage/openStorage.ts'
import { createEngine } from './createEngine.ts'
import { type NewMessage, NOBODY } from './engine.ts'
import { createLevelMailbox } from './levelMailbox.ts'
import type { HeldMessage } from './mailbox.ts'
import { openMailbox } from './openMailbox.ts'
import { createSqlMailbox } from './sqlMailbox.ts'
import { createTestTopic } from './testClient.ts'

/** Where the binary does not run there is nothing to test. */
const isAbsent = 'reason' in loadLevel() && !process.env.CI
const test = everyTest.skipIf(isAbsent)

const NOW = Date.UTC(2026, 2, 1)
const clock = { now: () => NOW }
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-level-'))
const open = new Set<KeyValueStore>()

afterEach(async () => {
  for (const store of open) await store.close()
  open.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openStore(name: string): Promise<KeyValueStore> {
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  const store = await openKeyValueStore(loaded.level, join(folder, name))
  open.add(store)
  return store
}

function compose(topic: string, message: string, more: Partial<NewMessage> = {}): HeldMessage {
  return {
    topic,
    message,
    publisher: 'alice',
    tag: 1108,
    attestation: '',
    relayAttestation: '',
    publishedAt: NOW,
    expiresAt: NOW + 300_000,
    holder: NOBODY,
    ...more,
  }
}

const ask = (topic: string, clientId = 'bob') => ({ topic, clientId, afterRow: 0 })
const textsOf = (messages: readonly NewMessage[] | undefined) => messages?.map(({ message }) => message)

test('every message that is acknowledged was synced after it was given to the store, also when many share a write', async () => {
  const store = await openStore('counted')
  let begun = 0
  let synced = 0
  const counting: KeyValueStore = {
    ...store,
    async batch(changes, options) {
      begun += 1
      const own = begun
      await store.batch(changes, options)
      if (options.sync) synced = own
    },
  }
  const mailbox = await createLevelMailbox({ store: counting, folder, clock })
  const engine = await createEngine({
    mailbox,
    clock,
    log: silent,
    maxMessagesPerTopic: 10_000,
    maxBytes: 100_000_000,
  })
  const unsynced: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const topic = createTestTopic()
      for (let count = 0; count < 10; count += 1) {
        const before = begun
        const [stored] = await engine.append([compose(topic, `m${count}`)])
        engine.receive('bob', stored?.row ?? 0)
        if (synced <= before) unsynced.push(count)
      }
    }),
  )
  expect(unsynced).toEqual([])
  // They share writes, or each would have had a sync of its own.
  expect(synced).toBeLessThan(250)
  await engine.close()
})

const isTraced = spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']).status === 0

/** Writes one message after another, so that no write can share the sync of another. */
const WRITER = `
  import { loadLevel, openKeyValueStore } from ${JSON.stringify(import.meta.resolve('../storage/keyValueStore.ts'))}
  import { createLevelMailbox } from ${JSON.stringify(import.meta.resolve('./levelMailbox.ts'))}
  const folder = process.env.FOLDER
  const store = await openKeyValueStore(loadLevel().level, folder)
  const mailbox = await createLevelMailbox({ store, folder, clock: Date })
  for (let index = 0; index < 50; index++) await mailbox.write([{ topic: 'a'.repeat(64), message: 'x', publisher: 'p', tag: 1, attestation: '',
    relayAttestation: '', publishedAt: 1, expiresAt: 2, holder: { address: '', project: '' } }], [])
  process.exit(0)
`

everyTest.skipIf(isAbsent || !isTraced)(
  'the store syncs to the disk for each of fifty writes, as the kernel sees it',
  async () => {
    const trace = join(folder, 'trace')
    const parameters = ['--conditions=@latchkey/source', '--import', import.meta.resolve('tsx'), '--input-type=module']
    const child = spawn(
      'strace',
      ['-f', '-e', 'trace=fdatasync,fsync', '-o', trace, process.execPath, ...parameters, '--eval', WRITER],
      { cwd: import.meta.dirname, env: { ...process.env, FOLDER: join(folder, 'traced') }, stdio: 'inherit' },
    )
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    const syncs =
      readFileSync(trace, 'utf8').match(/(fdatasync|fsync)\(\d+\)?.*= 0|(fdatasync|fsync) resumed.*= 0/g) ?? []
    expect(syncs.length).toBeGreaterThanOrEqual(50)
  },
  60_000,
)

test('what an older version kept in the embedded database moves over once: mail in order, receipts, the key', async () => {
  const dataDir = join(folder, 'older')
  await placeEmptyDatabase(dataDir)
  const [topic, read] = [createTestTopic(), createTestTopic()]
  const older = await openStorage({ dataDir })
  const sqlMailbox = createSqlMailbox(older)
  const texts = Array.from({ length: 700 }, (_, index) => `m${index}`)
  const holder = { address: 'ab12cd', project: 'shop' }
  await sqlMailbox.write(
    texts.map((text) => compose(topic, text, { holder } as Partial<HeldMessage>)),
    [],
  )
  const [row = 0] = await sqlMailbox.write([compose(read, 'had')], [])
  await sqlMailbox.write([], [{ row, clientId: 'bob' }])
  await older.database.execute(`insert into relay_key (id, jwk) values (1, 'the old key')`)
  await older.close()

  const storage = await openStorage({ dataDir, startsLate: true })
  const lines: string[] = []
  const log = { ...silent, info: (_: unknown, text: string) => lines.push(text) }
  const first = await openMailbox({ dataDir, storage, clock, log })
  expect(lines).toEqual(['the mailbox has moved out of the embedded database'])
  expect(await first.keepKey('a new key')).toBe('the old key')
  const [page, others] = await first.mailbox.readPending([ask(topic), ask(read, 'carol')], NOW)
  expect(textsOf(page)).toEqual(texts.slice(0, 32))
  expect(textsOf(others)).toEqual(['had'])
  expect(await first.mailbox.readPending([ask(read)], NOW)).toEqual([[]])
  const size = await first.mailbox.size()
  expect(size.messages).toBe(701)
  expect(size.holdings).toContainEqual({ ...holder, messages: 700, bytes: texts.join('').length })
  expect((await sqlMailbox.size().catch(() => undefined)) ?? 'closed').toBe('closed')
  await first.close()
  await storage.close()

  const again = await openStorage({ dataDir, startsLate: true })
  const second = await openMailbox({ dataDir, storage: again, clock, log })
  expect([again.state(), lines.length, (await second.mailbox.size()).messages]).toEqual(['closed', 1, 701])
  await second.close()
  await again.close()
}, 60_000)

test('where the binary does not run the mailbox is in the embedded database, and the log says so; later its mail moves over', async () => {
  const dataDir = join(folder, 'fallback')
  await placeEmptyDatabase(dataDir)
  const topic = createTestTopic()
  const warned: Record<string, unknown>[] = []
  const log = { ...silent, warn: (facts: Readonly<Record<string, unknown>>) => warned.push(facts) }
  const storage = await openStorage({ dataDir, startsLate: true })
  const reason = new Error('No native build was found')
  const without = await openMailbox({ dataDir, storage, clock, log, load: () => ({ reason }) })
  expect(warned).toEqual([{ event: 'mailboxInDatabase', err: reason, isMailLeft: false }])
  expect(without.mailbox.kind).toBe('pglite')
  await without.mailbox.write([compose(topic, 'kept')], [])
  await without.close()
  const later = await openMailbox({ dataDir, storage, clock, log: silent })
  expect(later.mailbox.kind).toBe('level')
  expect(textsOf((await later.mailbox.readPending([ask(topic)], NOW))[0])).toEqual(['kept'])
  await later.close()
  await storage.close()
}, 60_000)

test('a relay that never needed the embedded database makes none', async () => {
  const dataDir = join(folder, 'lean')
  const storage = await openStorage({ dataDir, startsLate: true })
  const { mailbox, close } = await openMailbox({ dataDir, storage, clock, log: silent })
  await mailbox.write([compose(createTestTopic(), 'kept')], [])
  await storage.ping()
  await close()
  await storage.close()
  expect([existsSync(join(dataDir, 'mailbox')), existsSync(join(dataDir, 'pglite'))]).toEqual([true, false])
})

test('a disk without room stores nothing, says so, and goes on once there is room; a write that failed is tried by a ping', async () => {
  const store = await openStore('full')
  let free = 0
  let fails = false
  const failing: KeyValueStore = {
    ...store,
    batch: (...parameters) => (fails ? Promise.reject(new Error('IO error')) : store.batch(...parameters)),
  }
  const mailbox = await createLevelMailbox({ store: failing, folder, clock, readFreeBytes: () => free })
  const topic = createTestTopic()
  const unavailable = { code: 'MAILBOX_UNAVAILABLE' }
  await expect(mailbox.write([compose(topic, 'one')], [])).rejects.toMatchObject(unavailable)
  await expect(mailbox.ping()).rejects.toMatchObject(unavailable)
  free = Number.POSITIVE_INFINITY
  await mailbox.ping()
  fails = true
  await expect(mailbox.write([compose(topic, 'two')], [])).rejects.toMatchObject(unavailable)
  await expect(mailbox.ping()).rejects.toMatchObject(unavailable)
  fails = false
  await mailbox.ping()
  await mailbox.write([compose(topic, 'three')], [])
  expect(textsOf((await mailbox.readPending([ask(topic)], NOW))[0])).toEqual(['three'])
  expect((await mailbox.size()).messages).toBe(1)
})

test('neither the room of the disk is asked for with every write, nor a topic noted as read with every receipt', async () => {
  const store = await openStore('seldom')
  const puts: string[] = []
  let asked = 0
  const counting: KeyValueStore = {
    ...store,
    batch: (changes, options) => {
      puts.push(...changes.map(({ key }) => key))
      return store.batch(changes, options)
    },
  }
  const readFreeBytes = () => {
    asked += 1
    return Number.POSITIVE_INFINITY
  }
  const mailbox = await createLevelMailbox({ store: counting, folder, clock, readFreeBytes })
  const topic = createTestTopic()
  for (let count = 0; count < 5; count += 1) {
    const [row = 0] = await mailbox.write([compose(topic, `m${count}`)], [])
    await mailbox.write([], [{ row, clientId: 'bob' }])
  }
  expect(asked).toBe(1)
  expect(puts.filter((key) => key.startsWith('t:'))).toEqual([`t:${topic}`])
  expect((await mailbox.readPending([ask(topic)], NOW))[0]).toEqual([])
})

test('what is dropped leaves nothing behind but that its topic was read', async () => {
  const store = await openStore('dropped')
  const mailbox = await createLevelMailbox({ store, folder, clock })
  const topic = createTestTopic()
  const rows = await mailbox.write([compose(topic, 'one'), compose(topic, 'two')], [])
  await mailbox.write(
    [],
    rows.flatMap((row) => ['bob', 'carol'].map((clientId) => ({ row, clientId }))),
  )
  expect((await mailbox.expire(NOW + 300_000)).messages).toBe(2)
  // A note that comes too late is none.
  await mailbox.write([], [{ row: rows[0] ?? 0, clientId: 'dave' }])
  const entries = store.iterator({ gte: '', lt: '~' })
  expect((await entries.nextv(10)).map(([key]) => key)).toEqual([`t:${topic}`])
  await entries.close()
  // Rows go on, so that nobody takes a new message for one it had.
  expect(await mailbox.write([compose(topic, 'three')], [])).toEqual([(rows[1] ?? 0) + 1])
})

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { createLastUsed } from '../lastUsed.ts'
import type { Clock } from '../ports.ts'
import { CLEARING_BYTES, readDisk, STORING_BYTES } from '../storage/disk.ts'
import { StorageFullError } from '../storage/errors.ts'
import type { Change, KeyRange, KeyValueStore } from '../storage/keyValueStore.ts'
import { MailboxUnavailableError, type NewMessage, type PendingQuestion, type StoredMessage } from './engine.ts'
import {
  bytesOf,
  type HeldMessage,
  type Holding,
  type Mailbox,
  type MailboxSize,
  PAGE_BYTES,
  PAGE_MESSAGES,
  sumUp,
} from './mailbox.ts'

/** Messages that one step of dropping takes, so that no step holds up the others for long. */
const DROP_STEP = 2_000

/** Entries that one step of a walk reads. */
const WALK_STEP = 500

/** How long it is known that a topic was read, in ms: longer than any message lasts. */
const READ_MS = 60 * 24 * 60 * 60_000

/** How often topics that were read longer ago are looked for, in ms. */
const TIDY_MS = 24 * 60 * 60_000

/** Messages of which is remembered what is known of them until the first receipt, which mostly comes soon. About 400 bytes each. */
const REMEMBERED = 4_096

/** Names of clients, and topics that are known to be read, that are remembered. About 200 bytes each. */
const REMEMBERED_NAMES = 10_000

/** How soon after a receipt the next one of its topic is written down as well, in ms. */
const READ_REST_MS = 24 * 60 * 60_000

/** After how many bytes, and how long, the disk is asked again how much room it has, in ms. Both are far within what is kept free. */
const ROOM_BYTES = 8_388_608
const ROOM_MS = 250

/** Bytes that are gone, at least, before the disk is given their room back. */
const COMPACT_BYTES = 67_108_864

/*
 * What is kept, by the first letter of its key. Numbers in keys are twelve hex digits, so that they are in order.
 *   m:topic:row            the message
 *   i:row                  what must be known of it without reading it, and who has received it
 *   e:expiresAt:row        nothing: the order in which messages run out
 *   h:address:project      what a holder has
 *   t:topic                when something of the topic was last received
 */
const storedMessage = v.strictTuple([
  v.string(),
  v.string(),
  v.number(),
  v.string(),
  v.string(),
  v.number(),
  v.number(),
])
const storedAbout = v.strictTuple([v.string(), v.number(), v.number(), v.string(), v.string(), v.array(v.string())])
const storedHolding = v.strictTuple([v.string(), v.string(), v.number(), v.number()])

/** `receivers`: see `nameReceiver`. */
type About = {
  readonly row: number
  readonly topic: string
  readonly expiresAt: number
  readonly bytes: number
  readonly address: string
  readonly project: string
  readonly receivers: readonly string[]
}

const number = (value: number): string => value.toString(16).padStart(12, '0')
const messageKey = (topic: string, row: number): string => `m:${topic}:${number(row)}`
const aboutKey = (row: number): string => `i:${number(row)}`
const expiryKey = (expiresAt: number, row: number): string => `e:${number(expiresAt)}:${number(row)}`
const readKey = (topic: string): string => `t:${topic}`
const rowOf = (key: string): number => Number.parseInt(key.slice(-12), 16)

/** Sixteen bytes that stand for a client: a topic may have thousands, and their ids are long. */
const nameReceiver = (clientId: string): string =>
  createHash('sha256').update(clientId).digest().subarray(0, 16).toString('base64url')

/**
 * The mailbox of one process alone, in a key-value store: bounded memory whatever waits, one sync a write, and all of it
 * off the main thread.
 */
export async function createLevelMailbox(parameters: {
  store: KeyValueStore
  /** Where the store is; its disk is asked how much room it has. */
  folder: string
  clock: Clock
  readFreeBytes?: typeof readDisk | undefined
}): Promise<Mailbox> {
  const { store, folder, clock } = parameters
  const readFreeBytes = parameters.readFreeBytes ?? readDisk
  const holdings = new Map<string, Holding>()
  for await (const [key, value] of walk({ gte: 'h:', lt: 'h;' })) {
    const [address, project, messages, bytes] = v.parse(storedHolding, JSON.parse(value))
    holdings.set(key, { address, project, messages, bytes })
  }
  const [newest] = await readKeys({ gte: 'i:', lt: 'i;', reverse: true, limit: 1 })
  let last = newest === undefined ? 0 : rowOf(newest)
  /** Bytes of what was dropped since the store was last made smaller. */
  let gone = 0
  let tidyAt = 0
  /** The last write failed. */
  let hasFailed = false
  /** By row, each in the place of the one that was `REMEMBERED` rows before it. */
  const abouts: (About | undefined)[] = []
  const names = createLastUsed<string, string>(REMEMBERED_NAMES)
  /** When it was last written down that a topic is read. */
  const readAt = createLastUsed<string, number>(REMEMBERED_NAMES)
  /** What the disk had free when it was asked, when that was, and what was written since. */
  const room = { free: 0, at: Number.NEGATIVE_INFINITY, written: 0 }
  let turn: Promise<unknown> = Promise.resolve()

  /** Runs what changes the store one after the other, because each reads before it writes. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    // The caller is rejected with the failure; what comes after goes on all the same.
    turn = result.catch(() => undefined)
    return result
  }

  async function commit(changes: Change[], sync: boolean): Promise<void> {
    for (const change of changes) if (change.type === 'put') room.written += change.key.length + change.value.length
    try {
      await store.batch(changes, { sync })
      hasFailed = false
    } catch (error) {
      hasFailed = true
      throw new MailboxUnavailableError(error)
    }
  }

  function checkRoom(bytes: number): void {
    const now = clock.now()
    if (Math.abs(now - room.at) >= ROOM_MS || room.written >= ROOM_BYTES || room.free < STORING_BYTES + ROOM_BYTES) {
      Object.assign(room, { free: readFreeBytes(folder), at: now, written: 0 })
    }
    if (room.free >= bytes) return
    throw new MailboxUnavailableError(new StorageFullError(folder, 'Nothing more is stored until there is room.'))
  }

  /** The entries of a range, so many at once. */
  async function* pages(range: KeyRange, step: number): AsyncGenerator<[string, string][]> {
    const entries = store.iterator(range)
    const next = () =>
      entries.nextv(step).catch((error: unknown) => {
        throw new MailboxUnavailableError(error)
      })
    try {
      for (let found = await next(); found.length > 0; found = await next()) yield found
    } finally {
      await entries.close()
    }
  }

  async function* walk(range: KeyRange): AsyncGenerator<[string, string]> {
    for await (const page of pages(range, WALK_STEP)) yield* page
  }

  async function readKeys(range: KeyRange): Promise<string[]> {
    const keys: string[] = []
    for await (const [key] of walk(range)) keys.push(key)
    return keys
  }

  async function getMany(keys: string[]): Promise<(string | undefined)[]> {
    try {
      return await store.getMany(keys)
    } catch (error) {
      throw new MailboxUnavailableError(error)
    }
  }

  /** Of each row that is there. */
  async function readAbout(rows: readonly number[]): Promise<Map<number, About>> {
    const found = new Map<number, About>()
    const unknown: number[] = []
    for (const row of rows) {
      const one = abouts[row % REMEMBERED]
      if (one?.row === row) found.set(row, one)
      else unknown.push(row)
    }
    if (unknown.length === 0) return found
    const values = await getMany(unknown.map(aboutKey))
    for (const [index, row] of unknown.entries()) {
      const value = values[index]
      if (value !== undefined) found.set(row, parseAbout(row, value))
    }
    return found
  }

  function forgetAbout(row: number): void {
    if (abouts[row % REMEMBERED]?.row === row) abouts[row % REMEMBERED] = undefined
  }

  function nameOf(clientId: string): string {
    const known = names.get(clientId)
    if (known !== undefined) return known
    const name = nameReceiver(clientId)
    names.set(clientId, name)
    return name
  }

  /** The holdings after a change, and what writes them down. */
  function weigh(changed: readonly Omit<About, 'row' | 'topic' | 'expiresAt' | 'receivers'>[], sign: 1 | -1) {
    const after = new Map<string, Holding>()
    for (const { address, project, bytes } of changed) {
      const key = `h:${address}:${project}`
      const before = after.get(key) ?? holdings.get(key) ?? { address, project, messages: 0, bytes: 0 }
      after.set(key, { ...before, messages: before.messages + sign, bytes: before.bytes + sign * bytes })
    }
    const changes = [...after].map(
      ([key, { address, project, messages, bytes }]): Change =>
        messages > 0
          ? { type: 'put', key, value: JSON.stringify([address, project, messages, bytes]) }
          : { type: 'del', key },
    )
    const apply = () => {
      for (const [key, held] of after) {
        if (held.messages > 0) holdings.set(key, held)
        else holdings.delete(key)
      }
    }
    return { changes, apply }
  }

  async function drop(chosen: readonly About[]): Promise<MailboxSize> {
    if (chosen.length === 0) return sumUp([])
    const { changes, apply } = weigh(chosen, -1)
    for (const { row, topic, expiresAt } of chosen) {
      for (const key of [messageKey(topic, row), aboutKey(row), expiryKey(expiresAt, row)])
        changes.push({ type: 'del', key })
    }
    // What comes back after a loss of power has run out, or goes again.
    await commit(changes, false)
    for (const { row } of chosen) forgetAbout(row)
    apply()
    const size = sumUp(chosen.map(({ address, project, bytes }) => ({ address, project, bytes, messages: 1 })))
    gone += size.bytes
    return size
  }

  /** As much work as was saved: when as many bytes are gone as are left. */
  async function compact(): Promise<void> {
    if (gone < Math.max(COMPACT_BYTES, sumUp([...holdings.values()]).bytes)) return
    gone = 0
    await store.compactRange('e', 'n')
  }

  async function tidy(now: number): Promise<void> {
    if (now < tidyAt) return
    tidyAt = now + TIDY_MS
    const old: Change[] = []
    for await (const [key, value] of walk({ gte: 't:', lt: 't;' })) {
      if (Number(value) < now - READ_MS) old.push({ type: 'del', key })
    }
    if (old.length > 0) await commit(old, false)
  }

  /** Messages of a topic after a row, with what is known of each. */
  async function* readTopic(topic: string, afterRow: number): AsyncGenerator<readonly [StoredMessage, About]> {
    for await (const found of pages({ gte: messageKey(topic, afterRow + 1), lt: `m:${topic};` }, PAGE_MESSAGES)) {
      const known = await readAbout(found.map(([key]) => rowOf(key)))
      for (const [key, value] of found) {
        const one = known.get(rowOf(key))
        // What is not known was dropped since the reading began.
        if (one !== undefined) yield [parseMessage(one, value), one]
      }
    }
  }

  async function readPage({ topic, clientId, afterRow }: PendingQuestion, now: number): Promise<StoredMessage[]> {
    const page: StoredMessage[] = []
    let bytes = 0
    let name: string | undefined
    for await (const [stored, { receivers }] of readTopic(topic, afterRow)) {
      if (stored.publisher === clientId || stored.expiresAt <= now) continue
      if (receivers.length > 0) name ??= nameOf(clientId)
      if (name !== undefined && receivers.includes(name)) continue
      page.push(stored)
      bytes += bytesOf(stored)
      if (page.length >= PAGE_MESSAGES || bytes >= PAGE_BYTES) break
    }
    return page
  }

  return {
    kind: 'level',
    write: (messages, receipts) =>
      inTurn(async () => {
        checkRoom(messages.length > 0 ? STORING_BYTES : CLEARING_BYTES)
        const { changes, apply } = weigh(
          messages.map((each) => ({ ...each.holder, bytes: bytesOf(each) })),
          1,
        )
        const now = clock.now()
        const changed: About[] = []
        const noted = new Map<number, Set<string>>()
        for (const { row, clientId } of receipts) {
          const already = noted.get(row)
          if (already === undefined) noted.set(row, new Set([nameOf(clientId)]))
          else already.add(nameOf(clientId))
        }
        const read = new Set<string>()
        for (const [row, one] of await readAbout([...noted.keys()])) {
          const receivers = [...new Set([...one.receivers, ...(noted.get(row) ?? [])])]
          const next = { ...one, receivers }
          changed.push(next)
          changes.push({ type: 'put', key: aboutKey(row), value: writeAbout(next) })
          if (now - (readAt.get(one.topic) ?? Number.NEGATIVE_INFINITY) >= READ_REST_MS) read.add(one.topic)
        }
        for (const topic of read) changes.push({ type: 'put', key: readKey(topic), value: String(now) })
        const rows = messages.map((each) => {
          last += 1
          const { topic, expiresAt, holder } = each
          changes.push({ type: 'put', key: messageKey(topic, last), value: writeMessage(each) })
          const one = { ...holder, row: last, topic, expiresAt, bytes: bytesOf(each), receivers: [] }
          changed.push(one)
          changes.push({ type: 'put', key: aboutKey(last), value: writeAbout(one) })
          changes.push({ type: 'put', key: expiryKey(expiresAt, last), value: '' })
          return last
        })
        // A lost note costs another delivery, no more.
        if (changes.length > 0) await commit(changes, messages.length > 0)
        for (const one of changed) {
          if (one.receivers.length > 0) forgetAbout(one.row)
          else abouts[one.row % REMEMBERED] = one
        }
        for (const topic of read) readAt.set(topic, now)
        apply()
        return rows
      }),
    readPending: (questions, now) => Promise.all(questions.map((question) => readPage(question, now))),
    findByHash: async (receipts) => {
      const rows: number[] = []
      for (const topic of new Set(receipts.map((each) => each.topic))) {
        const wanted = new Set(receipts.filter((each) => each.topic === topic).map(({ messageId }) => messageId))
        for await (const [stored] of readTopic(topic, 0)) {
          if (wanted.has(createHash('sha256').update(stored.message).digest('hex'))) rows.push(stored.row)
        }
      }
      return rows
    },
    countUnread: async (topics, now) => {
      const unread = new Map<string, number>()
      for (const topic of topics) {
        for await (const [, { expiresAt, receivers }] of readTopic(topic, 0)) {
          if (expiresAt > now && receivers.length === 0) unread.set(topic, (unread.get(topic) ?? 0) + 1)
        }
      }
      return unread
    },
    readNew: async (aboveRow) => {
      const found: { row: number; topic: string }[] = []
      for await (const [key, value] of walk({ gte: aboutKey(aboveRow + 1), lt: 'i;' })) {
        found.push({ row: rowOf(key), topic: parseAbout(rowOf(key), value).topic })
      }
      return found
    },
    listTopics: async (limit) => {
      const topics = new Set<string>()
      for await (const [key, value] of walk({ gte: 'i:', lt: 'i;' })) {
        topics.add(parseAbout(rowOf(key), value).topic)
        if (topics.size > limit) return undefined
      }
      return [...topics]
    },
    newestRow: async () => last,
    expire: async (now) => {
      const total: Holding[] = []
      for (;;) {
        const step = await inTurn(async () => {
          const keys = await readKeys({ gte: 'e:', lt: `e:${number(now + 1)}`, limit: DROP_STEP })
          const size = await drop([...(await readAbout(keys.map(rowOf))).values()])
          return { ...size, isLast: keys.length < DROP_STEP }
        })
        total.push(...step.holdings)
        if (step.isLast) break
      }
      await inTurn(() => tidy(now))
      await compact()
      return sumUp(total)
    },
    evict: ({ bytes, which, address, project }) =>
      inTurn(async () => {
        checkRoom(CLEARING_BYTES)
        const chosen: About[] = []
        let freed = 0
        const consider = async (page: readonly About[]) => {
          const isRead = which === 'neverRead' ? await getMany(page.map(({ topic }) => readKey(topic))) : []
          for (const [index, one] of page.entries()) {
            if (freed >= bytes) return
            if (which === 'neverRead' && isRead[index] !== undefined) continue
            freed += one.bytes
            chosen.push(one)
          }
        }
        const page: About[] = []
        for await (const [key, value] of walk({ gte: 'i:', lt: 'i;' })) {
          const one = parseAbout(rowOf(key), value)
          if ((address ?? one.address) !== one.address || (project ?? one.project) !== one.project) continue
          if (which !== 'any' && (which === 'received') !== one.receivers.length > 0) continue
          page.push(one)
          if (page.length < WALK_STEP) continue
          await consider(page.splice(0))
          if (freed >= bytes) break
        }
        await consider(page)
        return drop(chosen)
      }),
    size: async () => sumUp([...holdings.values()]),
    ping: async () => {
      checkRoom(STORING_BYTES)
      // What failed once fails for good in this store, or not at all.
      if (hasFailed) await inTurn(() => commit([{ type: 'put', key: 'ping', value: '' }], true))
    },
  }
}

/** What nobody has received and has not run out, oldest first and so many at once: for whoever takes it to another mailbox. */
export async function* readUnread(store: KeyValueStore, now: number): AsyncGenerator<readonly HeldMessage[]> {
  const entries = store.iterator({ gte: 'i:', lt: 'i;' })
  try {
    for (let found = await entries.nextv(WALK_STEP); found.length > 0; found = await entries.nextv(WALK_STEP)) {
      const unread = found
        .map(([key, value]) => parseAbout(rowOf(key), value))
        .filter(({ receivers, expiresAt }) => receivers.length === 0 && expiresAt > now)
      const texts = await store.getMany(unread.map(({ topic, row }) => messageKey(topic, row)))
      yield unread.flatMap((one, index) => {
        const text = texts[index]
        if (text === undefined) return []
        const { row: _, ...message } = parseMessage(one, text)
        return [{ ...message, holder: { address: one.address, project: one.project } }]
      })
    }
  } finally {
    await entries.close()
  }
}

function writeMessage(each: NewMessage): string {
  const { message, publisher, tag, attestation, relayAttestation, publishedAt, expiresAt } = each
  return JSON.stringify([message, publisher, tag, attestation, relayAttestation, publishedAt, expiresAt])
}

function parseMessage({ row, topic }: About, value: string): StoredMessage {
  const parsed = v.parse(storedMessage, JSON.parse(value))
  const [message, publisher, tag, attestation, relayAttestation, publishedAt, expiresAt] = parsed
  return { row, topic, message, publisher, tag, attestation, relayAttestation, publishedAt, expiresAt }
}

function writeAbout({ topic, expiresAt, bytes, address, project, receivers }: About): string {
  return JSON.stringify([topic, expiresAt, bytes, address, project, receivers])
}

function parseAbout(row: number, value: string): About {
  const [topic, expiresAt, bytes, address, project, receivers] = v.parse(storedAbout, JSON.parse(value))
  return { row, topic, expiresAt, bytes, address, project, receivers }
}

import { createLastUsed } from '../lastUsed.ts'
import type { Clock, Log } from '../ports.ts'
import { createContention } from './contention.ts'
import {
  type EngineListener,
  type Holder,
  MailboxFullError,
  type NewMessage,
  NOBODY,
  type PendingPage,
  type PendingQuestion,
  type RelayEngine,
  type StoredMessage,
} from './engine.ts'
import type { FanOut } from './fanOut.ts'
import {
  bytesOf,
  type Eviction,
  type Mailbox,
  type MailboxSize,
  PAGE_BYTES,
  PAGE_MESSAGES,
  type Receipt,
} from './mailbox.ts'
import { createRecentMail, OLDER_TOPICS } from './recentMail.ts'
import { createLedger, type Shares, USUAL_SHARES } from './shares.ts'

/** Messages that one write holds at most. Measured: a durable write takes a millisecond, and hundreds in one take two. */
const BATCH_MESSAGES = 500

/** Bytes after which a write is full. */
const BATCH_BYTES = 4_194_304

/** Addresses whose queue is kept while nothing waits in it. */
const IDLE_QUEUES = 1_024

/** Messages that may wait to be written, of everybody together. */
const WAITING_MESSAGES = 20_000

/** Holders that are asked to yield when the mailbox is full, the largest first. */
const YIELDING = 3

/** Questions that one read answers. */
const BATCH_QUESTIONS = 64

/** How long notes of receipt are gathered, in ms, so that publishers do not wait for them. */
const RECEIPTS_REST_MS = 50

/** Messages of a write that notes ride along with sooner: there they cost no more. */
const LARGE_BATCH = 50

/** Notes that are remembered while the database does not answer; older ones are let go, which costs another delivery. */
const RECEIPTS_LIMIT = 100_000

/** Topics whose number of waiting messages is remembered. */
const COUNTED_TOPICS = 50_000

/** How long a full mailbox with nothing to clear is left alone, in ms: looking through it is dear. */
const EVICT_REST_MS = 10_000

/** How long nothing more is said of writes that fail, in ms: on a full disk every publish is one. */
const WARN_REST_MS = 60_000

/** How often a process that is not alone looks for messages it was not told of, in ms. */
export const SWEEP_MS = 5_000

type Append = {
  readonly messages: readonly NewMessage[]
  readonly holder: Holder
  readonly bytes: number
  readonly resolve: (stored: readonly StoredMessage[]) => void
  readonly reject: (error: unknown) => void
}

/** What waits to be written of one address, and how many messages that are. */
type Queue = { readonly address: string; readonly appends: Append[]; messages: number }

type Question = PendingQuestion & {
  readonly resolve: (page: PendingPage) => void
  readonly reject: (error: unknown) => void
}

/**
 * Puts a mailbox and, for several processes, the word between them together. Writes and reads are gathered: what is
 * asked for while one is under way shares the next.
 */
export async function createEngine(parameters: {
  mailbox: Mailbox
  clock: Clock
  log: Log
  fanOut?: FanOut | undefined
  maxMessagesPerTopic: number
  maxBytes: number
  /** Default `USUAL_SHARES`. */
  shares?: Shares | undefined
  sweepMs?: number | undefined
}): Promise<RelayEngine> {
  const { mailbox, clock, log, fanOut, maxMessagesPerTopic, maxBytes } = parameters
  const shares = parameters.shares ?? USUAL_SHARES
  /** By address, so that no address holds up the others. Empty ones stay for a while, for the reason of `createLastUsed`. */
  let queues = new Map<string, Queue>()
  /** Those in which something waits, whose turn comes first at the front. */
  let waiting: Queue[] = []
  const contention = createContention(clock)
  const questions: Question[] = []
  /** Noted and not written, by `row|clientId`; and those that a write has taken along. */
  let receipts = new Map<string, Receipt>()
  let underWay: ReadonlyMap<string, Receipt> = new Map()
  /** Written while a read was under way, which may not have seen it. */
  const lately = new Set<string>()
  /** Messages of a topic that nobody has received, roughly: counted when first needed and when too many. */
  const unread = createLastUsed<string, number>(COUNTED_TOPICS)
  const listeners = new Set<EngineListener>()
  const { holdings, ...size } = await mailbox.size()
  const held = { ...size }
  const ledger = createLedger(shares)
  ledger.reset(holdings)
  // Others that share the mailbox write to it unheard.
  const recent = fanOut === undefined ? createRecentMail(await mailbox.listTopics(OLDER_TOPICS)) : undefined
  let writing: Promise<void> | undefined
  /** The write under way, or the last one. */
  let current: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let resting: NodeJS.Timeout | undefined
  /** The next write takes the notes along. */
  let areNotesDue = false
  /** When to look again for what may go, by what was looked for. */
  const evictAgainAt = new Map<string, number>()
  let warnAgainAt = 0
  /** Messages that were refused since it was last said. */
  let unsaidMessages = 0
  let isClosed = false

  async function write(): Promise<void> {
    do {
      // What arrived in the same turn of the event loop, on other sockets too, is written together.
      await new Promise((resolve) => setImmediate(resolve))
      current = writeBatch(takeBatch())
      await current
    } while (waiting.length > 0)
    if (receipts.size > 0) rest()
  }

  async function writeBatch(batch: readonly Append[]): Promise<void> {
    // Other processes should know what was received, and a mailbox that fills up what may go.
    const isUrgent =
      fanOut !== undefined ||
      held.bytes > maxBytes / 2 ||
      batch.some(({ holder, bytes }) => ledger.findPassed(holder, bytes, maxBytes / 2) !== undefined)
    const hasNotes = isUrgent || areNotesDue || batch.length >= LARGE_BATCH
    areNotesDue = false
    if (hasNotes) {
      underWay = receipts
      receipts = new Map()
    }
    try {
      const room = await makeRoom(batch)
      const messages = room.flatMap(({ messages, holder }) => messages.map((message) => ({ ...message, holder })))
      const rows = await mailbox.write(messages, [...underWay.values()])
      settleNotes()
      let next = 0
      for (const append of room) {
        const stored = append.messages.map((message) => ({ ...message, row: rows[next++] ?? 0 }))
        held.messages += stored.length
        held.bytes += append.bytes
        ledger.add(append.holder, append.bytes)
        for (const message of stored) {
          recent?.add(message)
          if (fanOut !== undefined) known.add(message.row)
        }
        append.resolve(stored)
      }
    } catch (error) {
      receipts = new Map([...underWay, ...receipts])
      underWay = new Map()
      forgetOldNotes()
      unsaidMessages += batch.reduce((sum, { messages }) => sum + messages.length, 0)
      if (clock.now() >= warnAgainAt) {
        const messages = unsaidMessages
        warnAgainAt = clock.now() + WARN_REST_MS
        unsaidMessages = 0
        log.warn({ event: 'mailboxNotWritten', err: error, messages }, 'the mailbox could not be written')
      }
      for (const append of batch) append.reject(error)
    }
  }

  /** Writes what is noted, if there is something. */
  async function writeNotes(): Promise<boolean> {
    const notes = new Map([...underWay, ...receipts])
    if (notes.size === 0) return false
    underWay = notes
    receipts = new Map()
    await mailbox.write([], [...notes.values()])
    settleNotes()
    return true
  }

  function settleNotes(): void {
    if (reading !== undefined) for (const key of underWay.keys()) lately.add(key)
    underWay = new Map()
  }

  /** Takes of each address its share, or what it has, and of one that is alone all that fits; who has more waits for the next write behind the others. */
  function takeBatch(): Append[] {
    const batch: Append[] = []
    const isAlone = !contention.isNow()
    let [messages, bytes] = [0, 0]
    const later: Queue[] = []
    waiting = waiting.filter((queue) => {
      const { address, appends } = queue
      const share = address === '' || isAlone ? 1 : shares.address
      let [count, ownMessages, ownBytes] = [0, 0, 0]
      for (const append of appends) {
        const [more, moreBytes] = [ownMessages + append.messages.length, ownBytes + append.bytes]
        if (count > 0 && (more > BATCH_MESSAGES * share || moreBytes > BATCH_BYTES * share)) break
        if (batch.length + count > 0 && (messages + more > BATCH_MESSAGES || bytes + moreBytes > BATCH_BYTES)) break
        ownMessages = more
        ownBytes = moreBytes
        count += 1
      }
      batch.push(...appends.splice(0, count))
      messages += ownMessages
      bytes += ownBytes
      queue.messages -= ownMessages
      if (count > 0 && appends.length > 0) later.push(queue)
      return count === 0
    })
    waiting.push(...later)
    return batch
  }

  /** Refuses what the mailbox has no room for, after clearing what somebody has received already. */
  async function makeRoom(batch: readonly Append[]): Promise<Append[]> {
    if (batch.length === 0) return []
    const now = clock.now()
    const topics = new Set(batch.flatMap((append) => append.messages.map((message) => message.topic)))
    const uncounted = [...topics].filter((topic) => (unread.get(topic) ?? Infinity) >= maxMessagesPerTopic)
    const asked = uncounted.filter((topic) => {
      const count = recent?.countUnread(topic, now)
      if (count !== undefined) unread.set(topic, count)
      return count === undefined
    })
    if (asked.length > 0) {
      let counted = await mailbox.countUnread(asked, now)
      const isFull = [...counted.values()].some((count) => count >= maxMessagesPerTopic)
      // What is noted and not written counts where somebody would be refused.
      if (isFull && (await writeNotes())) counted = await mailbox.countUnread(asked, now)
      for (const topic of asked) unread.set(topic, counted.get(topic) ?? 0)
    }
    await yieldRoom(batch, now)
    let bytes = held.bytes
    const own = createLedger(shares)
    return batch.filter((append) => {
      const passed = ledger.findPassed(append.holder, own.amountOf(append.holder.address) + append.bytes, maxBytes)
      if (passed !== undefined || bytes + append.bytes > maxBytes) {
        append.reject(new MailboxFullError(passed ?? 'mailbox'))
        return false
      }
      if (append.messages.some((message) => (unread.get(message.topic) ?? 0) >= maxMessagesPerTopic)) {
        append.reject(new MailboxFullError('topic'))
        return false
      }
      bytes += append.bytes
      own.add(append.holder, append.bytes)
      for (const { topic } of append.messages) unread.set(topic, (unread.get(topic) ?? 0) + 1)
      return true
    })
  }

  /**
   * Lets go of what may go. A holder above its share gives up what was received of its own. When the whole mailbox is full,
   * what was received goes, of everybody; then of the largest holders what waits on topics that nobody ever read; then what
   * waits of a holder who has more than the one who asks.
   */
  async function yieldRoom(batch: readonly Append[], now: number): Promise<void> {
    for (const { holder, bytes } of batch) {
      const passed = ledger.findPassed(holder, bytes, maxBytes)
      if (passed === undefined) continue
      const part = Math.max(bytes, Math.ceil((maxBytes * shares[passed]) / 10))
      await evict({ bytes: part, which: 'received', [passed]: holder[passed] }, now)
    }
    // A holder above its share is refused, so nobody yields for it.
    const wanted = batch
      .filter(({ holder, bytes }) => ledger.findPassed(holder, bytes, maxBytes) === undefined)
      .reduce((sum, { bytes }) => sum + bytes, 0)
    const missing = () => held.bytes + wanted - maxBytes
    if (wanted === 0 || missing() <= 0) return
    const bytes = Math.max(wanted, Math.ceil(maxBytes / 10))
    await evict({ bytes, which: 'received' }, now)
    for (const { address } of ledger.listLargest(YIELDING)) {
      if (missing() > 0) await evict({ bytes, which: 'neverRead', address }, now)
    }
    const [largest] = ledger.listLargest(1)
    const isLarger = (append: Append) =>
      append.holder.address !== '' && ledger.amountOf(append.holder.address) + append.bytes < (largest?.amount ?? 0)
    if (missing() > 0 && largest !== undefined && batch.some(isLarger)) {
      await evict({ bytes: missing(), which: 'any', address: largest.address }, now)
    }
  }

  /** What found nothing is not tried again for a while. */
  async function evict(what: Eviction, now: number): Promise<void> {
    const key = `${what.which}|${what.address ?? ''}|${what.project ?? ''}`
    if (now < (evictAgainAt.get(key) ?? 0)) return
    const gone = await mailbox.evict(what)
    if (gone.messages === 0) {
      evictAgainAt.delete(key)
      evictAgainAt.set(key, now + EVICT_REST_MS)
      const oldest = evictAgainAt.keys().next()
      if (evictAgainAt.size > COUNTED_TOPICS && !oldest.done) evictAgainAt.delete(oldest.value)
      return
    }
    recent?.forget()
    // Unread mail may be among what went.
    unread.clear()
    forget(gone)
  }

  function queueOf(address: string): Queue {
    const known = queues.get(address)
    if (known !== undefined) return known
    if (queues.size - waiting.length >= IDLE_QUEUES) queues = new Map(waiting.map((queue) => [queue.address, queue]))
    const made: Queue = { address, appends: [], messages: 0 }
    queues.set(address, made)
    return made
  }

  function forget(gone: MailboxSize): void {
    held.messages = Math.max(0, held.messages - gone.messages)
    held.bytes = Math.max(0, held.bytes - gone.bytes)
    for (const holding of gone.holdings) ledger.add(holding, -holding.bytes)
  }

  function startWriting(): void {
    // A turn later, so that what arrived together is written together.
    writing ??= Promise.resolve()
      .then(write)
      .finally(() => {
        writing = undefined
        if (waiting.length > 0 || areNotesDue) startWriting()
      })
  }

  function rest(): void {
    if (isClosed || areNotesDue) return
    resting ??= setTimeout(() => {
      resting = undefined
      areNotesDue = true
      startWriting()
    }, RECEIPTS_REST_MS)
  }

  function note(receipt: Receipt): void {
    recent?.receive(receipt.row)
    receipts.set(`${receipt.row}|${receipt.clientId}`, receipt)
    forgetOldNotes()
    rest()
  }

  function forgetOldNotes(): void {
    for (const oldest of receipts.keys()) {
      if (receipts.size <= RECEIPTS_LIMIT) break
      receipts.delete(oldest)
    }
  }

  function startReading(): void {
    reading ??= Promise.resolve()
      .then(read)
      .finally(() => {
        reading = undefined
        lately.clear()
        if (questions.length > 0) startReading()
      })
  }

  async function read(): Promise<void> {
    while (questions.length > 0) {
      const batch = questions.splice(0, BATCH_QUESTIONS)
      try {
        const answers = await mailbox.readPending(batch, clock.now())
        // What a write under way has just made visible must not be told before its publisher is.
        await current
        for (const [index, question] of batch.entries()) {
          const found = answers[index] ?? []
          const messages = found.filter(({ row }) => {
            const key = `${row}|${question.clientId}`
            return !receipts.has(key) && !underWay.has(key) && !lately.has(key)
          })
          question.resolve({ messages, nextRow: findNextRow(found) })
        }
      } catch (error) {
        for (const question of batch) question.reject(error)
      }
    }
  }

  /** Rows above which a sweep looks: the newest of the last sweep, and of the one before it. */
  let heard = fanOut === undefined ? 0 : await mailbox.newestRow()
  let heardBefore = heard
  /** Rows that this process stored or was told of, lately and before. */
  let known = new Set<number>()
  let knownBefore = new Set<number>()

  /** Looks at what came since the sweep before the last one, because a row may become visible after a higher one. */
  async function sweep(): Promise<void> {
    const found = await mailbox.readNew(heardBefore)
    const missed = found.filter(({ row }) => !known.has(row) && !knownBefore.has(row))
    heardBefore = heard
    heard = found.at(-1)?.row ?? heard
    knownBefore = known
    known = new Set(missed.map(({ row }) => row))
    for (const topic of new Set(missed.map((each) => each.topic))) {
      for (const listener of listeners) listener.onTopic(topic)
    }
  }
  const trySweep = () => {
    sweep().catch((err: unknown) =>
      log.warn({ event: 'relaySweepFailed', err }, 'the mailbox could not be looked through'),
    )
  }
  const sweeping = fanOut && setInterval(trySweep, parameters.sweepMs ?? SWEEP_MS).unref()
  fanOut?.listen({
    onMessage: (message) => {
      known.add(message.row)
      for (const listener of listeners) listener.onMessage(message)
    },
    onTopic: (topic, row) => {
      known.add(row)
      for (const listener of listeners) listener.onTopic(topic)
    },
    onGap: trySweep,
  })

  const engine: RelayEngine = {
    kind: fanOut?.kind ?? mailbox.kind,
    append: (messages, holder = NOBODY) =>
      new Promise((resolve, reject) => {
        const bytes = messages.reduce((sum, message) => sum + bytesOf(message), 0)
        contention.note(holder.address)
        const queue = queueOf(holder.address)
        const isFull = queue.messages > 0 && queue.messages + messages.length > WAITING_MESSAGES * shares.address
        if (holder.address !== '' && isFull) {
          reject(new MailboxFullError('address'))
          return
        }
        if (queue.appends.length === 0) waiting.push(queue)
        queue.appends.push({ messages, holder, bytes, resolve, reject })
        queue.messages += messages.length
        startWriting()
      }),
    announce: (messages) => fanOut?.announce(messages),
    receive(clientId, row) {
      note({ clientId, row })
    },
    async receiveByHash(clientId, wanted) {
      for (const row of await mailbox.findByHash(wanted)) note({ clientId, row })
    },
    async readPending(question) {
      const messages = recent?.read(question, clock.now())
      if (messages !== undefined) return { messages, nextRow: findNextRow(messages) }
      return new Promise((resolve, reject) => {
        questions.push({ ...question, resolve, reject })
        startReading()
      })
    },
    follow: async (topic) => fanOut?.follow(topic),
    unfollow: (topic) => fanOut?.unfollow(topic),
    listen: (listener) => {
      listeners.add(listener)
    },
    async expire() {
      const now = clock.now()
      const gone = await mailbox.expire(now)
      recent?.expire(now)
      // Others that share the mailbox write to it and take from it.
      forget(gone)
      if (fanOut !== undefined) ledger.reset((await mailbox.size()).holdings)
      return gone.messages
    },
    size: () => ({ ...held }),
    async ping() {
      await mailbox.ping()
      await fanOut?.ping()
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      clearTimeout(resting)
      // A write that failed has been told to the publishers who wait for it.
      const untilWritten = () => writing?.catch(() => undefined)
      await untilWritten()
      if (receipts.size > 0) {
        areNotesDue = true
        startWriting()
        await untilWritten()
      }
      await fanOut?.close()
    },
  }
  return engine
}

/** Where the next page begins, when a page is full. */
function findNextRow(page: readonly StoredMessage[]): number | undefined {
  const bytes = page.reduce((sum, message) => sum + bytesOf(message), 0)
  return page.length >= PAGE_MESSAGES || bytes >= PAGE_BYTES ? page.at(-1)?.row : undefined
}

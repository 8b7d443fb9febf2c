import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queryable, Storage } from '../storage/storage.ts'
import { MailboxUnavailableError, type StoredMessage } from './engine.ts'
import { bytesOf, type Mailbox, PAGE_BYTES, PAGE_MESSAGES } from './mailbox.ts'

/** Messages that one step of expiring drops, so that no step holds up the others for long. */
const EXPIRE_STEP = 2000

const row = v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(Number))
const rowOnly = v.object({ id: row })
const freed = v.object({ messages: row, bytes: row })
const pendingRow = v.object({
  question: row,
  id: row,
  topic: v.string(),
  message: v.string(),
  publisher: v.string(),
  tag: v.number(),
  attestation: v.string(),
  relay_attestation: v.string(),
  published_at: row,
  expires_at: row,
})

/** The mailbox in the gateway's database, embedded or PostgreSQL, by the same SQL. */
export function createSqlMailbox(storage: Storage): Mailbox {
  return {
    kind: storage.engine,
    // One statement, so that it is one trip and one commit. Not a transaction: the driver (postgres 3.4.9) ends the whole
    // process when the server goes away inside of one, because it writes to the closed connection from a timer.
    write: async (messages, receipts) => {
      const noted = receipts.map((receipt) => ({ message_id: receipt.row, client: receipt.clientId }))
      const written = messages.map((each) => ({
        topic: each.topic,
        message: each.message,
        publisher: each.publisher,
        tag: each.tag,
        attestation: each.attestation,
        relay_attestation: each.relayAttestation,
        bytes: bytesOf(each),
        published_at: each.publishedAt,
        expires_at: each.expiresAt,
      }))
      const note = sql`insert into relay_receipts (message_id, client)
        select r.message_id, r.client from json_to_recordset(${json(noted)}) as r (message_id bigint, client text)
        where exists (select 1 from relay_messages m where m.id = r.message_id) on conflict do nothing`
      const store = sql`insert into relay_messages
          (topic, message, publisher, tag, attestation, relay_attestation, bytes, published_at, expires_at)
        select topic, message, publisher, tag, attestation, relay_attestation, bytes, published_at, expires_at
        from json_to_recordset(${json(written)}) as m (topic text, message text, publisher text, tag integer,
          attestation text, relay_attestation text, bytes integer, published_at bigint, expires_at bigint)
        returning id::text as id`
      // Measured: planning the half that has nothing to do costs as much as the other half.
      const both = sql`with noted as (${note}) ${store}`
      const rows = await ask(storage, rowOnly, noted.length === 0 ? store : written.length === 0 ? note : both)
      return rows.map(({ id }) => id)
    },
    readPending: async (questions, now) => {
      const asked = questions.map((each, index) => ({ question: index, ...each }))
      const rows = await ask(
        storage,
        pendingRow,
        sql`select q.question, p.id::text as id, p.topic, p.message, p.publisher, p.tag, p.attestation,
            p.relay_attestation, p.published_at::text as published_at, p.expires_at::text as expires_at
          from json_to_recordset(${json(asked)})
            as q (question integer, topic text, "clientId" text, "afterRow" bigint)
          cross join lateral (
            select *, sum(bytes) over (order by id) - bytes as bytes_before from (
              select m.* from relay_messages m
              where m.topic = q.topic and m.id > q."afterRow" and m.publisher <> q."clientId"
                and m.expires_at > ${now}
                and not exists (select 1 from relay_receipts r where r.message_id = m.id and r.client = q."clientId")
              order by m.id limit ${PAGE_MESSAGES}) first
          ) p
          where p.bytes_before < ${PAGE_BYTES}
          order by q.question, p.id`,
      )
      const answers: StoredMessage[][] = questions.map(() => [])
      for (const found of rows) {
        answers[found.question]?.push({
          row: found.id,
          topic: found.topic,
          message: found.message,
          publisher: found.publisher,
          tag: found.tag,
          attestation: found.attestation,
          relayAttestation: found.relay_attestation,
          publishedAt: found.published_at,
          expiresAt: found.expires_at,
        })
      }
      return answers
    },
    findByHash: async (receipts) => {
      const rows = await ask(
        storage,
        rowOnly,
        sql`select m.id::text as id from json_to_recordset(${json(receipts)}) as r (topic text, "messageId" text)
          join relay_messages m on m.topic = r.topic
            and encode(sha256(convert_to(m.message, 'UTF8')), 'hex') = r."messageId"`,
      )
      return rows.map(({ id }) => id)
    },
    countUnread: async (topics, now) => {
      const rows = await ask(
        storage,
        v.object({ topic: v.string(), unread: row }),
        sql`select m.topic, count(*)::integer as unread from relay_messages m
          where m.topic in (select json_array_elements_text(${json(topics)})) and m.expires_at > ${now}
            and not exists (select 1 from relay_receipts r where r.message_id = m.id)
          group by m.topic`,
      )
      return new Map(rows.map(({ topic, unread }) => [topic, unread]))
    },
    readNew: async (aboveRow) => {
      const rows = await ask(
        storage,
        v.object({ id: row, topic: v.string() }),
        sql`select id::text as id, topic from relay_messages where id > ${aboveRow} order by id`,
      )
      return rows.map(({ id, topic }) => ({ row: id, topic }))
    },
    listTopics: async (limit) => {
      const rows = await ask(
        storage,
        v.object({ topic: v.string() }),
        sql`select distinct topic from relay_messages limit ${limit + 1}`,
      )
      return rows.length > limit ? undefined : rows.map(({ topic }) => topic)
    },
    newestRow: async () => {
      const [found] = await ask(storage, rowOnly, sql`select coalesce(max(id), 0)::text as id from relay_messages`)
      return found?.id ?? 0
    },
    expire: async (now) => {
      const total = { messages: 0, bytes: 0 }
      for (;;) {
        const step = await drop(
          storage,
          sql`select id from relay_messages where expires_at <= ${now} limit ${EXPIRE_STEP}`,
        )
        total.messages += step.messages
        total.bytes += step.bytes
        if (step.messages < EXPIRE_STEP) return total
      }
    },
    evict: async (bytes) => {
      const gone = await drop(
        storage,
        sql`select id from (
          select m.id, sum(m.bytes) over (order by m.id) - m.bytes as bytes_before from relay_messages m
          where exists (select 1 from relay_receipts r where r.message_id = m.id)) received
        where bytes_before < ${bytes}`,
      )
      // A full mailbox that is written to all the time would else grow on disk until the embedded engine's next vacuum.
      if (storage.engine === 'pglite' && gone.messages > 0) {
        await ask(storage, v.unknown(), sql`vacuum relay_messages, relay_receipts`)
      }
      return gone
    },
    size: async () => {
      const [found] = await ask(
        storage,
        freed,
        sql`select count(*)::text as messages, coalesce(sum(bytes), 0)::text as bytes from relay_messages`,
      )
      return found ?? { messages: 0, bytes: 0 }
    },
    ping: () => storage.ping(),
  }
}

async function drop(storage: Storage, chosen: SQL): Promise<{ messages: number; bytes: number }> {
  const [found] = await ask(
    storage,
    freed,
    sql`with gone as (delete from relay_messages where id in (${chosen}) returning id, bytes),
        receipts as (delete from relay_receipts where message_id in (select id from gone))
      select count(*)::text as messages, coalesce(sum(bytes), 0)::text as bytes from gone`,
  )
  return found ?? { messages: 0, bytes: 0 }
}

/** A list as one parameter. The detour over text keeps both drivers from writing it as JSON a second time. */
function json(list: unknown): SQL {
  return sql`(${JSON.stringify(list)}::text)::json`
}

/** Runs a query. The engines hand rows over in different wrappings. */
async function ask<Schema extends v.GenericSchema>(
  on: Queryable,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  const answer: unknown = await on.database.execute(query).catch((error: unknown) => {
    // What drizzle throws says the query with its parameters, and those are people's messages.
    throw new MailboxUnavailableError(error instanceof Error ? error.cause : undefined)
  })
  const rows = Array.isArray(answer) ? [...answer] : (answer as { rows: unknown[] }).rows
  return v.parse(v.array(schema), rows)
}

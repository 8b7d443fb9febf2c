import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queryable, Storage } from '../storage/storage.ts'
import { MailboxUnavailableError, type StoredMessage } from './engine.ts'
import { bytesOf, type Eviction, type Mailbox, type MailboxSize, PAGE_BYTES, PAGE_MESSAGES, sumUp } from './mailbox.ts'

/** Messages that one step of expiring drops, so that no step holds up the others for long. */
const EXPIRE_STEP = 2000

/** A number that the engines hand over as a text. */
export const row = v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(Number))
const rowOnly = v.object({ id: row })
const holding = v.pipe(
  v.object({ holder: v.string(), project: v.string(), messages: row, bytes: row }),
  v.transform(({ holder, ...rest }) => ({ address: holder, ...rest })),
)

/** How long it is known that a topic was read, in days: longer than any message lasts. */
const READ_DAYS = 60

/** A message as it is kept. */
export const messageRow = v.object({
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
const pendingRow = v.object({ question: row, ...messageRow.entries })

/** The mailbox in the gateway's database, embedded or PostgreSQL, by the same SQL. */
export function createSqlMailbox(storage: Storage): Mailbox {
  return {
    kind: storage.engine,
    // One statement, so that it is one trip and one commit. Not a transaction: see `migrate.ts`.
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
        holder: each.holder.address,
        project: each.holder.project,
      }))
      const note = sql`insert into relay_receipts (message_id, client)
        select r.message_id, r.client from json_to_recordset(${json(noted)}) as r (message_id bigint, client text)
        where exists (select 1 from relay_messages m where m.id = r.message_id) on conflict do nothing`
      const read = sql`insert into relay_topics (topic)
        select distinct m.topic from relay_messages m
        where m.id in (select message_id from json_to_recordset(${json(noted)}) as r (message_id bigint))
        on conflict do nothing`
      const store = sql`insert into relay_messages
          (topic, message, publisher, tag, attestation, relay_attestation, bytes, published_at, expires_at, holder, project)
        select topic, message, publisher, tag, attestation, relay_attestation, bytes, published_at, expires_at, holder,
          project
        from json_to_recordset(${json(written)}) as m (topic text, message text, publisher text, tag integer,
          attestation text, relay_attestation text, bytes integer, published_at bigint, expires_at bigint, holder text,
          project text)
        returning id::text as id`
      // Measured: planning the half that has nothing to do costs as much as the other half.
      const both = sql`with noted as (${note}), read as (${read}) ${store}`
      const notes = sql`with read as (${read}) ${note}`
      const rows = await ask(storage, rowOnly, noted.length === 0 ? store : written.length === 0 ? notes : both)
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
      const total: MailboxSize['holdings'][number][] = []
      for (;;) {
        const step = await drop(
          storage,
          sql`select id from relay_messages where expires_at <= ${now} limit ${EXPIRE_STEP}`,
        )
        total.push(...step.holdings)
        if (step.messages < EXPIRE_STEP) break
      }
      await ask(
        storage,
        v.unknown(),
        sql`delete from relay_topics t where t.read_at < now() - make_interval(days => ${READ_DAYS})
          and not exists (select 1 from relay_messages m where m.topic = t.topic)`,
      )
      return sumUp(total)
    },
    evict: async ({ bytes, which, address, project }) => {
      const gone = await drop(
        storage,
        sql`select id from (
          select m.id, sum(m.bytes) over (order by m.id) - m.bytes as bytes_before from relay_messages m
          where ${CHOSEN[which]}
            ${address === undefined ? sql`` : sql`and m.holder = ${address}`}
            ${project === undefined ? sql`` : sql`and m.project = ${project}`}) chosen
        where bytes_before < ${bytes}`,
      )
      // A full mailbox that is written to all the time would else grow on disk until the embedded engine's next vacuum.
      if (storage.engine === 'pglite' && gone.messages > 0) {
        await ask(storage, v.unknown(), sql`vacuum relay_messages, relay_receipts`)
      }
      return gone
    },
    size: async () => {
      const query = sql`select holder, project, count(*)::text as messages, sum(bytes)::text as bytes
        from relay_messages group by holder, project`
      return sumUp(await ask(storage, holding, query))
    },
    ping: () => storage.ping(),
  }
}

const RECEIVED = sql`exists (select 1 from relay_receipts r where r.message_id = m.id)`

const CHOSEN: Readonly<Record<Eviction['which'], SQL>> = {
  received: RECEIVED,
  neverRead: sql`not ${RECEIVED} and not exists (select 1 from relay_topics t where t.topic = m.topic)`,
  any: sql`true`,
}

async function drop(storage: Storage, chosen: SQL): Promise<MailboxSize> {
  return sumUp(
    await ask(
      storage,
      holding,
      sql`with gone as (delete from relay_messages where id in (${chosen}) returning id, bytes, holder, project),
          receipts as (delete from relay_receipts where message_id in (select id from gone))
        select holder, project, count(*)::text as messages, sum(bytes)::text as bytes from gone
        group by holder, project`,
    ),
  )
}

/** A list as one parameter. The detour over text keeps both drivers from writing it as JSON a second time. */
export function json(list: unknown): SQL {
  return sql`(${JSON.stringify(list)}::text)::json`
}

/** Runs a query. The engines hand rows over in different wrappings. */
export async function ask<Schema extends v.GenericSchema>(
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

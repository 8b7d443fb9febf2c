import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Storage } from '../storage/storage.ts'
import type { Mailbox } from './mailbox.ts'
import { ask, json, messageRow, row } from './sqlMailbox.ts'

/** Messages that are moved at once. */
const STEP = 500

const movedRow = v.object({ ...messageRow.entries, holder: v.string(), project: v.string() })
const receiptRow = v.object({ message_id: row, client: v.string() })

/**
 * Moves the mail of a database to another mailbox, oldest first, and gives the number of messages. What is moved is durable
 * there before it is taken from here: a move that breaks off goes on at the next start and repeats at most one step, which
 * means another delivery, no more. Which topics were once read is not moved: that matters only to who yields first in a
 * full mailbox.
 */
export async function moveMail(storage: Storage, to: Mailbox): Promise<number> {
  for (let moved = 0; ; ) {
    const found = await ask(
      storage,
      movedRow,
      sql`select id::text as id, topic, message, publisher, tag, attestation, relay_attestation,
          published_at::text as published_at, expires_at::text as expires_at, holder, project
        from relay_messages order by relay_messages.id limit ${STEP}`,
    )
    if (found.length === 0) return moved
    const ids = json(found.map(({ id }) => id))
    const receipts = await ask(
      storage,
      receiptRow,
      sql`select message_id::text as message_id, client from relay_receipts
        where message_id in (select json_array_elements_text(${ids})::bigint)`,
    )
    const rows = await to.write(
      found.map((each) => ({
        topic: each.topic,
        message: each.message,
        publisher: each.publisher,
        tag: each.tag,
        attestation: each.attestation,
        relayAttestation: each.relay_attestation,
        publishedAt: each.published_at,
        expiresAt: each.expires_at,
        holder: { address: each.holder, project: each.project },
      })),
      [],
    )
    const newRows = new Map(found.map(({ id }, index) => [id, rows[index] ?? 0]))
    await to.write(
      [],
      receipts.map(({ message_id: id, client }) => ({ row: newRows.get(id) ?? 0, clientId: client })),
    )
    await ask(
      storage,
      v.unknown(),
      sql`with gone as (delete from relay_messages where id in (select json_array_elements_text(${ids})::bigint))
        delete from relay_receipts where message_id in (select json_array_elements_text(${ids})::bigint)`,
    )
    moved += found.length
  }
}

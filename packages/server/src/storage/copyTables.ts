import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { StorageCopyError, StorageNotEmptyError } from './errors.ts'
import type { Queryable } from './storage.ts'

/** Rows that are read and written at once. */
const STEP = 500

const named = v.object({ name: v.string() })
const reference = v.object({ child: v.string(), parent: v.string() })
const page = v.object({ rows: v.number(), last: v.nullable(v.string()), json: v.nullable(v.string()) })
const identity = v.object({ name: v.string(), column: v.string() })

/**
 * Copies every row of a database to another one of the same schema version, and gives their number. Rows travel as PostgreSQL's own
 * JSON, which nothing here reads, so that no number and no time loses anything. Run it within a transaction of the target. Throws
 * `StorageNotEmptyError` where that has rows already.
 */
export async function copyTables(from: Queryable, to: Queryable): Promise<number> {
  const names = await listTables(to)
  for (const name of names) {
    const [found] = await ask(
      to,
      v.object({ has: v.boolean() }),
      sql`select exists (select 1 from ${sql.identifier(name)}) as has`,
    )
    if (found?.has) throw new StorageNotEmptyError(name)
  }
  let copied = 0
  for (const name of names) copied += await copyTable(name, from, to)
  const identities = await ask(
    to,
    identity,
    sql`select table_name as name, column_name as column from information_schema.columns
      where table_schema = current_schema() and is_identity = 'YES'`,
  )
  for (const { name, column } of identities) {
    // Nothing for a table without rows: a sequence that is set to null stays as it is.
    await execute(
      to,
      sql`select setval(pg_get_serial_sequence(${name}, ${column}), (select max(${sql.identifier(column)}) from ${sql.identifier(name)}))`,
    )
  }
  return copied
}

async function copyTable(name: string, from: Queryable, to: Queryable): Promise<number> {
  const table = sql.identifier(name)
  let copied = 0
  // The places of rows stay as they are, because nobody else has the database.
  for (let after = '(0,0)'; ; ) {
    const [found] = await ask(
      from,
      page,
      sql`select count(*)::integer as rows, max(found.place)::text as last, json_agg(found.whole)::text as json
        from (select t.ctid as place, row_to_json(t) as whole from ${table} t
          where t.ctid > ${after}::tid order by t.ctid limit ${STEP}) found`,
    )
    if (!found?.json || found.last === null) return copied
    await execute(
      to,
      sql`insert into ${table} overriding system value
        select * from json_populate_recordset(null::${table}, ${found.json}::text::json)`,
    )
    copied += found.rows
    after = found.last
  }
}

/** All tables but the one of migrations, each after those that it refers to. */
async function listTables(storage: Queryable): Promise<readonly string[]> {
  const tables = await ask(
    storage,
    named,
    sql`select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
  )
  const references = await ask(
    storage,
    reference,
    sql`select child.relname::text as child, parent.relname::text as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const sorted = new Set<string>()
  const add = (name: string): void => {
    if (sorted.has(name)) return
    for (const { child, parent } of references) if (child === name && parent !== name) add(parent)
    sorted.add(name)
  }
  for (const { name } of tables) add(name)
  return [...sorted]
}

/** Rows of a query on either engine. */
async function ask<Row extends v.GenericSchema>(
  { database }: Queryable,
  row: Row,
  query: ReturnType<typeof sql>,
): Promise<v.InferOutput<Row>[]> {
  const answer: unknown = await execute({ database }, query)
  return v.parse(v.array(row), Array.isArray(answer) ? [...answer] : (answer as { rows: unknown }).rows)
}

async function execute({ database }: Queryable, query: ReturnType<typeof sql>): Promise<unknown> {
  return database.execute(query).catch((error: unknown) => {
    // What drizzle throws says the query with its parameters, and those are people's data.
    throw new StorageCopyError(error instanceof Error && error.cause instanceof Error ? error.cause.message : 'unknown')
  })
}

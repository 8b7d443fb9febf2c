import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { isTaken } from './isTaken.ts'
import type { Queryable } from './storage.ts'
import { nameAddresses, nameNonces, names } from './tables.ts'

/** A registered name. Times are ms since 1970. */
export type StoredName = {
  readonly name: string
  /** EVM address in lower case. */
  readonly owner: string
  /** CAIP-2 id of the chain that the owner's signature counts on. */
  readonly networkId: string
  /** Whether the owner's signature was a plain key's. */
  readonly isKey: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly registeredAt: number
  readonly updatedAt: number
  /** By coin type, lowest first. */
  readonly addresses: readonly { readonly coinType: number; readonly address: string; readonly createdAt: number }[]
}

/** What became of a change: each is one statement, because what serves may use no transaction (see `migrate.ts`). */
export type NameChange = 'done' | 'nonce' | 'refused'

/** Keeps a nonce; drops those that have run out at `now`, and names that were given up and wait for nobody any more. */
export async function addNameNonce(storage: Queryable, nonce: string, expiresAt: number, now: number): Promise<void> {
  await storage.database.delete(nameNonces).where(lte(nameNonces.expiresAt, now))
  await storage.database.delete(names).where(and(sql`${names.owner} is null`, lte(names.heldUntil, now)))
  await storage.database.insert(nameNonces).values({ nonce, expiresAt })
}

/**
 * Takes the nonce and registers the name, both or neither of two racing ones. `refused`: somebody has the name or one of its shape,
 * it waits for who had it, or the owner has a name.
 */
export async function addName(
  storage: Queryable,
  parameters: {
    nonce: string
    name: string
    shape: string
    owner: string
    networkId: string
    isKey: boolean
    attributes: Readonly<Record<string, string>>
    addresses: readonly { coinType: number; address: string }[]
    now: number
  },
): Promise<NameChange> {
  const { nonce, name, shape, owner, networkId, isKey, addresses } = parameters
  const now = at(parameters.now)
  const records = addresses.map(({ coinType, address }) => sql`(${coinType}::bigint, ${address}::text)`)
  return change(
    storage,
    sql`with taken as (${takeNonce(nonce, now)}),
      changed as (
        insert into names (name, shape, owner, network_id, is_key, attributes, last_owner, held_until, registered_at, updated_at)
        select ${name}::text, ${shape}::text, ${owner}::text, ${networkId}::text, ${isKey}::boolean,
          ${JSON.stringify(parameters.attributes)}::text, ${owner}::text, ${now}, ${now}, ${now}
        from taken where not exists (select 1 from names where owner = ${owner})
        on conflict (name) do update set owner = excluded.owner, network_id = excluded.network_id,
          is_key = excluded.is_key, attributes = excluded.attributes, last_owner = excluded.last_owner,
          held_until = excluded.held_until, registered_at = excluded.registered_at, updated_at = excluded.updated_at
        where names.owner is null and (names.last_owner = excluded.owner or names.held_until <= excluded.registered_at)
        returning name),
      placed as (
        insert into name_addresses (name, coin_type, address, created_at)
        select changed.name, given.coin_type, given.address, ${now}
        from changed, (values ${sql.join(records, sql`, `)}) as given (coin_type, address) returning name)
      select (select count(*) from taken)::integer as taken, (select count(*) from changed)::integer as changed`,
  )
}

/** Takes the nonce and replaces the attributes of a name of this owner. `refused`: it has another owner by now. */
export async function saveNameAttributes(
  storage: Queryable,
  parameters: Holder & { attributes: Readonly<Record<string, string>> },
): Promise<NameChange> {
  const now = at(parameters.now)
  return change(
    storage,
    sql`with taken as (${takeNonce(parameters.nonce, now)}),
      changed as (
        update names set attributes = ${JSON.stringify(parameters.attributes)}, updated_at = ${now}
        from taken where ${isHeld(parameters)} returning names.name)
      select (select count(*) from taken)::integer as taken, (select count(*) from changed)::integer as changed`,
  )
}

/** Takes the nonce and sets the address of a name for a coin, or removes it (`null`). */
export async function saveNameAddress(
  storage: Queryable,
  parameters: Holder & { coinType: number; address: string | null },
): Promise<NameChange> {
  const { name, coinType, address } = parameters
  const now = at(parameters.now)
  const placed =
    address === null
      ? sql`delete from name_addresses where name in (select name from changed) and coin_type = ${coinType}::bigint returning name`
      : sql`insert into name_addresses (name, coin_type, address, created_at)
          select ${name}::text, ${coinType}::bigint, ${address}::text, ${now} from changed
          on conflict (name, coin_type) do update set address = excluded.address, created_at = excluded.created_at
          returning name`
  return change(
    storage,
    sql`with taken as (${takeNonce(parameters.nonce, now)}),
      changed as (update names set updated_at = ${now} from taken where ${isHeld(parameters)} returning names.name),
      placed as (${placed})
      select (select count(*) from taken)::integer as taken, (select count(*) from changed)::integer as changed`,
  )
}

/**
 * Takes the nonce and gives a name to another owner: its attributes and the addresses of before are gone. The new ones are for
 * coins that it had none of, or replace them. `refused`: it has another owner by now, or the new one has a name.
 */
export async function moveName(
  storage: Queryable,
  parameters: Holder & { to: string; isKey: boolean; address: string; coinType: number },
): Promise<NameChange> {
  const { name, to, isKey, address, coinType } = parameters
  const now = at(parameters.now)
  return change(
    storage,
    sql`with taken as (${takeNonce(parameters.nonce, now)}),
      changed as (
        update names set owner = ${to}, last_owner = ${to}, is_key = ${isKey}, attributes = '{}', updated_at = ${now}
        from taken where ${isHeld(parameters)} and not exists (select 1 from names where owner = ${to})
        returning names.name),
      cleared as (
        delete from name_addresses where name in (select name from changed) and coin_type <> ${coinType}::bigint returning name),
      placed as (
        insert into name_addresses (name, coin_type, address, created_at)
        select ${name}::text, ${coinType}::bigint, ${address}::text, ${now} from changed
        on conflict (name, coin_type) do update set address = excluded.address, created_at = excluded.created_at
        returning name)
      select (select count(*) from taken)::integer as taken, (select count(*) from changed)::integer as changed`,
  )
}

/** Takes the nonce and gives a name up: it waits for who had it until `heldUntil`. */
export async function releaseName(storage: Queryable, parameters: Holder & { heldUntil: number }): Promise<NameChange> {
  const now = at(parameters.now)
  return change(
    storage,
    sql`with taken as (${takeNonce(parameters.nonce, now)}),
      changed as (
        update names set owner = null, attributes = '{}', updated_at = ${now}, held_until = ${at(parameters.heldUntil)}
        from taken where ${isHeld(parameters)} returning names.name),
      cleared as (delete from name_addresses where name in (select name from changed) returning name)
      select (select count(*) from taken)::integer as taken, (select count(*) from changed)::integer as changed`,
  )
}

/** A registered name; undefined where there is none. */
export async function findName(storage: Queryable, name: string): Promise<StoredName | undefined> {
  return (await read(storage, eq(names.name, name)))[0]
}

/** The names of an owner, by its address in lower case. */
export async function findNamesOf(storage: Queryable, owner: string): Promise<readonly StoredName[]> {
  return read(storage, eq(names.owner, owner))
}

/** Which of these shapes a name has, also one that was given up and waits. */
export async function findTakenShapes(storage: Queryable, shapes: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await storage.database
    .select({ shape: names.shape })
    .from(names)
    .where(inArray(names.shape, [...shapes]))
  return new Set(found.map(({ shape }) => shape))
}

/** Who changes a name, by which nonce, when (ms since 1970). */
type Holder = { readonly nonce: string; readonly name: string; readonly owner: string; readonly now: number }

async function read(storage: Queryable, which: SQL): Promise<readonly StoredName[]> {
  const found = await storage.database
    .select()
    .from(names)
    .where(and(which, isNotNull(names.owner)))
    .orderBy(asc(names.registeredAt), asc(names.name))
  if (found.length === 0) return []
  const ids = found.map(({ name }) => name)
  const records = await storage.database
    .select()
    .from(nameAddresses)
    .where(inArray(nameAddresses.name, ids))
    .orderBy(asc(nameAddresses.coinType))
  return found.map(({ name, owner, networkId, isKey, attributes, registeredAt, updatedAt }) => ({
    name,
    owner: owner ?? '',
    networkId,
    isKey,
    attributes: JSON.parse(attributes) as Record<string, string>,
    registeredAt,
    updatedAt,
    addresses: records
      .filter((record) => record.name === name)
      .map(({ coinType, address, createdAt }) => ({ coinType, address, createdAt })),
  }))
}

function at(time: number): SQL {
  return sql`${new Date(time).toISOString()}::timestamptz`
}

function takeNonce(nonce: string, now: SQL): SQL {
  return sql`delete from name_nonces where nonce = ${nonce} and expires_at > ${now} returning nonce`
}

function isHeld({ name, owner }: Holder): SQL {
  return sql`names.name = ${name} and names.owner = ${owner}`
}

async function change(storage: Queryable, statement: SQL): Promise<NameChange> {
  let answer: unknown
  try {
    answer = await storage.database.execute(statement)
  } catch (error) {
    if (isTaken(error)) return 'refused'
    throw error
  }
  // One driver answers with a list, the other with an object around it.
  const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows
  const [{ taken, changed }] = rows as [{ taken: number; changed: number }]
  return taken === 0 ? 'nonce' : changed === 0 ? 'refused' : 'done'
}

/** One step of the schema. Steps are never edited after a release; a change is a new step. */
export type Migration = { readonly version: number; readonly name: string; readonly statements: readonly string[] }

/** Every step, in order. Each runs in a transaction of its own, on both engines, from the same words. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'projects',
    statements: [
      `create table projects (
        id text primary key,
        name text not null,
        origins text[] not null default '{}',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`,
    ],
  },
  {
    version: 2,
    name: 'identity cache and token metadata',
    statements: [
      `create table identity_cache (
        address text primary key,
        name text,
        avatar text,
        resolved_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`,
      'create index identity_cache_expires_at on identity_cache (expires_at)',
      `create table token_metadata (
        caip10 text primary key,
        name text not null,
        symbol text not null,
        decimals integer not null check (decimals between 0 and 255),
        fetched_at timestamptz(3) not null
      )`,
    ],
  },
]

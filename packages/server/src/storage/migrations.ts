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
  {
    version: 3,
    name: 'relay mailbox',
    statements: [
      // Times are ms since 1970; the payload is never looked into, so nothing here is indexed but where and until when.
      `create table relay_messages (
        id bigint generated always as identity primary key,
        topic text not null,
        message text not null,
        publisher text not null,
        tag integer not null,
        attestation text not null,
        relay_attestation text not null,
        bytes integer not null,
        published_at bigint not null,
        expires_at bigint not null
      )`,
      'create index relay_messages_topic on relay_messages (topic, id)',
      'create index relay_messages_expires_at on relay_messages (expires_at)',
      // A client has a message. No foreign key: a note that comes after its message has run out must not fail its batch.
      `create table relay_receipts (
        message_id bigint not null,
        client text not null,
        primary key (message_id, client)
      )`,
      // The key that the relay signs its attestations with, made at the first start; shared by all processes.
      'create table relay_key (id integer primary key check (id = 1), jwk text not null)',
    ],
  },
  {
    version: 4,
    name: 'sign-in',
    statements: [
      // Tokens are random and long, so their plain hash gives nothing away; nothing here tells where a visitor came from.
      `create table sign_in_nonces (
        token_hash text primary key,
        nonce text not null,
        project_id text not null,
        origin text,
        failures integer not null,
        expires_at timestamptz(3) not null
      )`,
      'create index sign_in_nonces_expires_at on sign_in_nonces (expires_at)',
      `create table sign_in_sessions (
        token_hash text primary key,
        project_id text not null,
        origin text not null,
        network_id text not null,
        account text not null,
        address text not null,
        domain text not null,
        uri text not null,
        nonce text not null,
        issued_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`,
      'create index sign_in_sessions_expires_at on sign_in_sessions (expires_at)',
    ],
  },
]

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
  {
    version: 5,
    name: 'shares of the relay mailbox',
    statements: [
      // Whose share a message counts for: a short keyed hash of the publisher's network, which many networks have in common
      // and which goes with the message; and the project, as it is public.
      `alter table relay_messages add column holder text not null default ''`,
      `alter table relay_messages add column project text not null default ''`,
      // Topics of which somebody has received something. What waits on any other may never be fetched.
      'create table relay_topics (topic text primary key, read_at timestamptz not null default now())',
    ],
  },
  {
    version: 6,
    name: 'index of transfers',
    statements: [
      // What was looked through for an account on a chain: `ranges` is a list of [low, high] blocks. A row that was dropped and made
      // again has another id, so that nothing late is written for the old one.
      `create table history_accounts (
        id bigint generated always as identity primary key,
        chain_id text not null,
        address text not null,
        ranges text not null default '[]',
        bytes bigint not null default 0,
        asked_at timestamptz(3) not null,
        unique (chain_id, address)
      )`,
      'create index history_accounts_asked_at on history_accounts (asked_at)',
      `create table history_transactions (
        account_id bigint not null references history_accounts (id) on delete cascade,
        block bigint not null,
        place integer not null,
        hash text not null,
        primary key (account_id, block, place)
      )`,
    ],
  },
  {
    version: 7,
    name: 'tokens that came to accounts',
    statements: [
      // What the search of transfer logs has found for an account, so that it goes on there after a start.
      `create table received_tokens (
        chain_id text not null,
        address text not null,
        scan text not null,
        bytes bigint not null,
        saved_at timestamptz(3) not null,
        primary key (chain_id, address)
      )`,
      'create index received_tokens_saved_at on received_tokens (saved_at)',
    ],
  },
  {
    version: 8,
    name: 'names of own zones',
    statements: [
      // `shape` is what a name looks like: no two names may look the same. A name that was given up has no owner, and waits for who
      // had it until `held_until`. One name for each owner.
      `create table names (
        name text primary key,
        shape text not null unique,
        owner text unique,
        network_id text not null,
        is_key boolean not null,
        attributes text not null,
        last_owner text not null,
        held_until timestamptz(3) not null,
        registered_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`,
      `create table name_addresses (
        name text not null references names (name) on delete cascade,
        coin_type bigint not null,
        address text not null,
        created_at timestamptz(3) not null,
        primary key (name, coin_type)
      )`,
      'create table name_nonces (nonce text primary key, expires_at timestamptz(3) not null)',
      'create index name_nonces_expires_at on name_nonces (expires_at)',
    ],
  },
  {
    version: 9,
    name: 'on-ramp orders',
    statements: [
      // Who bought what is told to nobody but who knows the id, which is random and long. `stage` counts up, so that news that come late
      // or twice change nothing.
      `create table onramp_orders (
        id text primary key,
        project_id text not null,
        order_key text not null,
        provider text not null,
        stage integer not null,
        network_id text not null,
        address text not null,
        symbol text not null,
        payment_amount text,
        payment_currency text,
        payment_method text,
        quoted_amount text,
        purchase_amount text,
        transaction_hash text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (project_id, order_key)
      )`,
      'create index onramp_orders_created_at on onramp_orders (created_at)',
    ],
  },
  {
    version: 10,
    name: 'login by e-mail and shares of wallets',
    statements: [
      // What the gateway made for itself, sealed under its master keys.
      'create table custody_keys (name text primary key, key_id text not null, wrapped text not null, box text not null)',
      // What may be used once, by a hash, until it could be used no more anyway.
      'create table used_once (id text primary key, expires_at timestamptz(3) not null)',
      'create index used_once_expires_at on used_once (expires_at)',
      // When something that has limits happened, in ms since 1970.
      'create table login_limits (key text primary key, times bigint[] not null, expires_at timestamptz(3) not null)',
      'create index login_limits_expires_at on login_limits (expires_at)',
      `create table login_users (
        id text primary key,
        project_id text not null,
        issuer text not null,
        subject text not null,
        contact text not null,
        created_at timestamptz(3) not null,
        unique (project_id, issuer, subject)
      )`,
      `create table login_devices (
        user_id text not null references login_users (id) on delete cascade,
        thumbprint text not null,
        host text not null,
        device text not null,
        created_at timestamptz(3) not null,
        primary key (user_id, thumbprint)
      )`,
      `create table login_challenges (
        id_hash text primary key,
        project_id text not null,
        host text not null,
        thumbprint text not null,
        subject text not null,
        contact text not null,
        session_id text,
        reason text,
        code_hash text,
        tries integer not null default 0,
        expires_at timestamptz(3) not null
      )`,
      'create index login_challenges_expires_at on login_challenges (expires_at)',
      // `former_hash` is the token before the last renewal, whose answer may have been lost.
      `create table login_sessions (
        id text primary key,
        token_hash text not null unique,
        former_hash text unique,
        user_id text not null references login_users (id) on delete cascade,
        project_id text not null,
        thumbprint text not null,
        host text not null,
        device text not null,
        created_at timestamptz(3) not null,
        renewed_at timestamptz(3) not null,
        access_until timestamptz(3) not null,
        renew_until timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        step_up_reason text,
        step_up_until timestamptz(3)
      )`,
      'create index login_sessions_user_id on login_sessions (user_id)',
      `create table login_audit (
        user_id text not null references login_users (id) on delete cascade,
        number integer not null,
        at timestamptz(3) not null,
        kind text not null,
        facts text not null,
        mark text not null,
        primary key (user_id, number)
      )`,
      'create table login_links (id_hash text primary key, user_id text not null references login_users (id) on delete cascade, expires_at timestamptz(3) not null)',
      `create table wallets (
        id text primary key,
        user_id text not null unique references login_users (id) on delete cascade,
        project_id text not null,
        addresses text not null,
        commitment text not null,
        salt text not null,
        version integer not null,
        created_at timestamptz(3) not null,
        frozen_at timestamptz(3)
      )`,
      // `holder` is the device's thumbprint, or "recovery". What is in `box` is noise without the other half.
      `create table wallet_shares (
        wallet_id text not null references wallets (id) on delete cascade,
        holder text not null,
        version integer not null,
        key_id text not null,
        wrapped text not null,
        box text not null,
        primary key (wallet_id, holder)
      )`,
      'create index wallet_shares_key_id on wallet_shares (key_id)',
    ],
  },
  {
    version: 11,
    name: 'changes of e-mail addresses',
    statements: [
      // Until `undo_until` a link that went to the old address takes the change back, and nobody else gets that address.
      `create table login_email_changes (
        id text primary key,
        user_id text not null references login_users (id) on delete cascade,
        project_id text not null,
        from_subject text not null,
        from_contact text not null,
        to_subject text not null,
        done_at timestamptz(3) not null,
        undo_until timestamptz(3) not null,
        undo_hash text not null unique,
        is_undone boolean not null default false
      )`,
      'create index login_email_changes_user_id on login_email_changes (user_id)',
      'create index login_email_changes_from on login_email_changes (project_id, from_subject)',
    ],
  },
  {
    version: 12,
    name: 'ends of wallets',
    statements: [
      // From `delete_at` on the user may be deleted; until then a link takes it back.
      'alter table login_users add column delete_at timestamptz(3)',
      'alter table login_users add column delete_undo_hash text unique',
      'create index login_users_delete_at on login_users (delete_at) where delete_at is not null',
      "alter table wallets add column custody text not null default 'recoverable'",
      // What the vault has still to be told of: written with what destroyed it, and gone once the vault has said that it knows.
      'create table custody_farewells (id text primary key, claims text not null)',
      // What the operator holds back: everything of a project, or one user of it. Rows stay as the record of it.
      `create table custody_holds (
        id text primary key,
        project_id text not null,
        user_id text,
        held_at timestamptz(3) not null,
        released_at timestamptz(3)
      )`,
      'create index custody_holds_project_id on custody_holds (project_id)',
    ],
  },
  {
    version: 13,
    name: 'approvals of accounts',
    statements: [
      // What the search of approval logs has found for an account, so that it goes on there after a start.
      `create table approval_scans (
        chain_id text not null,
        address text not null,
        scan text not null,
        bytes bigint not null,
        saved_at timestamptz(3) not null,
        primary key (chain_id, address)
      )`,
      'create index approval_scans_saved_at on approval_scans (saved_at)',
    ],
  },
  {
    version: 14,
    name: 'ways back into wallets',
    statements: [
      // When the owner took a backup file; null: never.
      'alter table wallets add column backup_at timestamptz(3)',
      // `wrapped` is a half under a key that the passkey alone gives; the other half stands among the shares, by the same holder.
      `create table wallet_passkeys (
        wallet_id text not null,
        holder text not null,
        credential_id text not null,
        salt text not null,
        wrapped text not null,
        host text not null,
        device text not null,
        created_at timestamptz(3) not null,
        primary key (wallet_id, holder),
        foreign key (wallet_id, holder) references wallet_shares (wallet_id, holder) on delete cascade
      )`,
    ],
  },
  {
    version: 15,
    name: 'budgets of sponsors',
    statements: [
      // What was promised of a day (from 1970) for an account's operations, in wei; the project's whole stands under no account.
      `create table sponsor_budgets (
        project_id text not null,
        network_id text not null,
        account text not null,
        day integer not null,
        spent numeric(78) not null,
        primary key (project_id, network_id, account, day)
      )`,
      'create index sponsor_budgets_day on sponsor_budgets (day)',
    ],
  },
  {
    version: 16,
    name: 'logins by other services',
    statements: [
      // Some services tell no address that they have checked.
      'alter table login_users alter column contact drop not null',
      'alter table login_users add column provider text',
      'alter table login_users add column user_name text',
      // A person on the way to such a service and back. Of ids, states and tickets only hashes.
      `create table login_socials (
        id_hash text primary key,
        claimed_hash text unique,
        ticket_hash text unique,
        state_hash text not null unique,
        nonce text not null,
        project_id text not null,
        host text not null,
        thumbprint text not null,
        client_key text not null,
        device text not null,
        provider text not null,
        return_url text,
        is_again boolean not null,
        step text not null,
        failure text,
        issuer text,
        subject text,
        contact text,
        user_name text,
        id_token text,
        ready_at timestamptz(3),
        begun_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`,
      'create index login_socials_expires_at on login_socials (expires_at)',
    ],
  },
  {
    version: 17,
    name: 'second factor of logins',
    statements: [
      'alter table wallets add column second_factor boolean not null default false',
      // By which the gateway checks what a passkey signed; null of those that were made before.
      'alter table wallet_passkeys add column public_key text',
      'alter table wallet_passkeys add column sign_count bigint not null default 0',
    ],
  },
  {
    version: 18,
    name: 'logins by Farcaster',
    statements: [
      'alter table login_socials add column channel text',
      // What a phone is asked to sign, and what it answered. Of the token only a hash.
      `create table farcaster_channels (
        token_hash text primary key,
        request text not null,
        answer text,
        expires_at timestamptz(3) not null
      )`,
      'create index farcaster_channels_expires_at on farcaster_channels (expires_at)',
    ],
  },
  {
    version: 19,
    name: 'permissions of accounts',
    statements: [
      // What owners let others do. A delegate acts by a key of its own: nothing in here lets anybody act.
      `create table wallet_permissions (
        wallet_id text not null references wallets (id) on delete cascade,
        hash text not null,
        host text not null,
        network_id text not null,
        account text not null,
        delegate text not null,
        target text not null,
        amount text not null,
        period text,
        calls integer not null,
        valid_until bigint not null,
        salt text not null,
        signature text not null,
        created_at timestamptz(3) not null,
        primary key (wallet_id, hash)
      )`,
      'create index wallet_permissions_valid_until on wallet_permissions (valid_until)',
    ],
  },
  {
    version: 20,
    name: 'several logins of one user',
    statements: [
      // Of the first identity of each user the rest stands in login_users.
      `create table login_identities (
        project_id text not null,
        issuer text not null,
        subject text not null,
        user_id text not null references login_users (id) on delete cascade,
        contact text,
        provider text,
        user_name text,
        linked_at timestamptz(3) not null,
        primary key (project_id, issuer, subject)
      )`,
      'create index login_identities_user_id on login_identities (user_id)',
      `insert into login_identities (project_id, issuer, subject, user_id, linked_at)
        select project_id, issuer, subject, id, created_at from login_users`,
      'alter table login_sessions add column linked_issuer text',
      'alter table login_sessions add column linked_subject text',
      `alter table login_sessions add foreign key (project_id, linked_issuer, linked_subject)
        references login_identities (project_id, issuer, subject) on delete cascade`,
      'create index login_sessions_linked on login_sessions (project_id, linked_issuer, linked_subject)',
      'alter table login_socials add column is_link boolean not null default false',
    ],
  },
]

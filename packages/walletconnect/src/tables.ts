import type {
  AuthPayload,
  AuthRequest,
  JsonRpcResponse,
  Pairing,
  PendingRequest,
  Proposal,
  Session,
} from './records.ts'

/** A request of ours that a peer has not answered yet, or whose answer nobody has taken yet. Deleted once taken or expired. */
export type SentRequest = {
  readonly id: number
  readonly topic: string
  readonly method: string
  readonly chainId?: string | undefined
  /** Seconds. */
  readonly expiry: number
  readonly response?: JsonRpcResponse | undefined
  /** The call that asked: tells asking again from another request that happens to have this id. */
  readonly callId?: string | undefined
  /** Of a proposal of ours: the session that its wallet is about to settle. */
  readonly sessionTopic?: string | undefined
  /** Of an answer to a sign-in that may not have been sent: its envelope, whose key is kept nowhere else. */
  readonly envelope?: string | undefined
  /** Of a settlement of ours: the proposal that it answers. */
  readonly proposalId?: number | undefined
}

/** An app's own half of a sign-in that waits for a wallet. `pairingTopic` is where it was asked, `id` the request. */
export type AuthKey = {
  readonly id: number
  readonly responseTopic: string
  readonly publicKey: string
  readonly pairingTopic: string
  /** The `wc_sessionPropose` that goes with it as a fallback. */
  readonly proposalId: number
  readonly expiry: number
  /** What was asked to be signed. */
  readonly payload: AuthPayload
}

/** What became of a call, for a tab whose leader went away before it could say. Kept for 5 min, at most 200. */
export type Outcome = { readonly at: number; readonly result?: unknown; readonly error?: WireError | undefined }

/** An error as it travels between tabs. */
export type WireError = {
  readonly name: string
  readonly message: string
  readonly key?: string | undefined
  readonly code?: number | undefined
  readonly data?: unknown
}

/** Everything that a client keeps, by table. Keys are texts: topics, ids in decimal digits, public keys. */
export type TableRecords = {
  /** `seed`, or a public key to its private key, or a topic to its symmetric key; all hex. */
  readonly keychain: string
  readonly pairing: Pairing
  readonly proposal: Proposal
  readonly session: Session
  readonly request: PendingRequest
  readonly auth: AuthRequest
  readonly authKey: AuthKey
  readonly sent: SentRequest
  /**
   * Fingerprint of an envelope that was dealt with, as `topic:fingerprint`, to the second it may be forgotten. As
   * `topic:method`, the id of the last update, extension or event.
   */
  readonly seen: number
  readonly outcome: Outcome
  /** The link of the wallet of a session, by its topic, so that a request opens that wallet and no other (F-23). */
  readonly deepLink: { readonly href: string; readonly name: string }
  /** Keys that relays publish, by `relay:<address>`. */
  readonly verifyKey: { readonly publicKey: JsonWebKey; readonly expiresAt: number }
  /** Universal links known to speak link mode. */
  readonly linkApp: { readonly at: number }
}

export type TableName = keyof TableRecords

/** A typed change; without `value` the record goes. */
export type TableChange = {
  [Name in TableName]: { readonly table: Name; readonly key: string; readonly value?: TableRecords[Name] | undefined }
}[TableName]

/** Reads of one table; always what is durable. */
export type Table<Value> = {
  get(key: string): Value | undefined
  has(key: string): boolean
  keys(): readonly string[]
  getAll(): readonly Value[]
}

/** All tables of a client. */
export type Tables = {
  readonly [Name in TableName]: Table<TableRecords[Name]>
} & {
  /**
   * Writes all changes or none. They are visible in memory, and told to watchers, once they are durable and not before. Writes
   * happen in the order of the calls. Rejects with `STORAGE_FAILED`.
   */
  commit(changes: readonly TableChange[]): Promise<void>
  /** Calls back after each commit. */
  watch(listener: (changes: readonly TableChange[]) => void): () => void
}

import type {
  ApproveParams,
  AuthenticateParams,
  ConnectParams,
  PairParams,
  Reason,
  RequestCallParams,
  SignClientCalls,
} from './calls.ts'
import type { SignClientEvents } from './events.ts'
import type { Internals } from './internals.ts'
import type { Surroundings } from './ports.ts'
import type {
  AuthPayload,
  AuthRequest,
  Cacao,
  JsonRpcResponse,
  Metadata,
  Pairing,
  PendingRequest,
  Proposal,
  ProposalNamespaces,
  Session,
  SessionNamespaces,
  VerifyContext,
} from './records.ts'

/** Says what stands behind a peer's origin. A thrown error counts as unknown, never as valid (SEC-91). */
export type Verifier = (question: {
  readonly method: 'wc_sessionPropose' | 'wc_sessionRequest' | 'wc_sessionAuthenticate'
  /** Origin of the peer's metadata url, or the url itself where it is none. */
  readonly claimedOrigin: string
  readonly verifyUrl: string | undefined
  /** SHA-256 of the envelope's text, hex. */
  readonly envelopeHash: string
  /** SHA-256 of the payload's JSON, hex. */
  readonly payloadHash: string
  readonly attestation: string | undefined
  readonly relayAttestation: string | undefined
}) => Promise<VerifyContext>

/** Vouches for a message of ours: a JWT for the publish, or the empty text. */
export type Attest = (question: { readonly envelopeHash: string; readonly payloadHash: string }) => Promise<string>

export type SignClientOptions = {
  /** The relay's address (`wss://…`), or several, tried in turn. */
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string | undefined
  readonly metadata: Metadata
  /** Tells apart clients of one origin: names the database, the tabs' lock and channel. Default: `default`. */
  readonly name?: string | undefined
  /** What stands around the client. Default: the browser. `@latchkey/walletconnect/node` has Node's. */
  readonly surroundings?: Partial<Surroundings> | undefined
  readonly signConfig?: { readonly disableRequestQueue?: boolean | undefined } | undefined
  /** Wallet side: refuses namespaces that do not follow CAIP-2 and CAIP-10 to the letter. Default: false, as the peers. */
  readonly strictNamespaces?: boolean | undefined
  /** Default: what the relay says of the page's origin, checked against the key that it publishes; asks nobody else. */
  readonly verifier?: Verifier | undefined
  readonly attest?: Attest | undefined
  /**
   * Asks a chain (CAIP-2) with `eth_call`: for sign-ins that a contract has signed (EIP-1271). Without it they are refused, as no
   * host is asked that the site did not name.
   */
  readonly ethCall?:
    | ((chainId: string, call: { readonly to: string; readonly data: string }) => Promise<string>)
    | undefined
}

export type Signal = { readonly signal?: AbortSignal | undefined }

/** Read access to records, in every tab. */
export type Store<Key, Value> = {
  readonly length: number
  readonly keys: readonly Key[]
  readonly values: readonly Value[]
  /** Throws `NO_MATCHING_KEY`. */
  get(key: Key): Value
  getAll(filter?: Partial<Value>): readonly Value[]
}

/**
 * A client of the Sign protocol, app and wallet alike. Methods and their parameters are those that the field knows; each that
 * waits also takes a `signal`. Promises that wait for a peer resolve also when the answer came first.
 */
export type SignClient = {
  readonly metadata: Metadata
  readonly session: Store<string, Session>
  readonly proposal: Store<number, Proposal>
  readonly pairing: Store<string, Pairing>
  readonly pendingRequest: Store<number, PendingRequest>
  readonly auth: { readonly requests: Store<number, AuthRequest> }

  connect(
    params: ConnectParams & Signal,
  ): Promise<{ uri?: string | undefined; approval: (options?: Signal) => Promise<Session> }>
  pair(params: PairParams & Signal): Promise<Pairing>
  approve(
    params: ApproveParams & Signal,
  ): Promise<{ topic: string; acknowledged: (options?: Signal) => Promise<Session> }>
  reject(params: { readonly id: number; readonly reason: Reason } & Signal): Promise<void>
  update(
    params: { readonly topic: string; readonly namespaces: SessionNamespaces } & Signal,
  ): Promise<{ acknowledged: (options?: Signal) => Promise<void> }>
  extend(params: { readonly topic: string } & Signal): Promise<{ acknowledged: (options?: Signal) => Promise<void> }>
  request<Result = unknown>(params: RequestCallParams & Signal): Promise<Result>
  respond(params: { readonly topic: string; readonly response: JsonRpcResponse } & Signal): Promise<void>
  ping(params: { readonly topic: string } & Signal): Promise<void>
  emit(params: SignClientCalls['emit']['parameters'] & Signal): Promise<void>
  disconnect(params: { readonly topic: string; readonly reason?: Reason | undefined } & Signal): Promise<void>
  find(params: { readonly requiredNamespaces: ProposalNamespaces }): readonly Session[]
  getPendingSessionRequests(): readonly PendingRequest[]
  authenticate(
    params: AuthenticateParams & Signal,
    walletUniversalLink?: string,
  ): Promise<{
    uri?: string | undefined
    response: (options?: Signal) => Promise<{ auths?: readonly Cacao[] | undefined; session?: Session | undefined }>
  }>
  approveSessionAuthenticate(
    params: { readonly id: number; readonly auths: readonly Cacao[] } & Signal,
  ): Promise<{ session?: Session | undefined }>
  rejectSessionAuthenticate(params: { readonly id: number; readonly reason: Reason } & Signal): Promise<void>
  /**
   * The text that an account signs. At hand once this client was told of a sign-in or has asked for one; before that it throws
   * `NOT_INITIALIZED`, and `formatAuthMessage` of `@latchkey/walletconnect/wallet` serves.
   */
  formatAuthMessage(params: { readonly request: AuthPayload; readonly iss: string }): string
  /** Hands over a link-mode message (`…?wc_ev=…&topic=…`) that the platform delivered. */
  receiveLink(url: string): Promise<void>
  /** Remembers the link of the wallet of a session. Undefined forgets it. */
  setDeepLink(topic: string, link: { readonly href: string; readonly name: string } | undefined): Promise<void>
  getDeepLink(topic: string): { readonly href: string; readonly name: string } | undefined
  /**
   * Opens the socket to the relay ahead of a call that is about to come, such as `connect` under the pointer. Resolves without
   * waiting for it; one that cannot be opened is tried again by the call, and one that nothing needs is closed after 5 s.
   */
  prepareRelay(): Promise<void>
  /** A fresh socket at once, at another address if given: after a wake-up, or when the visitor asks for another try. */
  restartRelay(url?: string): Promise<void>

  on<Name extends keyof SignClientEvents>(name: Name, listener: (payload: SignClientEvents[Name]) => void): SignClient
  once<Name extends keyof SignClientEvents>(name: Name, listener: (payload: SignClientEvents[Name]) => void): SignClient
  off<Name extends keyof SignClientEvents>(name: Name, listener: (payload: SignClientEvents[Name]) => void): SignClient
  removeListener<Name extends keyof SignClientEvents>(
    name: Name,
    listener: (payload: SignClientEvents[Name]) => void,
  ): SignClient
  removeAllListeners(name?: keyof SignClientEvents): SignClient
  /** The id under which the relay knows this client, `did:key:…`. Opens nothing. */
  getClientId(): Promise<string>
  /** False once this browser has denied its storage: sessions then last as long as this page. A tab that follows does not know. */
  isPersistent(): boolean
  /** Ends the client: its socket, timers, tabs and storage. What waits rejects with `ABORTED`. */
  close(): Promise<void>
  /** The moving parts, for tests and tools; not covered by semantic versioning. */
  readonly internals: Internals
}

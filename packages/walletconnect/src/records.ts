/** Shapes of the Sign protocol's records. Source: WalletConnect specification, Sign data structures; field names are its own. */

/** Who somebody says they are. A claim: only a verify context says more. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?:
    | {
        readonly native?: string | undefined
        readonly universal?: string | undefined
        readonly linkMode?: boolean | undefined
      }
    | undefined
  readonly verifyUrl?: string | undefined
}

export type Relay = { readonly protocol: string; readonly data?: string | undefined }

/** What a proposal asks for, by namespace (`eip155`) or chain (`eip155:1`). */
export type ProposalNamespace = {
  readonly chains?: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** What a wallet granted. Accounts are CAIP-10. */
export type SessionNamespace = ProposalNamespace & { readonly accounts: readonly string[] }
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

export type SessionProperties = Readonly<Record<string, string>>
export type ScopedProperties = Readonly<Record<string, unknown>>

/** A peer: its X25519 public key of this session, and what it says it is. */
export type Participant = { readonly publicKey: string; readonly metadata: Metadata }

/** Times of the protocol are whole seconds since 1970. */
export type Pairing = {
  readonly topic: string
  readonly expiry: number
  readonly relay: Relay
  readonly active: boolean
  readonly peerMetadata?: Metadata | undefined
  readonly methods?: readonly string[] | undefined
}

/** A sign-in asked for inside a proposal. */
export type AuthenticationRequest = {
  readonly domain: string
  readonly chains: readonly string[]
  readonly nonce: string
  readonly type: string
  readonly aud: string
  readonly version: string
  readonly iat: string
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly signatureTypes?: Readonly<Record<string, readonly string[]>> | undefined
}

/** What a `wc_sessionAuthenticate` request asks to be signed. */
export type AuthPayload = {
  readonly type: string
  readonly chains: readonly string[]
  readonly statement?: string | undefined
  readonly aud: string
  readonly domain: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** A signed sign-in message. Source: CAIP-74. */
export type Cacao = {
  readonly h: { readonly t: string }
  readonly p: {
    readonly iss: string
    readonly domain: string
    readonly aud: string
    readonly version: string
    readonly nonce: string
    readonly iat: string
    readonly statement?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: readonly string[] | undefined
    readonly nbf?: string | undefined
    readonly exp?: string | undefined
  }
  readonly s: { readonly t: string; readonly s: string; readonly m?: string | undefined }
}

export type ProposalRequests = {
  readonly authentication?: readonly AuthenticationRequest[] | undefined
  readonly walletPay?: unknown
}
export type ProposalRequestsResponses = {
  readonly authentication?: readonly Cacao[] | undefined
  readonly walletPay?: unknown
}

export type Validation = 'UNKNOWN' | 'VALID' | 'INVALID'

/** What is known of a peer's origin. Unknown is the honest answer where nothing vouches (SEC-90). */
export type VerifyContext = {
  readonly verified: {
    readonly origin: string
    readonly validation: Validation
    readonly verifyUrl: string
    readonly isScam?: boolean | undefined
  }
}

export type Proposal = {
  readonly id: number
  readonly pairingTopic: string
  readonly expiryTimestamp: number
  readonly proposer: Participant
  readonly relays: readonly Relay[]
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  readonly requests?: ProposalRequests | undefined
  readonly verifyContext?: VerifyContext | undefined
}

export type TransportType = 'relay' | 'link_mode'

export type Session = {
  readonly topic: string
  readonly pairingTopic: string
  readonly relay: Relay
  readonly expiry: number
  readonly acknowledged: boolean
  /** The wallet's public key, on both sides. */
  readonly controller: string
  readonly namespaces: SessionNamespaces
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  readonly sessionConfig?: { readonly disableDeepLink?: boolean | undefined } | undefined
  readonly self: Participant
  readonly peer: Participant
  readonly authentication?: readonly Cacao[] | undefined
  readonly walletPayResult?: unknown
  readonly transportType: TransportType
}

/** A request for a wallet, as an app sends it. */
export type RequestParams = {
  readonly request: {
    readonly method: string
    readonly params: unknown
    readonly expiryTimestamp?: number | undefined
  }
  readonly chainId: string
}

/** A request that waits for a wallet's answer. */
export type PendingRequest = {
  readonly id: number
  readonly topic: string
  readonly params: RequestParams
  readonly verifyContext: VerifyContext
}

/** A `wc_sessionAuthenticate` request that waits for a wallet's answer. */
export type AuthRequest = {
  readonly id: number
  readonly pairingTopic: string
  readonly requester: Participant
  readonly authPayload: AuthPayload
  readonly expiryTimestamp: number
  readonly verifyContext: VerifyContext
  readonly transportType: TransportType
}

export type JsonRpcError = { readonly code: number; readonly message: string; readonly data?: unknown }
export type JsonRpcRequest = {
  readonly id: number
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params: unknown
}
export type JsonRpcResponse =
  | { readonly id: number; readonly jsonrpc: '2.0'; readonly result: unknown }
  | { readonly id: number; readonly jsonrpc: '2.0'; readonly error: JsonRpcError }

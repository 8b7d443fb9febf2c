import type {
  Cacao,
  JsonRpcResponse,
  Pairing,
  ProposalNamespaces,
  ProposalRequestsResponses,
  Relay,
  ScopedProperties,
  Session,
  SessionNamespaces,
  SessionProperties,
} from './records.ts'
import type { RelayStatus } from './relay/relayer.ts'

/** A sign-in as the caller of `connect({ authentication })` describes it. */
export type AuthenticationParams = {
  readonly chains: readonly string[]
  readonly domain: string
  readonly nonce: string
  readonly uri: string
  readonly type?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly signatureTypes?: Readonly<Record<string, readonly string[]>> | undefined
  /** Seconds; becomes the proposal's expiry. */
  readonly ttl?: number | undefined
}

/** A pairing that was made ahead of its proposal, and that nobody else knows yet. */
export type NewPairing = {
  readonly uri: string
  /** 32 bytes in hex. */
  readonly symKey: string
  /** Seconds since 1970. */
  readonly expiry: number
}

export type ConnectParams = {
  readonly requiredNamespaces?: ProposalNamespaces | undefined
  readonly optionalNamespaces?: ProposalNamespaces | undefined
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  readonly pairingTopic?: string | undefined
  /** What `createPairing` of `@latchkey/walletconnect/pairing` gave, for a proposal that goes by it. Not beside a `pairingTopic`. */
  readonly newPairing?: NewPairing | undefined
  readonly relays?: readonly Relay[] | undefined
  readonly authentication?: readonly AuthenticationParams[] | undefined
  readonly walletPay?: unknown
}

export type PairParams = { readonly uri: string; readonly activatePairing?: boolean | undefined }

export type ApproveParams = {
  readonly id: number
  readonly namespaces: SessionNamespaces
  readonly relayProtocol?: string | undefined
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  readonly sessionConfig?: { readonly disableDeepLink?: boolean | undefined } | undefined
  readonly proposalRequestsResponses?: ProposalRequestsResponses | undefined
}

export type Reason = { readonly code: number; readonly message: string; readonly data?: unknown }

export type RequestCallParams = {
  readonly topic: string
  readonly chainId: string
  readonly request: { readonly method: string; readonly params?: unknown }
  /** Seconds from now, 300 to 604800. Default: 900. */
  readonly expiry?: number | undefined
}

export type AuthenticateParams = {
  readonly chains: readonly string[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  readonly methods?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly type?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  readonly expiry?: number | undefined
  readonly pairingTopic?: string | undefined
}

/**
 * Calls from a client to its engine: plain values in, plain values out. What a caller waits for is a call of its own
 * (`awaitSession`, …), answered at once when the answer came first, so that no promise hangs.
 */
export type SignClientCalls = {
  connect: { parameters: ConnectParams; result: { uri?: string | undefined; proposalId: number } }
  /** Resolves with the session made from a proposal; rejects with the wallet's refusal or `EXPIRED`. */
  awaitSession: { parameters: { proposalId: number }; result: Session }
  pair: { parameters: PairParams; result: Pairing }
  approve: { parameters: ApproveParams; result: { topic: string } }
  /** Resolves once the app has acknowledged the session; rejects when it refused it. */
  awaitAcknowledged: { parameters: { topic: string }; result: Session }
  reject: { parameters: { id: number; reason: Reason }; result: undefined }
  update: { parameters: { topic: string; namespaces: SessionNamespaces }; result: { id: number } }
  extend: { parameters: { topic: string }; result: { id: number } }
  /** Resolves with the peer's answer to a request of ours; rejects with its error, or `EXPIRED`. */
  awaitAnswer: { parameters: { id: number }; result: unknown }
  /** Publishes a request; its answer is `awaitAnswer`'s. The caller chooses the id, so that asking again sends nothing twice. */
  request: { parameters: RequestCallParams & { readonly id: number }; result: { id: number } }
  respond: { parameters: { topic: string; response: JsonRpcResponse }; result: undefined }
  emit: {
    parameters: { topic: string; event: { readonly name: string; readonly data: unknown }; chainId: string }
    result: undefined
  }
  ping: { parameters: { topic: string }; result: undefined }
  disconnect: { parameters: { topic: string; reason?: Reason | undefined }; result: undefined }
  authenticate: {
    parameters: AuthenticateParams & { readonly walletUniversalLink?: string | undefined }
    result: { uri?: string | undefined; id: number }
  }
  awaitAuthentication: {
    parameters: { id: number }
    result: { auths?: readonly Cacao[] | undefined; session?: Session | undefined }
  }
  approveSessionAuthenticate: {
    parameters: { id: number; auths: readonly Cacao[] }
    result: { session?: Session | undefined }
  }
  rejectSessionAuthenticate: { parameters: { id: number; reason: Reason }; result: undefined }
  /** A link-mode message that the platform handed over. */
  receiveLink: { parameters: { url: string }; result: undefined }
  setDeepLink: { parameters: { topic: string; link: { href: string; name: string } | undefined }; result: undefined }
  relayStatus: { parameters: Record<never, never>; result: { status: RelayStatus; clientId: string } }
  /** Opens the socket ahead of a call that is about to come. */
  prepareRelay: { parameters: Record<never, never>; result: undefined }
  /** A fresh socket, at another address if given. */
  restartRelay: { parameters: { url?: string | undefined }; result: undefined }
}

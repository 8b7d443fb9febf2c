import type { AuthenticateParams, ConnectParams } from '../calls.ts'
import type { Clock, Logger } from '../ports.ts'
import type { Cacao, ProposalNamespace, Session, SessionNamespaces } from '../records.ts'
import type { Signal, SignClient } from '../signClient.ts'

/** An address of a chain's nodes, or several, preferred first. http or https. */
export type RpcUrls = string | readonly string[]

/** What a provider is handed by its surroundings. */
export type ProviderServices = {
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
  /** Keeps texts beyond a page load: what `wallet_sendCalls` answered, for 24 h. Without it they last as long as the page. */
  readonly memory?: { get(key: string): string | undefined; set(key: string, text: string): void } | undefined
}

export type UniversalProviderOptions = {
  readonly client: SignClient
  /** Topic of the session to go on with. Default: the newest that the client has; none is fine too. */
  readonly session?: string | undefined
  /** Nodes by CAIP-2 chain. A chain without them cannot be read; nothing is asked of hosts that are not named here. */
  readonly rpcMap?: Readonly<Record<string, RpcUrls>> | undefined
  /** The chain to begin with, by namespace, CAIP-2. Default: the first that the wallet granted. */
  readonly defaultChains?: Readonly<Record<string, string>> | undefined
  /**
   * `false` sends each chain's nodes a call named `test` when a session is opened, as peers of the field do, so that they are warm.
   * Default `true`: nothing is asked of anybody until something is requested.
   */
  readonly disableProviderPing?: boolean | undefined
  /** Addresses below it are a Latchkey gateway's: plain text, batches of at most 100. */
  readonly gatewayUrl?: string | undefined
  /** Where a session's `bundler_name` is asked for receipts of user operations. Undefined where it is not known. */
  readonly getBundlerUrl?: ((name: string, chain: string) => string | undefined) | undefined
  /** Default: the system's own clock, network and console. */
  readonly services?: Partial<ProviderServices> | undefined
}

/** A namespace of a proposal, and how its chains are read. `rpcMap` is by reference (`1`) or CAIP-2. */
export type ProviderNamespace = ProposalNamespace & {
  readonly rpcMap?: Readonly<Record<string, RpcUrls>> | undefined
  /** CAIP-2, or a reference. */
  readonly defaultChain?: string | undefined
}

export type UniversalConnectParams = Omit<ConnectParams, 'requiredNamespaces' | 'optionalNamespaces' | 'relays'> &
  Signal & {
    /** Those that a wallet must grant. Best left out: wallets refuse all for one that they lack. */
    readonly namespaces?: Readonly<Record<string, ProviderNamespace>> | undefined
    readonly optionalNamespaces?: Readonly<Record<string, ProviderNamespace>> | undefined
    /** Only remembers the namespaces for a later `pair`. */
    readonly skipPairing?: boolean | undefined
  }

/** A call as EIP-1193 has it. */
export type RequestArguments = { readonly method: string; readonly params?: unknown }

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** Seconds that the wallet has. */
  readonly expiry?: number | undefined
}

/** What the provider tells. A session event of the wallet also comes under its own name, unless that is one of these. */
export type UniversalProviderEvents = {
  display_uri: string
  connect: { readonly session: Session }
  disconnect: { readonly code: number; readonly message: string; readonly data: string }
  session_event: {
    readonly id: number
    readonly topic: string
    readonly params: { readonly event: { readonly name: string; readonly data: unknown }; readonly chainId: string }
  }
  session_update: { readonly topic: string; readonly params: { readonly namespaces: SessionNamespaces } }
  session_delete: { readonly topic: string }
  session_expire: { readonly topic: string }
  session_ping: { readonly id: number; readonly topic: string }
  /** Hex for eip155, CAIP-2 elsewhere. Which namespace it was, `forNamespace` tells. */
  chainChanged: string
  /** Addresses on the default chain of the namespace that changed. */
  accountsChanged: readonly string[]
}

type Listener<Events, Name extends string> = (payload: Name extends keyof Events ? Events[Name] : unknown) => void

/** Events of one namespace's provider. Source: EIP-1193; `chainId` and `chainChanged` are CAIP-2 outside eip155. */
export type NamespaceProviderEvents = {
  connect: { readonly chainId: string }
  disconnect: Error & { readonly code: number }
  chainChanged: string
  accountsChanged: readonly string[]
  message: { readonly type: string; readonly data: unknown }
}

/** A session as one namespace sees it: EIP-1193 for eip155, the same shape for the others. */
export type NamespaceProvider = {
  readonly namespace: string
  request<Result = unknown>(call: RequestArguments, options?: RequestOptions): Promise<Result>
  on<Name extends string>(name: Name, listener: Listener<NamespaceProviderEvents, Name>): NamespaceProvider
  removeListener<Name extends string>(name: Name, listener: Listener<NamespaceProviderEvents, Name>): NamespaceProvider
}

/** One provider over a session of many namespaces. Method names and shapes are those that the field knows. */
export type UniversalProvider = {
  readonly client: SignClient
  /** The session that is in use. */
  readonly session: Session | undefined
  connect(parameters: UniversalConnectParams): Promise<Session | undefined>
  /** Proposes what `connect({ skipPairing: true })` remembered, over a pairing that exists if named. */
  pair(pairingTopic?: string | undefined, options?: Signal): Promise<Session>
  authenticate(
    parameters: AuthenticateParams & Signal,
    walletUniversalLink?: string,
  ): Promise<{ auths?: readonly Cacao[] | undefined; session?: Session | undefined }>
  /** Addresses of the default chain; connects first where there is no session. */
  enable(options?: Signal): Promise<readonly string[]>
  /**
   * Asks the wallet for what the session grants and the chain's nodes for the rest. `chain` is CAIP-2; default: the default chain
   * of the session's first namespace. What needs a wallet and was not granted rejects with `UNAUTHORIZED_METHOD`.
   */
  request<Result = unknown>(
    call: RequestArguments,
    chain?: string | undefined,
    expiry?: number | undefined,
    options?: Signal,
  ): Promise<Result>
  /** The same with a callback, for older libraries. */
  sendAsync(
    call: RequestArguments & { readonly id?: number | undefined },
    callback: (error: Error | null, answer?: { id: number; jsonrpc: '2.0'; result: unknown }) => void,
    chain?: string | undefined,
    expiry?: number | undefined,
  ): void
  /** Moves the default chain of its namespace, and the nodes it is read from if given. Asks no wallet. */
  setDefaultChain(chain: string, rpcUrl?: RpcUrls | undefined): void
  /** The default chain of a namespace, CAIP-2. */
  getDefaultChain(namespace: string): string | undefined
  /** The addresses of a namespace on its default chain; the one that the wallet named last comes first. */
  getAccounts(namespace: string): readonly string[]
  /** Whether the session grants a method on a chain (CAIP-2). */
  isGranted(chain: string, method: string): boolean
  /** Ends the session on this side at once, then tells the wallet. */
  disconnect(options?: Signal): Promise<void>
  /** Ends pairings that never came to a session. */
  cleanupPendingPairings(): Promise<void>
  /** The same object each time for a namespace. */
  forNamespace(namespace: string): NamespaceProvider
  on<Name extends string>(name: Name, listener: Listener<UniversalProviderEvents, Name>): UniversalProvider
  once<Name extends string>(name: Name, listener: Listener<UniversalProviderEvents, Name>): UniversalProvider
  off<Name extends string>(name: Name, listener: Listener<UniversalProviderEvents, Name>): UniversalProvider
  removeListener<Name extends string>(name: Name, listener: Listener<UniversalProviderEvents, Name>): UniversalProvider
  removeAllListeners(name?: string): UniversalProvider
  /** Stops listening to the client and lets go of timers. The client and the session stay. */
  close(): void
}

import type { Account, Adapter, Connector, TransactionRequest } from './adapter.ts'
import type { Failure } from './errors/failure.ts'
import type { EventName, EventProperties, HostEvents } from './events.ts'
import type { Diagnosis, DiagnosisState, FailureDoc } from './features/diagnosis/state.ts'
import type { DirectoryState } from './features/directory/state.ts'
import type { NamesState } from './features/names/state.ts'
import type { TokensState } from './features/tokens/state.ts'
import type { Live } from './kernel/live.ts'
import type { BannerState } from './kernel/shell/banner.ts'
import type { CloseReason, ModalState, OpenResult } from './kernel/shell/modal.ts'
import type { RouterState } from './kernel/shell/router.ts'
import type { ThemeState } from './kernel/shell/theme.ts'
import type { ToastContent, ToastState } from './kernel/shell/toast.ts'
import type { ViewName, ViewTarget } from './kernel/shell/views.ts'
import type { AccountsState } from './kernel/wallet/accounts.ts'
import type { ConnectionState, ConnectionStatus } from './kernel/wallet/connection.ts'
import type { ConnectorsState } from './kernel/wallet/connectors.ts'
import type { NetworksState } from './kernel/wallet/networks.ts'
import type { SignInStep } from './kernel/wallet/signIn.ts'
import type { CaipAddress, Namespace, Network, NetworkId } from './network.ts'
import type { CreateLatchkeyOptions, Options, ThemeMode } from './options.ts'
import type { Services } from './services/ports.ts'
import type { Store } from './store.ts'

/** Every store of an instance. The kernel's are eager; a feature's begins empty and is filled by its lazily loaded actions. */
export type Stores = {
  readonly modal: Store<ModalState>
  readonly router: Store<RouterState>
  readonly toast: Store<ToastState>
  readonly banner: Store<BannerState>
  readonly theme: Store<ThemeState>
  readonly networks: Store<NetworksState>
  readonly connectors: Store<ConnectorsState>
  readonly connection: Store<ConnectionState>
  readonly accounts: Store<AccountsState>
  readonly tokens: Store<TokensState>
  readonly names: Store<NamesState>
  readonly directory: Store<DirectoryState>
  readonly diagnosis: Store<DiagnosisState>
}

/** What actions and views are handed: the whole of one instance, without the host's conveniences. */
export type Instance = {
  readonly options: Options
  /** What the site passed, to tell a second creation with the same id from this one. */
  readonly given: CreateLatchkeyOptions
  readonly services: Services
  readonly stores: Stores
  /** One a namespace. Only `addAdapter` and `removeAdapter` change it. */
  readonly adapters: Partial<Record<Namespace, Adapter>>
  /** Promises, stops and timers of what is going on. */
  readonly live: Live
  /**
   * Loads the kernel's larger half, which a click, a change or a goodbye needs, and runs something of it. Never throws: a
   * chunk that could not be loaded is logged.
   */
  readonly run: (work: (later: LaterActions) => void) => void
  /** Loads sign-in; absent where the site wants none, or has no modal to ask in. */
  readonly loadSignIn?: (() => Promise<SignInStep>) | undefined
  /** Aborts when the instance is destroyed. */
  readonly signal: AbortSignal
  /** Tells the host. Never leaves the page. */
  readonly track: <Name extends EventName>(name: Name, properties: EventProperties[Name]) => void
  readonly fail: (failure: Failure) => void
}

/** What the always loaded part of the kernel asks of the part that is loaded once something happens. */
export type LaterActions = {
  readonly closeModal: (instance: Instance, reason: CloseReason) => void
  readonly followConnection: (instance: Instance, namespace: Namespace) => Promise<void>
  readonly followHost: (instance: Instance, namespace: Namespace) => Promise<void>
  readonly runAfterConnect: (instance: Instance, namespace: Namespace) => Promise<void>
  readonly showHome: (instance: Instance) => void
  readonly showToast: (instance: Instance, toast: ToastContent) => void
}

/** What a host sees of the state, in one plain object. A new object at each change, equal parts kept. */
export type LatchkeyState = {
  readonly open: boolean
  readonly view: ViewName
  readonly loading: boolean
  /** False until saved connections were restored or given up. */
  readonly ready: boolean
  readonly status: ConnectionStatus
  readonly namespace: Namespace
  readonly networkId: NetworkId
  /** Undefined when the wallet is on a network the site did not ask for. */
  readonly network: Network | undefined
  readonly address: string | undefined
  readonly caipAddress: CaipAddress | undefined
  readonly accounts: readonly Account[]
  /** Last known address of a connection while it is being restored; nothing is connected yet. */
  readonly restoringAddress: string | undefined
  readonly walletName: string | undefined
  readonly connectorId: string | undefined
  readonly themeMode: ThemeMode
}

export type OpenOptions = { readonly namespace?: Namespace | undefined } & (ViewTarget | { readonly view?: undefined })

export type ConnectOptions = {
  readonly namespace?: Namespace | undefined
  /** Connects this wallet without opening anything. Without it the modal opens and the visitor chooses. */
  readonly connectorId?: string | undefined
  readonly networkId?: NetworkId | undefined
  readonly signal?: AbortSignal | undefined
}

/** An instance of Latchkey. Made by `createLatchkey`; every method may be called before anything has loaded. */
export type Latchkey = {
  readonly id: string
  /** What actions and views are handed; not covered by semantic versioning. */
  readonly instance: Instance
  getState(): LatchkeyState
  /** Calls back at each change. Returns the way to stop. */
  subscribe(listener: (state: LatchkeyState) => void): () => void
  /** Listens to the host's events. Returns the way to stop. */
  on<Name extends keyof HostEvents>(name: Name, listener: (value: HostEvents[Name]) => void): () => void
  /** Opens the modal; resolves when it has ended, never hangs. Rejects with `VIEW_UNKNOWN` for a view that is not there. */
  open(options?: OpenOptions): Promise<OpenResult>
  close(): void
  /** Connects a wallet, by the modal or directly. Rejects with a coded failure only when `connectorId` was given. */
  connect(options?: ConnectOptions): Promise<OpenResult>
  /**
   * Ends the connection in use of a namespace, that of one wallet, or all. Locally it always succeeds; rejects with
   * `DISCONNECT_FAILED` when a wallet could not be told.
   */
  disconnect(options?: {
    readonly namespace?: Namespace | undefined
    readonly connectorId?: string | undefined
  }): Promise<void>
  switchNetwork(networkId: NetworkId): Promise<void>
  signMessage(message: string | Uint8Array, options?: { readonly namespace?: Namespace | undefined }): Promise<string>
  /** Sends a transaction from the active EVM account; resolves with its hash. */
  sendTransaction(request: TransactionRequest): Promise<string>
  getConnectors(namespace?: Namespace): readonly Connector[]
  /** The wallet's own provider (EIP-1193 for eip155), or undefined. */
  getProvider(namespace?: Namespace): unknown
  setThemeMode(mode: ThemeMode): void
  setAccent(accent: string | undefined): void
  setLocale(locale: string | undefined): void
  /** Loads the modal's code now, so that the first open is instant. Done by itself on hover, focus or idle. */
  preload(): Promise<void>
  /** Shows the modal inside an element of the page, always open. Returns the way back. */
  embed(element: HTMLElement): () => void
  /** What this page, its options, its wallets and its servers look like from here, without secrets. Asks no wallet anything. */
  diagnose(): Promise<Diagnosis>
  /** Every failure code with its cause, what the visitor is offered and what a site can do. */
  failures(): Promise<readonly FailureDoc[]>
  /** Ends everything this instance started and gives its id free. */
  destroy(): void
}

/** Makes an instance. See `createLatchkey`. */
export type CreateLatchkey = (options: CreateLatchkeyOptions) => Latchkey

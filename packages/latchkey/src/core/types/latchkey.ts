import type { Failure } from '../errors/failure.ts'
import type { Services } from '../services/ports.ts'
import type { Teller } from '../store.ts'
import type { AccountState } from './account.ts'
import type { Adapter, Connector, TransactionRequest } from './adapter.ts'
import type { Diagnosis, FailureDoc } from './diagnosis.ts'
import type { EventName, EventProperties, HostEvents, SettledTransaction } from './events.ts'
import type { Namespace, NetworkId } from './network.ts'
import type { OpenResult } from './openResult.ts'
import type { CreateLatchkeyOptions, Options, ThemeMode } from './options.ts'
import type { ViewName, ViewTarget } from './views.ts'

/** What actions and views are handed: the whole of one instance, without the host's conveniences. What it holds of wallets is declared by `kernel/instance.ts`. */
export interface Instance {
  readonly options: Options
  /** Checks options and fills in defaults, as at creation. Here so that late code needs no copy of it. */
  readonly resolve: (given: CreateLatchkeyOptions) => Options
  /** What the site passed, to tell a second creation with the same id from this one. */
  readonly given: CreateLatchkeyOptions
  readonly services: Services
  /** Writes several stores as one change: no listener, and no host, hears of a part of it. Events of the same change come after it. */
  readonly batch: Teller['batch']
  /** One a namespace. Only `addAdapter` and `removeAdapter` change it. */
  readonly adapters: Partial<Record<Namespace, Adapter>>
  /** Aborts when the instance is destroyed. */
  readonly signal: AbortSignal
  /** Tells the host. Never leaves the page. */
  readonly track: <Name extends EventName>(name: Name, properties: EventProperties[Name]) => void
  readonly fail: (failure: Failure) => void
  /** Tells host and visitor what became of a transaction. */
  readonly settle: (settled: SettledTransaction) => void
}

/** What a host sees of the state, in one plain object. A new object at each change, equal parts kept. The account is that of the active namespace. */
export type LatchkeyState = AccountState & {
  readonly open: boolean
  readonly view: ViewName
  readonly loading: boolean
  /** False until saved connections were restored or given up. */
  readonly ready: boolean
  readonly themeMode: ThemeMode
}

export type OpenOptions = { readonly namespace?: Namespace | undefined } & (ViewTarget | { readonly view?: undefined })

export type ConnectOptions = {
  readonly namespace?: Namespace | undefined
  /** Connects this wallet without opening anything. Without it the modal opens and the visitor chooses. */
  readonly connectorId?: string | undefined
  /** Goes straight to a login at this service, in the modal: `google`, `farcaster`, or one of the operator's own. Call it within a press: a window opens. */
  readonly social?: string | undefined
  readonly networkId?: NetworkId | undefined
  readonly signal?: AbortSignal | undefined
}

/** An instance of Latchkey. Made by `createLatchkey`; every method may be called before anything has loaded. */
export interface Latchkey {
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
  /** Puts these in place of all that were set before. What no stylesheet may take is left out, as in the option. */
  setThemeVariables(variables: Readonly<Record<`--latchkey-${string}`, string>>): void
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

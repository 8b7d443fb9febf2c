import type { GatewayClient } from './gatewayClient.ts'
import type { WalletConnectService } from './walletConnectService.ts'

/** Time. Tests move it. */
export type Clock = {
  /** ms since 1970. */
  now(): number
  /** Runs once after so many ms. Returns the way to cancel. */
  after(delayMs: number, run: () => void): () => void
}

/**
 * Text by key, under the instance's prefix. `get` and `set` never throw; `isPersistent` is false once we fell back to memory.
 * Names that begin with `cache/` go first when space runs out.
 */
export type KeyStorage = {
  get(name: string): string | undefined
  set(name: string, value: string): void
  remove(name: string): void
  names(): readonly string[]
  readonly isPersistent: () => boolean
  /** Hears what other tabs of the same site write: the name that changed, empty when all did. */
  watch(listener: (name: string) => void): () => void
  /** Stops listening to other tabs; values stay readable. */
  close(): void
}

/** What we ask of the page around us; everything here does nothing on a server. */
export type BrowserPort = {
  readonly isServer: boolean
  isOnline(): boolean
  isVisible(): boolean
  isMobile(): boolean
  isSecureContext(): boolean
  /** Whether the page is shown inside another page. */
  isFramed(): boolean
  /** The page's own origin, empty on a server. */
  origin(): string
  /** The page's title, empty on a server. */
  title(): string
  /** How the browser calls itself, empty on a server. */
  userAgent(): string
  watchVisible(listener: (visible: boolean) => void): () => void
  watchOnline(listener: (online: boolean) => void): () => void
  watchFocus(listener: (focused: boolean) => void): () => void
  /** Opens a web page in a new tab, without opener or referrer (SEC-87). */
  openTab(url: string): void
  copy(text: string): Promise<void>
  reload(): void
  /** Runs when the page has nothing better to do. */
  whenIdle(run: () => void): () => void
}

/** EIP-6963 discovery on the page's window. */
export type WalletWindow = {
  addEventListener(type: string, listener: (event: Event) => void): void
  removeEventListener(type: string, listener: (event: Event) => void): void
  dispatchEvent(event: Event): boolean
  readonly ethereum?: unknown
  /** What requests of the page say that they come from: `null` in a sandboxed frame. */
  readonly origin?: string | undefined
  /** Opens another window; null where the browser blocks it. */
  open?: ((url?: string | URL, target?: string, features?: string) => unknown) | undefined
  readonly history?: Pick<History, 'state' | 'replaceState'> | undefined
  readonly location?:
    | {
        readonly href: string
        readonly ancestorOrigins?: ArrayLike<string> | undefined
        /** Leaves this page. */
        assign?(url: string): void
      }
    | undefined
  /** Where cookies are written. */
  readonly document?: { cookie: string } | undefined
  readonly navigator?:
    | {
        readonly userAgent: string
        readonly maxTouchPoints: number
        readonly globalPrivacyControl?: boolean
        /** The share sheet of the device. Source: W3C Web Share. */
        readonly share?: ((what: { readonly text?: string; readonly files?: File[] }) => Promise<void>) | undefined
        /** Keeps the screen on until it is released. Source: W3C Screen Wake Lock. */
        readonly wakeLock?:
          | { readonly request: (kind: 'screen') => Promise<{ readonly release: () => Promise<void> }> }
          | undefined
        /** Whether that sheet takes files. */
        readonly canShare?: ((what: { readonly files: File[] }) => boolean) | undefined
      }
    | undefined
  /** What Telegram puts on the window of pages that it shows. */
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
  readonly Telegram?:
    | {
        readonly WebApp?:
          | { readonly initData?: string | undefined; readonly openLink?: ((url: string) => void) | undefined }
          | undefined
      }
    | undefined
}

/** One of the developer's notes. */
export type LogEntry = {
  /** ms since 1970. */
  readonly at: number
  readonly level: 'debug' | 'warn' | 'error'
  /** The note and its facts, without secrets. */
  readonly line: string
}

export type Logger = {
  /** What was noted, oldest first, up to 1,024,000 bytes; absent where nothing is kept. */
  readonly entries?: readonly LogEntry[] | undefined
  /** Developer's notes; not on the console unless `debug`. */
  debug(text: string, facts?: Readonly<Record<string, unknown>>): void
  warn(text: string, facts?: Readonly<Record<string, unknown>>): void
  error(text: string, facts?: Readonly<Record<string, unknown>>): void
}

/** Every effect the core may have. Tests hand in fakes; nothing is mocked. */
export type Services = {
  readonly clock: Clock
  readonly storage: KeyStorage
  readonly browser: BrowserPort
  readonly logger: Logger
  readonly fetch: typeof fetch
  /** So many bytes fit for keys and nonces. */
  readonly random: (bytes: number) => Uint8Array
  /** Null on a server. */
  readonly walletWindow: WalletWindow | null
  /** Loads the gateway client on first use; null where the site configured no gateway. */
  readonly gateway: (() => Promise<GatewayClient>) | null
  /**
   * Loads the protocol engine and opens this instance's client; null where the site configured no relay. Call it once. The
   * storage is where this browser keeps its mark for wallets that come back.
   */
  readonly walletConnect: ((storage: KeyStorage) => Promise<WalletConnectService>) | null
}

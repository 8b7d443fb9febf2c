/**
 * What the engine is handed by its surroundings. Browsers and Node bring their own; tests bring fakes. Nothing in the
 * engine reads a global, so two clients in one process do not meet.
 */

/** Time. */
export type Clock = {
  /** ms since 1970. */
  now(): number
  /** Runs something once after `ms`. Returns the way to call it off. */
  after(ms: number, run: () => void): () => void
}

/** Randomness fit for keys. */
export type Random = { bytes(length: number): Uint8Array }

/** A WebSocket that carries text. Sending on one that is not open is ignored; its `closed` tells. */
export type Socket = {
  send(text: string): void
  close(code?: number, reason?: string): void
}

/** What a socket tells. `closed` comes once, also when the connection was refused (1006). */
export type SocketListener = {
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly closed: (code: number, reason: string) => void
}

/** Opens a socket. Never throws: what fails is told by `closed`. */
export type OpenSocket = (url: string, listener: SocketListener) => Socket

/** Whether there is a network, and whether somebody looks at the page. */
export type Reachability = {
  isOnline(): boolean
  isVisible(): boolean
  /** Calls back at each change. Returns the way to stop. */
  watch(listener: (change: 'online' | 'offline' | 'visible' | 'hidden') => void): () => void
}

/** One thing that is kept: a plain value that survives structured cloning and JSON. */
export type StoredRecord = { readonly table: string; readonly key: string; readonly value: unknown }

/** One change of what is kept. Without `value` the record goes. */
export type Change = { readonly table: string; readonly key: string; readonly value?: unknown }

/**
 * Where records are kept. One process or tab writes at a time: `claim` takes the right to write and returns its number; a
 * write with an older number rejects with `FencedError`, so that a tab that was frozen while another one replaced it overwrites nothing.
 */
export type Storage = {
  /** Takes the right to write from the tab or process that had it. */
  claim(): Promise<number>
  /** Everything that is kept. Records that cannot be read are left out and said in the log. */
  load(): Promise<readonly StoredRecord[]>
  /** All changes or none; durable once resolved. Repeating a write changes nothing. */
  write(fence: number, changes: readonly Change[]): Promise<void>
  /** False once records last only as long as this page or process. Default: true. */
  isPersistent?(): boolean
  close(): Promise<void>
}

/** For developers. Facts never hold keys, URIs, tokens or decrypted payloads (SEC-88). */
export type Logger = {
  debug(text: string, facts?: Readonly<Record<string, unknown>>): void
  warn(text: string, facts?: Readonly<Record<string, unknown>>): void
  error(text: string, facts?: Readonly<Record<string, unknown>>): void
}

/**
 * Several tabs of one origin. One leads: it alone holds the socket and writes. Where there is only one tab or process, it
 * leads at once.
 */
export type Tabs = {
  /**
   * Asks to lead; `lead` runs once this tab does, with a signal that aborts when the lead was taken away. Leadership lasts until
   * that promise settles. Returns the way to stop asking or leading.
   */
  campaign(lead: (lost: AbortSignal) => Promise<void>): () => void
  /** Takes the lead from a tab that no longer answers. */
  seize(): void
  /** Says something to the other tabs; it must survive structured cloning. */
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}

/** Opens a wallet's link, or hands a link-mode message to another app. Absent where there is none. */
export type OpenLink = (url: string) => Promise<void>

/** Everything around a client. */
export type Surroundings = {
  readonly clock: Clock
  readonly random: Random
  readonly openSocket: OpenSocket
  readonly reachability: Reachability
  readonly storage: Storage
  readonly tabs: Tabs
  readonly logger: Logger
  readonly fetch: typeof globalThis.fetch
  /** `<os>/<env>` of the relay's user agent, such as `linux-20.20.2/node` or `windows-chrome-156/browser:shop.example`. */
  readonly agent: string
  readonly openLink?: OpenLink | undefined
}

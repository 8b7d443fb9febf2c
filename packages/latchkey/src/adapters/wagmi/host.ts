/**
 * What we use of a site's own wagmi, in its majors 2 and 3. The library is the site's; nothing of it is bundled here, and
 * `tests/adapters` proves that both majors fit. Members whose names begin with `_internal` are outside wagmi's versioning:
 * each use of them checks first that they are there.
 */

/** An event of a connector. Source: wagmi, "Creating Connectors". */
export type WagmiEvent = 'change' | 'connect' | 'disconnect'

/** What a connector tells its config by. */
export type WagmiEmitter = {
  on(name: WagmiEvent, listener: () => void): void
  off(name: WagmiEvent, listener: () => void): void
  emit(name: WagmiEvent, news?: { accounts?: readonly string[] | undefined; chainId?: number | undefined }): void
}

/** A connector of a config. One that was read from storage lacks everything but its names until wagmi has reconnected. */
export type WagmiConnector = {
  readonly id: string
  /** New at each page load. */
  readonly uid: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  readonly rdns?: string | readonly string[] | undefined
  readonly emitter: WagmiEmitter
  getProvider(): Promise<unknown>
  isAuthorized(): Promise<boolean>
}

/** A connection as wagmi keeps it. */
export type WagmiConnection = {
  readonly accounts: readonly string[]
  readonly chainId: number
  readonly connector: WagmiConnector
}

/** What `createConfig` keeps of connections. */
export type WagmiState = {
  /** By the connector's uid. */
  readonly connections: ReadonlyMap<string, WagmiConnection>
  /** Uid of the one in use. */
  readonly current: string | null
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
}

/** What a function that is handed to `setup` gives: wagmi adds uid and emitter. */
export type WagmiConnectorParts = Omit<WagmiConnector, 'uid' | 'emitter'> & {
  connect(options?: { withCapabilities?: boolean | undefined }): Promise<{
    readonly accounts: readonly unknown[]
    readonly chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly string[]>
  getChainId(): Promise<number>
  switchChain(parameters: { readonly chainId: number }): Promise<unknown>
  onAccountsChanged(accounts: readonly string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(): void
}

/** What is outside wagmi's versioning; every member may be missing. */
export type WagmiInternals = {
  readonly store?:
    | {
        readonly persist?: { hasHydrated?(): boolean; onFinishHydration?(listener: () => void): () => void } | undefined
      }
    | undefined
  readonly connectors?:
    | {
        /** Calls the function with an emitter of its own, and gives the connector with its uid. */
        setup?(create: never): WagmiConnector
        setState?(change: never): void
        subscribe?(listener: () => void): () => void
        /** wagmi's own connector over an announced provider. */
        providerDetailToConnector?(detail: never): unknown
      }
    | undefined
}

/** What `createConfig` of wagmi or `@wagmi/core` gives. */
export type WagmiConfig = {
  readonly chains: readonly { readonly id: number; readonly name: string }[]
  readonly connectors: readonly WagmiConnector[]
  readonly storage: { getItem(key: never): unknown } | null
  readonly state: WagmiState
  setState(change: never): void
  subscribe(selector: (state: WagmiState) => unknown, listener: () => void): () => void
  getClient(parameters: { readonly chainId: never }): { request(call: never): Promise<unknown> }
  readonly _internal: WagmiInternals
}

/** The actions of wagmi that we call, as a module: `import('wagmi/actions')` or `import('@wagmi/core')`. */
export type WagmiActions = {
  readonly connect: (...parameters: never[]) => Promise<unknown>
  readonly disconnect: (...parameters: never[]) => Promise<unknown>
  readonly switchChain: (...parameters: never[]) => Promise<unknown>
  /** wagmi 3. */
  readonly switchConnection?: ((...parameters: never[]) => Promise<unknown>) | undefined
  /** wagmi 2. */
  readonly switchAccount?: ((...parameters: never[]) => Promise<unknown>) | undefined
}

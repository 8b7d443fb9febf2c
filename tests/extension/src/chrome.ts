/** The few members of Chrome's extension interface that this wallet uses. */

export type Port = {
  readonly name: string
  readonly sender?: { readonly origin?: string; readonly url?: string } | undefined
  postMessage(message: unknown): void
  disconnect(): void
  readonly onMessage: { addListener(listener: (message: never) => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
}

type Chrome = {
  readonly runtime: {
    connect(options: { name: string }): Port
    getURL(path: string): string
    readonly onConnect: { addListener(listener: (port: Port) => void): void }
  }
  readonly storage: {
    readonly local: {
      get(key: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
    }
  }
  readonly windows: {
    create(options: { url: string; type: 'popup'; width: number; height: number }): Promise<unknown>
  }
  readonly action: { setBadgeText(options: { text: string }): Promise<void> }
}

/** Chrome's interface, which exists in every script of an extension but those of the main world. */
export const chrome = (globalThis as unknown as { chrome: Chrome }).chrome

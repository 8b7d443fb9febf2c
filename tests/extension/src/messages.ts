import type { Approval } from 'latchkey/testing'

/** From page to worker: one call. The page's own origin is told by the browser, never by the page. */
export type PageCall = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** From worker to page: an answer to a call, or an event. */
export type PageNews =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number
      readonly error: { readonly code: number | string; readonly message: string; readonly data?: unknown }
    }
  | { readonly event: string; readonly value: unknown }

/** What travels between the page's own world and the bridge, marked so that nobody else's messages are taken for it. */
export type WindowMessage =
  | { readonly mark: typeof TO_WALLET; readonly call: PageCall }
  | { readonly mark: typeof TO_PAGE; readonly news: PageNews }

export const TO_WALLET = 'latchkey-test-wallet:call'
export const TO_PAGE = 'latchkey-test-wallet:news'

/** What the worker tells the approval page about its question. */
export type Question = {
  readonly method: string
  readonly origin: string
  readonly address: string
  readonly chain: string
  readonly text: string
}

/** What the approval page answers. */
export type Decision = { readonly approval: Approval }

/** What the settings page shows. */
export type WalletStatus = {
  readonly isLocked: boolean
  readonly isHanging: boolean
  readonly address: string
  readonly accounts: readonly string[]
  readonly chainId: number
  readonly chains: readonly { readonly chainId: number; readonly name: string }[]
  readonly origins: readonly string[]
}

/** What the settings page may order. */
export type Order =
  | { readonly do: 'lock' | 'unlock' | 'addAccount' | 'forgetAll' }
  | { readonly do: 'selectAccount'; readonly address: string }
  | { readonly do: 'switchChain'; readonly chainId: number }
  | { readonly do: 'hang'; readonly isHanging: boolean }

/** Written into the extension's folder when it is built. */
export type WalletConfig = {
  readonly name: string
  readonly rdns: string
  readonly privateKeys: readonly `0x${string}`[]
  readonly chains: readonly [
    { chainId: number; name: string; rpcUrl: string },
    ...{ chainId: number; name: string; rpcUrl: string }[],
  ]
}

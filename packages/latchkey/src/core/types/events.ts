import type { Failure } from '../errors/failure.ts'
import type { TransactionOutcome } from './adapter.ts'
import type { NetworkId } from './network.ts'

/** What the modal tells its host, by name. Features add theirs by declaring them (`declare module`). */
export interface EventProperties {
  MODAL_CREATED: Record<never, never>
  /** Once, when the modal's code has come: how the site set it up. */
  INITIALIZE: {
    readonly networks: readonly NetworkId[]
    readonly defaultNetwork: NetworkId
    readonly themeMode: string
    readonly allowUnsupportedChain: boolean
    readonly adapters: readonly string[]
  }
  /** A part of the modal broke. `errorType` is a class or a code, never a text. */
  INTERNAL_SDK_ERROR: { readonly errorType: string }
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  CLICK_WALLET_HELP: Record<never, never>
  CLICK_NETWORK_HELP: Record<never, never>
  CLICK_GET_WALLET_HELP: Record<never, never>
  CLICK_NETWORKS: Record<never, never>
  CLICK_ALL_WALLETS: Record<never, never>
  /** After the answer to a search has come; never what was searched for. */
  SEARCH_WALLET: { readonly badge?: 'certified' | undefined }
  /** Wallets that came into view, a few at a time, each once an opening of its view. */
  WALLET_IMPRESSION_V2: { readonly items: readonly WalletImpression[] }
  GET_WALLET: {
    readonly name: string
    readonly walletRank?: number | undefined
    readonly explorerId?: string | undefined
    readonly type: 'chrome_store' | 'firefox_store' | 'app_store' | 'play_store' | 'homepage'
  }
  SELECT_WALLET: {
    readonly name: string
    readonly platform: 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop'
    readonly displayIndex?: number | undefined
    readonly walletRank?: number | undefined
    readonly view: string
  }
  CONNECT_SUCCESS: {
    readonly method: 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'email'
    readonly name: string
    readonly reconnect?: boolean | undefined
    readonly walletRank?: number | undefined
    /** Where in the modal; absent when it was not open. */
    readonly view?: string | undefined
  }
  CONNECT_ERROR: { readonly message: string }
  /** A link to a wallet's app that opened nothing. `message` is `APP_NOT_OPENED` or `LINK_SCHEME_BLOCKED`. */
  CONNECT_PROXY_ERROR: { readonly message: string; readonly name: string }
  USER_REJECTED: { readonly message: string }
  DISCONNECT_SUCCESS: { readonly namespace: string }
  DISCONNECT_ERROR: { readonly message: string }
  SWITCH_NETWORK: { readonly network: NetworkId }
}

/** A wallet that a visitor could see, and where. */
export type WalletImpression = {
  readonly name: string
  /** Place in the directory, lower first; absent for wallets that it does not list. So is `walletRank` of the other events. */
  readonly walletRank?: number | undefined
  readonly explorerId?: string | undefined
  readonly rdnsId?: string | undefined
  readonly view: string
  /** Place in the list, from 0. */
  readonly displayIndex: number
  readonly certified: boolean
}
export type EventName = keyof EventProperties

/** One event. `message` fields carry error codes, never texts from a wallet. */
export type LatchkeyEvent = {
  [Name in EventName]: { readonly name: Name; readonly properties: EventProperties[Name]; readonly at: number }
}[EventName]

/** What a host can listen to. */
export type HostEvents = { event: LatchkeyEvent; failure: Failure; transaction: SettledTransaction }

/** A transaction that left this page, now that it has ended. */
export type SettledTransaction = {
  readonly networkId: NetworkId
  /** The account that sent it. */
  readonly address: string
  /** As it left; `outcome.hash` is the one that is on the chain. */
  readonly hash: string
  readonly outcome: TransactionOutcome
}

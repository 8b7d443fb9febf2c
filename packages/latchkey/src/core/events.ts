import type { Failure } from './errors/failure.ts'
import type { NetworkId } from './network.ts'

/** What the modal tells its host, by name. Source: services 4.2, newer column, without fields that point at a person (SEC-88, SEC-105). */
export type EventProperties = {
  MODAL_CREATED: Record<never, never>
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  CLICK_WALLET_HELP: Record<never, never>
  CLICK_NETWORK_HELP: Record<never, never>
  CLICK_GET_WALLET_HELP: Record<never, never>
  CLICK_NETWORKS: Record<never, never>
  GET_WALLET: {
    readonly name: string
    readonly explorerId?: string | undefined
    readonly type: 'chrome_store' | 'firefox_store' | 'app_store' | 'play_store' | 'homepage'
  }
  SELECT_WALLET: {
    readonly name: string
    readonly platform: 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop'
    readonly displayIndex?: number | undefined
    readonly view: string
  }
  CONNECT_SUCCESS: {
    readonly method: 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop'
    readonly name: string
    readonly reconnect?: boolean | undefined
  }
  CONNECT_ERROR: { readonly message: string }
  USER_REJECTED: { readonly message: string }
  DISCONNECT_SUCCESS: { readonly namespace: string }
  DISCONNECT_ERROR: { readonly message: string }
  SWITCH_NETWORK: { readonly network: NetworkId }
}
export type EventName = keyof EventProperties

/** One event. `message` fields carry error codes, never texts from a wallet. */
export type LatchkeyEvent = {
  [Name in EventName]: { readonly name: Name; readonly properties: EventProperties[Name]; readonly at: number }
}[EventName]

/** What a host can listen to. */
export type HostEvents = { event: LatchkeyEvent; failure: Failure }

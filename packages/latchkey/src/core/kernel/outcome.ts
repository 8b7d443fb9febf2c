import type { Connection, Connector } from '../types/adapter.ts'
import type { EventProperties } from '../types/events.ts'
import type { Namespace, Network } from '../types/network.ts'
import type { TransactionNotice } from './requests/requests.ts'

/** What a developer is told in debug mode, once a page load each. */
export type AlertCode =
  | 'NETWORK_NOT_FOUND'
  | 'INVALID_APP_CONFIGURATION'
  | 'SESSION_EXPIRED'
  | 'PROJECT_ID_NOT_CONFIGURED'

/**
 * What has become of the visitor's wallets. The kernel and the ways to a wallet say it (`instance.tell`) once their own state
 * is written; what the modal shows for it is decided by `flow/decide.ts` alone.
 */
export type Outcome =
  /** A wallet has approved, and the site's steps are done. */
  | {
      readonly kind: 'approved'
      readonly walletName: string
      readonly method: EventProperties['CONNECT_SUCCESS']['method']
    }
  /** All that follows an approval is done, and the wallet is connected still. */
  | {
      readonly kind: 'connected'
      readonly connection: Connection
      /** Another wallet was connected before. */
      readonly isAddition: boolean
      /** The view that the caller wants to see next, in place of the end. */
      readonly redirectView?: string | undefined
    }
  /** A connection of an earlier page load is back. */
  | { readonly kind: 'restored' }
  /** The visitor or the site has disconnected. `isAll` where no wallet and no namespace was named; `hasFailed` where a wallet could not be told. */
  | { readonly kind: 'disconnected'; readonly isAll: boolean; readonly hasFailed: boolean }
  /** A wallet has ended the connection that was in use in a namespace. */
  | { readonly kind: 'ended'; readonly namespace: Namespace }
  /** Another tab has changed what is connected in a namespace. */
  | { readonly kind: 'changedElsewhere'; readonly namespace: Namespace }
  /** Another connected wallet, or another of its accounts, was chosen; `change` is absent where it was in use already. */
  | { readonly kind: 'chosen'; readonly connection: Connection; readonly change?: 'wallet' | 'account' | undefined }
  /** A network of the site has become the active one because somebody asked for it. */
  | { readonly kind: 'switched'; readonly network: Network }
  /** The wallet in use of this connector is on another network by itself. */
  | { readonly kind: 'moved'; readonly connector: Pick<Connector, 'namespace'> }
  /** This browser will not remember the wallet (F-56). */
  | { readonly kind: 'storageDenied' }
  /** Requests that wait in a wallet elsewhere are told from now on (`requestsOf`). */
  | { readonly kind: 'requestsWatched' }
  /** What there is to know about a transaction that the site prepared itself; nothing once it sends the next one. */
  | { readonly kind: 'transaction'; readonly notice?: TransactionNotice | undefined }
  /** A way has something of its own to show (`surfaceOf`). */
  | { readonly kind: 'surfaceWanted' }
  /** Something is set up wrongly. */
  | { readonly kind: 'misconfigured'; readonly code: AlertCode; readonly detail?: string | undefined }

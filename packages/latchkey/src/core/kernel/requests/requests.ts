import type { FailureCode } from '../../errors/failureCodes.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { defineStore } from '../defineStore.ts'

/** A request that a wallet on the other side of a session has not answered yet. */
export type OpenRequest = {
  readonly id: number
  readonly namespace: Namespace
  readonly walletName: string
  /** After a `send` has left the page no button sends it again. */
  readonly kind: 'sign' | 'send' | 'other'
  /** What holds it up, as we believe: `OPEN_WALLET_NEEDED` or `REQUEST_UNANSWERED`. */
  readonly hint: FailureCode | undefined
  /** Leads to this request in the session's own wallet; undefined when no link of that wallet is known (F-23). */
  readonly link: string | undefined
}

/** What became of a transaction of the site's, or why it was not sent, and what a view may offer for it. */
export type TransactionNotice = {
  readonly code:
    | 'CHAIN_MISMATCH'
    | 'GAS_TOO_LOW'
    | 'TX_REPLACED'
    | 'SAFE_QUEUED'
    | 'SOLANA_TX_EXPIRED'
    // Several calls at once, which the wallet does not have.
    | 'METHOD_NOT_GRANTED'
    // These two while whoever asked still waits, and no longer.
    | 'ACCOUNT_NOT_SHARED'
    | 'HARDWARE_NOT_READY'
  readonly namespace: Namespace
  readonly walletName: string
  /** The network that the transaction is for. */
  readonly networkId: NetworkId
  /** Where the wallet was instead (`CHAIN_MISMATCH`). */
  readonly walletNetworkId?: NetworkId | undefined
  /** What it takes at most, in whole coins (`GAS_TOO_LOW`). */
  readonly quantity?: string | undefined
  /** The one that took its place (`TX_REPLACED`), or the one that waits (`SAFE_QUEUED`). */
  readonly transactionId?: string | undefined
  /** The account that sent. */
  readonly address: string
  /** Nothing was sent, and whoever asked for it still waits: the button goes on with it. */
  readonly isOffered?: boolean | undefined
}

/** What connected wallets are asked, and what came of it. */
export type RequestsState = {
  /** The newest request that a wallet on a phone has not answered. */
  readonly open?: OpenRequest | undefined
  /** The newest thing to know about a transaction; gone with the next one. */
  readonly transaction?: TransactionNotice | undefined
  /** Where something that was sent from here last changed balances, or is about to; the count tells one time from the next. */
  readonly touched?: { readonly networkId: NetworkId; readonly count: number } | undefined
}

export const requestsOf = /* @__PURE__ */ defineStore<RequestsState>('requests', {})

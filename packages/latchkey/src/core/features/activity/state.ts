import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/** Something that a transaction moved into or out of the account. Names are a stranger's words: cleaned, and never to be believed alone. */
export type ActivityTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  /** Whole units as a decimal text; base units where `decimals` is undefined. */
  readonly quantity: string
  /** Undefined where the token does not tell them. */
  readonly decimals: number | undefined
  /** Empty where none is told. */
  readonly symbol: string
  readonly name: string
  /** Plain address of the token or collection; undefined for a network's own coin. */
  readonly address: string | undefined
  readonly imageUrl: string | undefined
  /** Whether the gateway's operator lists the token, or it is the network's own coin (SEC-96). */
  readonly isListed: boolean
  /** Of an NFT alone. */
  readonly tokenId?: string | undefined
  readonly isNft: boolean
  readonly isSpam: boolean
  readonly from: string | undefined
  readonly to: string | undefined
}

/** One transaction of an account, with everything that it moved into or out of it. */
export type Activity = {
  /** `<network>:<hash>`. */
  readonly id: string
  readonly networkId: NetworkId
  readonly hash: string
  /** ms since 1970. */
  readonly at: number
  /** `send`, `receive`, `trade`, `approve`, `mint`, `burn`, `deposit`, `withdraw`, `deploy`, `cancel`, `execute`; others possible. */
  readonly operation: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly from: string
  /** Empty for a deployment. */
  readonly to: string
  /** Whom the account dealt with; undefined where that is nobody or many. */
  readonly counterparty: string | undefined
  /** In the network's own coin; `isOwn` where this account paid it. Undefined when unknown. */
  readonly fee: { readonly quantity: string; readonly symbol: string; readonly isOwn: boolean } | undefined
  /** Why it is folded away (SEC-95): undefined where it is not. */
  readonly hidden: 'ZERO_VALUE' | 'LOOK_ALIKE' | 'NOT_SENT' | 'SPAM' | undefined
  readonly transfers: readonly ActivityTransfer[]
  /** Transfers that are not listed. */
  readonly moreTransfers: number
}

/** How whole one network's part of a page is. */
export type ActivitySource = {
  readonly networkId: NetworkId
  /** `unavailable`: nothing of it is here, which is unknown, not empty. */
  readonly state: 'complete' | 'partial' | 'unavailable'
  /** What it did not see: `transactions`, `internal`, `tokens`, `older`. */
  readonly missing: readonly string[]
  /** ms since 1970: everything seen is here back to then. Undefined when that is all there is. */
  readonly since: number | undefined
}

/** A page of an account's transactions, newest first. */
export type ActivityPage = {
  readonly items: readonly Activity[]
  /** Asks for the page after; undefined on the last. */
  readonly next: string | undefined
  readonly sources: readonly ActivitySource[]
}

/** What is known of the transactions of the account on screen. */
export type ActivityState = Partial<ActivityPage> & {
  /** `networkId:address` that they belong to. */
  readonly owner?: string | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** How the reading of an older page stands. */
  readonly more: 'idle' | 'loading' | 'failed'
  /** ms since 1970 of the last good first page. */
  readonly updatedAt?: number | undefined
  /** Counts readings; only the newest one's answer is taken. */
  readonly reading: number
}

export const activityOf = /* @__PURE__ */ defineStore<ActivityState>('activity', {
  status: 'idle',
  more: 'idle',
  reading: 0,
})

/** What an entry is looked for by. */
export type ActivitySort = 'payments' | 'swaps' | 'nfts' | 'approvals' | 'other'

/** Which entries are looked for; what is not named is not asked about. */
export type ActivityFilter = {
  readonly direction?: 'in' | 'out' | undefined
  readonly sort?: ActivitySort | undefined
}

/** What the visitor looks for, for as long as the page stands: who comes back from an entry finds the list as it was. */
export const activityFilterOf = /* @__PURE__ */ defineStore<ActivityFilter>('activityFilter', {})

import type { HistoryGap, WireCode } from '@latchkey/wire'

/** Something of value that changed hands inside a transaction. Addresses and contracts are in lower case on EVM chains. */
export type RawMove = {
  readonly kind: 'native' | 'fungible' | 'nft'
  /** Token contract or mint; undefined for the native coin. */
  readonly contract: string | undefined
  /** Of an EVM chain's NFT. */
  readonly tokenId: bigint | undefined
  /** Base units. */
  readonly amount: bigint
  readonly from: string
  readonly to: string
  /** Decimals, where the source tells them with the transfer. */
  readonly decimals?: number | undefined
}

/** A transaction as an upstream tells it. */
export type RawTransaction = {
  readonly hash: string
  /** Block or slot. */
  readonly block: number
  /** Place in the block; -1 where it is not known. */
  readonly index: number
  /** ms since 1970. */
  readonly at: number
  readonly from: string
  /** Null for a deployment. */
  readonly to: string | null
  readonly nonce: number
  readonly hasFailed: boolean
  /** In base units of the native coin; null where the upstream does not tell it. */
  readonly fee: bigint | null
  /** Call data, or as much of it as the upstream tells. */
  readonly input: string
  /** What the account sent, got, or passed to itself; nothing where the transaction failed. */
  readonly moves: readonly RawMove[]
  /** Moves beyond the ones that are listed. */
  readonly moreMoves: number
  /** Whether it only granted somebody a right to the account's tokens. */
  readonly isApproval: boolean
  /** What asks for everything before this transaction. */
  readonly position: string
}

/** What one chain tells in one go, newest first. */
export type RawPage = {
  readonly transactions: readonly RawTransaction[]
  /** What asks for the page after; undefined when there is none. */
  readonly next: string | undefined
  readonly missing: readonly HistoryGap[]
  /** Why something that the upstream can tell is missing this time; null where nothing is. */
  readonly code: WireCode | null
  /** ms since 1970: so far back everything that this upstream sees is here. Null: to the beginning. */
  readonly since: number | null
}

/**
 * Where one chain's history comes from: a node with Otterscan's calls, an explorer's HTTP interface, plain logs, or a Solana
 * node. Rejects when it cannot tell anything.
 */
export type HistoryUpstream = {
  readonly kind: 'otterscan' | 'explorer' | 'logs' | 'solana'
  /** Whether a text is a position that this upstream gives out. */
  isPosition(text: string): boolean
  readPage(query: HistoryQuery): Promise<RawPage>
}

/** What a page is asked by. */
export type HistoryQuery = {
  /** In lower case on EVM chains. */
  readonly address: string
  /** Undefined: from the newest. */
  readonly before: string | undefined
  /** Most transactions. */
  readonly limit: number
  /** Whose share of looking through blocks this counts for. */
  readonly client: string
  readonly signal: AbortSignal
}

/** A place in an EVM chain; a page holds what stands before it. */
export type EvmPosition = { readonly block: number; readonly index: number }

/** Writes a place as a cursor holds it. */
export function writePosition({ block, index }: EvmPosition): string {
  return `${block}.${index}`
}

/** Reads a place; undefined where the text is none. */
export function readPosition(text: string): EvmPosition | undefined {
  const match = /^(\d{1,15})\.(-1|\d{1,7})$/.exec(text)
  return match === null ? undefined : { block: Number(match[1]), index: Number(match[2]) }
}

/** Whether a place stands before another: in an older block, or earlier in the same one. */
export function isBefore(place: EvmPosition, other: EvmPosition | undefined): boolean {
  return other === undefined || place.block < other.block || (place.block === other.block && place.index < other.index)
}

/** Newest first. */
export function byPlace(a: EvmPosition, b: EvmPosition): number {
  return b.block - a.block || b.index - a.index
}

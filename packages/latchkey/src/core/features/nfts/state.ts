import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/**
 * One NFT of an account. Its texts are the words of whoever made it: cleaned and cut (SEC-83), plain text, and never to be
 * believed alone.
 */
export type Nft = {
  /** `<network>:<contract>:<token id>`. */
  readonly id: string
  readonly networkId: NetworkId
  /** Plain address of the collection's contract; on Solana of the mint. */
  readonly contract: string
  /** Decimal, at most 78 digits. `0` on Solana, where the mint alone names it. */
  readonly tokenId: string
  readonly standard: 'ERC721' | 'ERC1155' | 'METAPLEX'
  /** How many of it the account holds, decimal, at most 78 digits; `1` but for ERC-1155. */
  readonly quantity: string
  /** Never empty: its collection and number where no name of its own is known, or not yet (see `metadata`). */
  readonly name: string
  readonly collection: string | undefined
  readonly description: string | undefined
  /** Picture from the site's gateway, at most 320 pixels wide and high. Undefined: none is known. */
  readonly imageUrl: string | undefined
  /** The same picture, at most 1024 pixels. */
  readonly largeImageUrl: string | undefined
  readonly traits: readonly { readonly name: string; readonly value: string }[]
  /**
   * What became of name, picture and traits. `pending`: still being read, ask again. `unavailable`: where they are kept does not
   * answer. `none`: the contract names none that can be read.
   */
  readonly metadata: 'read' | 'pending' | 'unavailable' | 'none'
  /** Looks like an advertisement: to be folded away, never lost. */
  readonly isSpam: boolean
}

/** A page of an account's NFTs, newest first. */
export type NftPage = {
  readonly items: readonly Nft[]
  /** Asks for the page after; undefined on the last. */
  readonly next: string | undefined
  /** Networks that could not be read just now: what is held there is unknown, not none. */
  readonly unavailable: readonly NetworkId[]
  /** Networks whose past was read in part only: what came before may be missing. */
  readonly incomplete: readonly NetworkId[]
}

/** What is known of the NFTs of the account on screen. */
export type NftsState = Partial<NftPage> & {
  /** `networkId:address` that they belong to. */
  readonly owner?: string | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** How the reading of a further page stands. */
  readonly more: 'idle' | 'loading' | 'failed'
  /** ms since 1970 of the last good first page. */
  readonly updatedAt?: number | undefined
  /** Counts readings; only the newest one's answer is taken. */
  readonly reading: number
  /** How often something had been sent from here when they were read. */
  readonly touched?: number | undefined
  /** Pages with NFTs whose metadata is still being read, by cursor; an empty text is the first page. */
  readonly pending: readonly string[]
}

export const nftsOf = /* @__PURE__ */ defineStore<NftsState>('nfts', {
  status: 'idle',
  more: 'idle',
  reading: 0,
  pending: [],
})

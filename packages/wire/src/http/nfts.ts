import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { address, digits, networkId, sturdyList } from '../schema.ts'

/** NFTs on one page. */
export const NFT_PAGE_SIZE = 24

/** Most traits of one NFT, and most characters of its description. Longer ones are cut by the gateway. */
export const NFT_LIMITS = { traits: 50, description: 1000 } as const

/**
 * One NFT of an account. Texts come from whoever made it: cleaned of characters that cannot be seen, and cut, but never to be
 * read as markup or linked.
 */
export const nftItem = v.object({
  chainId: networkId,
  /** Plain address of the collection's contract; on Solana of the mint. */
  contract: v.string(),
  /** Decimal. `0` on Solana, where the mint alone names it. */
  tokenId: digits,
  /** EIP-721, EIP-1155, or one of Solana: a mint of which there is one, with Metaplex's metadata or its own (Token-2022). */
  standard: v.picklist(['ERC721', 'ERC1155', 'METAPLEX']),
  /** How many of it the account holds; `1` but for ERC-1155. */
  quantity: v.optional(digits, '1'),
  /** `null` when it is not known, or not yet: see `metadata`. */
  name: v.nullable(v.string()),
  collection: v.nullable(v.string()),
  description: v.optional(v.nullable(v.string()), null),
  /** Picture at most 320 pixels wide and high, from this gateway. `null`: none is known. */
  imageUrl: v.nullable(v.string()),
  /** The same picture, at most 1024 pixels. */
  largeImageUrl: v.optional(v.nullable(v.string()), null),
  traits: v.optional(sturdyList(v.object({ name: v.string(), value: v.string() })), []),
  /**
   * What became of name, picture and traits. `pending`: still being read, ask again. `unavailable`: where they are kept does
   * not answer. `none`: the contract names none that can be read.
   */
  metadata: v.optional(v.picklist(['read', 'pending', 'unavailable', 'none']), 'read'),
  /** Looks like an advertisement: to be folded away, never lost. */
  isSpam: v.boolean(),
})

/** One NFT of an account, parsed. */
export type NftItem = v.InferOutput<typeof nftItem>

/** NFTs of an address on one chain or all of its namespace, newest first on each chain, on Solana by mint. Broken items are left out singly. */
export const getNfts = defineEndpoint({
  name: 'getNfts',
  path: '/v1/account/{address}/nfts',
  input: v.object({
    address,
    chainId: v.optional(networkId),
    /** `next` of the page before. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(512, 'expected at most 512 characters'))),
  }),
  answer: v.object({
    data: sturdyList(nftItem),
    /** Cursor of the page after; `null` on the last. */
    next: v.nullable(v.string()),
    /** Chains that could not be read just now; what the address holds there is unknown, not none. */
    unavailable: v.optional(sturdyList(networkId), []),
    /** Chains whose past was read in part only: NFTs that came before may be missing. */
    incomplete: v.optional(sturdyList(networkId), []),
  }),
})

/** How `getNfts` is served. */
export const getNftsOperation = /* @__PURE__ */ defineOperation(getNfts, {
  tag: 'account',
  summary: 'NFTs of an address, newest first on each chain',
  holds: 'One page, the chains that could not be read, and those that were read in part',
  codes: ['ADDRESS_INVALID', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** An answer of `getNfts`. */
export type NftPage = EndpointAnswer<typeof getNfts>

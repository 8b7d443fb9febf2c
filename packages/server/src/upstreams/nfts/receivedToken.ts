import type { Hex } from 'viem'

/** An NFT that came to an account at some time. */
export type ReceivedToken = {
  readonly standard: 'ERC721' | 'ERC1155'
  /** In lower case. */
  readonly contract: Hex
  readonly tokenId: bigint
  /** Block in which it last came. */
  readonly block: bigint
}

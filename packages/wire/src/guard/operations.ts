import type { Hex } from './readAbi.ts'

/** The largest number of 256 bits; as an allowance it stands for no limit. */
export const MAX_UINT256 = (1n << 256n) - 1n

/** An item of a collection. ERC-721 has one of each. */
export type NftItem = { readonly id: bigint; readonly amount: bigint }

/**
 * One thing that a transaction of eip155 does, as its data says it. Addresses are in lower case, amounts in base units. `by` is
 * the account or contract in whose name it happens: what a router does by itself happens in the router's.
 */
export type Operation =
  /** The network's own coin. `hasData` when a contract is called with it. */
  | { readonly kind: 'pay'; readonly by: Hex; readonly to: Hex; readonly amount: bigint; readonly hasData: boolean }
  /** ERC-20; `erc20OrErc721` where the data fits both, and `amount` may be the id of an item. */
  | {
      readonly kind: 'moveToken'
      readonly by: Hex
      readonly token: Hex
      readonly from: Hex
      readonly to: Hex
      readonly amount: bigint
      readonly standard: 'erc20' | 'erc20OrErc721'
    }
  | {
      readonly kind: 'moveNft'
      readonly by: Hex
      readonly token: Hex
      readonly from: Hex
      readonly to: Hex
      readonly items: readonly NftItem[]
      readonly standard: 'erc721' | 'erc1155'
    }
  /**
   * Lets a spender take from `owner`. `increase` and `decrease` change an allowance that stands already; `permit` brings a
   * signature along; `permit2` is given inside that contract and ends at `expiresAt`, ms since 1970.
   */
  | {
      readonly kind: 'approve'
      readonly by: Hex
      readonly token: Hex
      readonly owner: Hex
      readonly spender: Hex
      readonly amount: bigint
      readonly how: 'set' | 'increase' | 'decrease' | 'permit' | 'permit2'
      readonly standard: 'erc20' | 'erc20OrErc721'
      readonly expiresAt?: number | undefined
    }
  /** Lets an operator take every item of a collection, or takes that back. */
  | {
      readonly kind: 'approveAll'
      readonly by: Hex
      readonly token: Hex
      readonly operator: Hex
      readonly isApproved: boolean
    }
  | { readonly kind: 'create'; readonly by: Hex }
  /** Lets the code at an address act as the account (EIP-7702); `to` undefined takes that back. */
  | {
      readonly kind: 'delegate'
      readonly by: Hex
      readonly to: Hex | undefined
      /** Of which chain; 0 stands for every one. Undefined where it is not said, and it is the transaction's. */
      readonly chainId: bigint | undefined
    }
  /** A call that cannot be said in words: its selector is not known, its arguments are out of form, or it is nested too deep. */
  | {
      readonly kind: 'unknown'
      readonly by: Hex
      readonly to: Hex
      readonly selector: Hex | undefined
      readonly reason: 'selector' | 'arguments' | 'nesting'
    }

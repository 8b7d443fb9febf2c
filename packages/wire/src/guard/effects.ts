/** What the account has of one thing, before and after. Amounts in base units; ERC-721 counts items. */
export type AssetChange = { readonly before: bigint; readonly after: bigint } & (
  | { readonly kind: 'native' }
  | {
      readonly kind: 'token'
      /** Contract, or mint. */
      readonly token: string
      readonly standard: 'erc20' | 'erc721'
      /** As the contract says it: to be trusted with nothing, and cleaned before it is shown. */
      readonly symbol?: string | undefined
      readonly decimals?: number | undefined
    }
  /** One id of an ERC-1155 collection. */
  | { readonly kind: 'item'; readonly token: string; readonly id: bigint }
)

/** What a transaction would do to the account, as far as a node could tell. The fee is in none of it. */
export type Effects =
  | {
      readonly status: 'simulated'
      readonly changes: readonly AssetChange[]
      /** False where more tokens take part than were asked about. */
      readonly isComplete: boolean
    }
  /** It would fail. `reason` is the contract's text where it gave one, untrusted; `funds`: the account has not the coin. */
  | { readonly status: 'reverts'; readonly reason: string | undefined; readonly isOfFunds: boolean }
  /** No node could say: "effects could not be checked". */
  | { readonly status: 'unchecked' }

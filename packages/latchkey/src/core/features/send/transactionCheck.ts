import type { Effects, Finding, Operation, SolanaOperation, TypedDataMeaning } from '@latchkey/wire/guard'

/** How long a node may take, in ms. What it has not said by then was not checked. */
export const CHECK_LIMIT_MS = 5_000

/** What was found. Codes with facts; texts of contracts in it are cleaned, and still nobody's word. */
export type TransactionCheck = {
  /** What the data says, in its order; empty for typed data. */
  readonly operations: readonly Operation[]
  /** What the calls of a transaction of Solana say, in their order; undefined for everything else. */
  readonly solana?: readonly SolanaOperation[] | undefined
  /** What the signature would allow; undefined for a transaction. */
  readonly typedData: TypedDataMeaning | undefined
  /** What a node says that the account loses and gains; `unchecked` for typed data, which changes nothing by itself. */
  readonly effects: Effects
  /** The gravest first. */
  readonly findings: readonly Finding[]
  /** Of Solana, in lamports: what the network takes, undefined where no node said it, and what stays in new token accounts. */
  readonly cost?: { readonly fee: bigint | undefined; readonly rent: bigint } | undefined
}

import { defineStore } from '../../kernel/defineStore.ts'
import type { Connection } from '../../types/adapter.ts'

/** A batch whose account lacks coin, before its wallet is asked. Amounts are in the coin's base units. */
export type FundsQuestion = {
  /** Whose wallet would be asked. */
  readonly connection: Connection
  /** What its calls hand over and their fee, at least. */
  readonly needed: bigint
  /** What the account holds, as it was last read. */
  readonly held: bigint
  /** Somebody pays the fee in its place where the visitor wants it (ERC-7677). */
  readonly canBeSponsored: boolean
  /** What is held pays for a swap, by which something else becomes the coin. */
  readonly canSwap: boolean
}

export type FundsState = {
  readonly question?: FundsQuestion | undefined
  /** What the visitor pressed. */
  readonly answer?: 'continue' | 'sponsor' | 'reject' | undefined
}

/** The batch that waits for coin now. */
export const fundsOf = defineStore<FundsState>('funds', {})

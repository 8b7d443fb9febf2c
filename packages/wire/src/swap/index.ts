/** Swaps: where published markets stand, and whether a transaction that a gateway built is what a visitor saw. For every program of ours. */
export {
  checkApproval,
  checkSwap,
  LONGEST_DEADLINE_S,
  NATIVE_TOKEN,
  type SwapMismatch,
  type SwapTerms,
  type SwapTransaction,
} from './checkSwap.ts'
export {
  AGGREGATORS,
  findRouters,
  JUPITER,
  type Market,
  PUBLISHED_MARKETS,
  type RouterKind,
  SOLANA_COIN,
  type SwapRouter,
  toWrapper,
  WRAPPED_SOL,
} from './markets.ts'
export { ADDRESS_THIS, MSG_SENDER, readSwap } from './readSwap.ts'
export type { SwapCall } from './swapCall.ts'

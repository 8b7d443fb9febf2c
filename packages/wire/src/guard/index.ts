/** What a transaction or signature says, and what is worth knowing before it is signed. Functions of their arguments, for every program of ours. */
export { decodeTransaction, type EvmTransaction, PERMIT2 } from './decodeTransaction.ts'
export { decodeTypedData, type OrderItem, type SignedApproval, type TypedDataMeaning } from './decodeTypedData.ts'
export type { AssetChange, Effects } from './effects.ts'
export { type AskNode, fetchEffects } from './fetchEffects.ts'
export { findLookalike, type KnownAddress, type Lookalike } from './findLookalike.ts'
export {
  type AddressFacts,
  type Finding,
  type FindingCode,
  type FindingFacts,
  type FindingLevel,
  type GuardInput,
  listFindings,
} from './listFindings.ts'
export { MAX_UINT256, type NftItem, type Operation } from './operations.ts'
export { type AbiType, type AbiValue, type AbiValues, type Hex, readAbi } from './readAbi.ts'
export { describeCalls, type SolanaOperation } from './solana/describeCalls.ts'
export {
  fetchSolanaEffects,
  fetchSolanaRecipient,
  type Handover,
  type SolanaEffects,
  type SolanaRecipient,
  UNCHECKED_SOLANA,
} from './solana/fetchSolanaEffects.ts'
export { listSolanaFindings } from './solana/listSolanaFindings.ts'
export { readMessage, type SolanaMessage } from './solana/readMessage.ts'

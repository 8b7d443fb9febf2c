/** What a transaction or signature says, and what is worth knowing before it is signed. Functions of their arguments, for every program of ours. */
export { decodeTransaction, type EvmTransaction } from './decodeTransaction.ts'
export { decodeTypedData, type OrderItem, type SignedApproval, type TypedDataMeaning } from './decodeTypedData.ts'
export type { AssetChange, Effects } from './effects.ts'
export { type AskNode, fetchEffects } from './fetchEffects.ts'
export { findLookalike, type KnownAddress, type Lookalike } from './findLookalike.ts'
export { PERMIT2 } from './functions/permit2.ts'
export {
  type AddressFacts,
  type Finding,
  type FindingCode,
  type FindingFacts,
  type FindingLevel,
  type GuardInput,
  LEVELS,
  listFindings,
} from './listFindings.ts'
export { listNamed } from './listNamed.ts'
export { MAX_UINT256, type NftItem, type Operation } from './operations.ts'
export { type AbiType, type AbiValue, type AbiValues, type Hex, readAbi, readValues } from './readAbi.ts'
export { listTextFindings, readText, type TextReading } from './readText.ts'
export { listTypedDataFindings, readTypedData, type TypedDataReading, type TypedField } from './readTypedData.ts'
export { type ShownText, showHidden } from './showHidden.ts'
export {
  SIGNING_LEVELS,
  type SigningFinding,
  type SigningFindingCode,
  type SigningFindingFacts,
  type SigningLevel,
} from './signingFindings.ts'
export { describeCalls, type SolanaOperation } from './solana/describeCalls.ts'
export {
  fetchSolanaEffects,
  fetchSolanaRecipient,
  type Handover,
  type SolanaEffects,
  type SolanaRecipient,
  UNCHECKED_SOLANA,
} from './solana/fetchSolanaEffects.ts'
export { isSigner, listSignerFindings } from './solana/listSignerFindings.ts'
export { listSolanaFindings } from './solana/listSolanaFindings.ts'
export { readMint, readRawAccount, readUint } from './solana/readAccount.ts'
export { readMessage, type SolanaMessage } from './solana/readMessage.ts'

export {
  type BitcoinApprovalRequest,
  type BitcoinNetworkName,
  type BitcoinWalletKind,
  createScriptedBitcoinWallet,
  type ScriptedBitcoinWallet,
  type ScriptedBitcoinWalletOptions,
} from './createScriptedBitcoinWallet.ts'
export {
  createLocalPolkadotAccount,
  createScriptedPolkadotWallet,
  type LocalPolkadotAccount,
  type PolkadotApprovalRequest,
  type ScriptedPolkadotWallet,
  type ScriptedPolkadotWalletOptions,
  toLocalSs58,
} from './createScriptedPolkadotWallet.ts'
export {
  createScriptedSolanaWallet,
  type LoggedSolanaCall,
  type ScriptedSolanaWallet,
  type ScriptedSolanaWalletOptions,
  type SolanaApprovalRequest,
  type SolanaWalletFeature,
} from './createScriptedSolanaWallet.ts'
export {
  createScriptedWallet,
  type ScriptedProvider,
  type ScriptedWallet,
  type ScriptedWalletOptions,
} from './createScriptedWallet.ts'
export { type Answer, drill } from './drill.ts'
export type { TypedData } from './hashTypedData.ts'
export { createLocalAccount, type LocalAccount, type LocalTransaction } from './localAccount.ts'
export {
  type BitcoinAddressKind,
  type BitcoinPrefix,
  createLocalBitcoinAccount,
  type LocalBitcoinAccount,
} from './localBitcoinAccount.ts'
export type { LoggedCall } from './scriptedCalls.ts'
export {
  type Approval,
  type ApprovalRequest,
  createWalletEngine,
  type WalletChain,
  type WalletEngine,
  type WalletEngineOptions,
  WalletError,
  type WalletEvent,
  type WalletMemory,
} from './walletEngine.ts'

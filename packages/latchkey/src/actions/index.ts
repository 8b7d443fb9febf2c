export type {} from '../core/features/features.ts'
export type { CheckRequest } from '../core/features/send/checkTransaction.ts'
export type { TransactionCheck } from '../core/features/send/transactionCheck.ts'
export { addAdapter } from './addAdapter.ts'
export { addNetwork } from './addNetwork.ts'
export { checkTransaction } from './checkTransaction.ts'
export { connectNamespaces } from './connectNamespaces.ts'
export { estimateGas } from './estimateGas.ts'
export { fetchAssets } from './fetchAssets.ts'
export { fetchBalance } from './fetchBalance.ts'
export { fetchCallsStatus } from './fetchCallsStatus.ts'
export { fetchCapabilities } from './fetchCapabilities.ts'
export {
  type Activity,
  type ActivityPage,
  type ActivitySource,
  type ActivityTransfer,
  fetchHistory,
} from './fetchHistory.ts'
export { fetchNameSuggestions, type SuggestedName } from './fetchNameSuggestions.ts'
export { fetchNfts, type Nft, type NftPage } from './fetchNfts.ts'
export {
  type Approval,
  type Ending,
  fetchPermissions,
  type Permission,
  type PermissionList,
} from './fetchPermissions.ts'
export { getAccount } from './getAccount.ts'
export { getConnections } from './getConnections.ts'
export { getMergedConnectors } from './getMergedConnectors.ts'
export { getSiwxSessions } from './getSiwxSessions.ts'
export { getWalletProviderType } from './getWalletProviderType.ts'
export { grantPermissions } from './grantPermissions.ts'
export { type GuardedProvider, guardProvider } from './guardProvider.ts'
export type { NamespaceOption } from './namespaceOption.ts'
export { registerName } from './registerName.ts'
export { releaseName } from './releaseName.ts'
export { removeAdapter } from './removeAdapter.ts'
export { removeNetwork } from './removeNetwork.ts'
export { replaceTransaction } from './replaceTransaction.ts'
export { type ResolvedName, resolveName } from './resolveName.ts'
export { revoke } from './revoke.ts'
export { revokePermissions } from './revokePermissions.ts'
export { send } from './send.ts'
export { sendCalls } from './sendCalls.ts'
export { sendTransaction } from './sendTransaction.ts'
export { setNameAddress } from './setNameAddress.ts'
export { setNameAttributes } from './setNameAttributes.ts'
export { setPreferredAccountType } from './setPreferredAccountType.ts'
export { showCallsStatus } from './showCallsStatus.ts'
export { signIn } from './signIn.ts'
export { signOut } from './signOut.ts'
export { signTypedData } from './signTypedData.ts'
export { type Providers, subscribeProviders } from './subscribeProviders.ts'
export { switchConnection } from './switchConnection.ts'
export { transferName } from './transferName.ts'
export { updateEmail } from './updateEmail.ts'
export { updateOptions } from './updateOptions.ts'
export { waitForTransaction } from './waitForTransaction.ts'
export { watchAccount } from './watchAccount.ts'
export { watchConnections } from './watchConnections.ts'
export { writeContract } from './writeContract.ts'

export type {} from '../core/features/features.ts'
export {
  useCheckTransaction,
  useConnect,
  useConnectNamespaces,
  useDisconnect,
  useEstimateGas,
  usePermissions,
  useRegisterName,
  useReplaceTransaction,
  useSend,
  useSendCalls,
  useSendTransaction,
  useSetPreferredAccountType,
  useShowCallsStatus,
  useSignMessage,
  useSignTypedData,
  useSwitchConnection,
  useSwitchNetwork,
  useUpdateEmail,
  useWriteContract,
} from './calls.ts'
export { latchkeyPlugin, provideLatchkey, useLatchkey } from './latchkeyPlugin.ts'
export { Onramp } from './Onramp.ts'
export { useBalance, useNameSuggestions, useSiwx, useWaitForTransaction } from './reads.ts'
export {
  useAccount,
  useAppearance,
  useConnections,
  useConnectors,
  useLatchkeyEvents,
  useLatchkeyState,
  useModal,
  useNetwork,
  useProvider,
} from './state.ts'
export type { Call } from './useCall.ts'
export type { Read } from './useRead.ts'

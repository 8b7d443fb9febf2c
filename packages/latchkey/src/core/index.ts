export type { Failure, FailureContext, FailureStep } from './errors/failure.ts'
export type { FailureCode, FailureKind } from './errors/failureCodes.ts'
export { type ErrorCode, isLatchkeyError, LatchkeyError } from './errors/LatchkeyError.ts'
export type { SetupCode } from './errors/setupCodes.ts'
export type {} from './features/features.ts'
export { readInitialState } from './kernel/saved/readInitialState.ts'
export { createLatchkey } from './roof/createLatchkey.ts'
export type { Services } from './services/ports.ts'
export type { ConnectionStatus } from './types/account.ts'
export type {
  Account,
  AccountType,
  Adapter,
  AdapterSurroundings,
  AdapterType,
  Balance,
  Connection,
  ConnectionChange,
  Connector,
  ConnectorType,
  CreateAdapter,
  SavedConnection,
  TransactionRequest,
  WalletProbe,
} from './types/adapter.ts'
export type { AfterConnectInput, AfterConnectStep } from './types/afterConnect.ts'
export type { EventName, EventProperties, HostEvents, LatchkeyEvent, SettledTransaction } from './types/events.ts'
export type { ConnectOptions, CreateLatchkey, Latchkey, LatchkeyState, OpenOptions } from './types/latchkey.ts'
export type { CaipAddress, Namespace, Network, NetworkId, NetworkInput } from './types/network.ts'
export type { CloseReason, OpenResult } from './types/openResult.ts'
export type {
  AskedNamespace,
  ConnectMethod,
  CreateLatchkeyOptions,
  CustomWallet,
  Features,
  InitialState,
  ThemeMode,
  WalletConnectOptions,
  WalletGroup,
} from './types/options.ts'
export type { ViewData, ViewName, ViewTarget } from './types/views.ts'

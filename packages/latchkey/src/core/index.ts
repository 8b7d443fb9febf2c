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
} from './adapter.ts'
export { createLatchkey } from './createLatchkey.ts'
export type { Failure, FailureContext, FailureStep } from './errors/failure.ts'
export type { FailureCode, FailureKind } from './errors/failureCodes.ts'
export { type ErrorCode, isLatchkeyError, LatchkeyError } from './errors/LatchkeyError.ts'
export type { SetupCode } from './errors/setupCodes.ts'
export type { EventName, EventProperties, HostEvents, LatchkeyEvent } from './events.ts'
export type { CloseReason, OpenResult } from './kernel/shell/modal.ts'
export type { ViewData, ViewName, ViewTarget } from './kernel/shell/views.ts'
export type { AfterConnectInput, AfterConnectStep } from './kernel/wallet/afterConnect.ts'
export type { ConnectionStatus } from './kernel/wallet/connection.ts'
export type { ConnectOptions, CreateLatchkey, Latchkey, LatchkeyState, OpenOptions } from './latchkey.ts'
export type { CaipAddress, Namespace, Network, NetworkId, NetworkInput } from './network.ts'
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
} from './options.ts'
export { readInitialState } from './readInitialState.ts'
export type { Services } from './services/ports.ts'

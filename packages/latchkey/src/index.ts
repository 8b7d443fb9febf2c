import { createInstance } from './core/roof/createInstance.ts'
import type { Latchkey } from './core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from './core/types/options.ts'
import { defineElements } from './elements/defineElements.ts'
import { loadModal } from './ui/loadModal.ts'

export type { Failure, FailureContext, FailureStep } from './core/errors/failure.ts'
export type { FailureCode, FailureKind } from './core/errors/failureCodes.ts'
export { type ErrorCode, isLatchkeyError, LatchkeyError } from './core/errors/LatchkeyError.ts'
export type { SetupCode } from './core/errors/setupCodes.ts'
export type {} from './core/features/features.ts'
export type { Services } from './core/services/ports.ts'
export type { AccountState, ConnectionStatus } from './core/types/account.ts'
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
} from './core/types/adapter.ts'
export type { AfterConnectInput, AfterConnectStep } from './core/types/afterConnect.ts'
export type { EventName, EventProperties, HostEvents, LatchkeyEvent, SettledTransaction } from './core/types/events.ts'
export type {
  ConnectOptions,
  CreateLatchkey,
  Latchkey,
  LatchkeyState,
  OpenOptions,
} from './core/types/latchkey.ts'
export type { CaipAddress, Namespace, Network, NetworkId, NetworkInput } from './core/types/network.ts'
export type { CloseReason, OpenResult } from './core/types/openResult.ts'
export type {
  AskedNamespace,
  ConnectMethod,
  CreateLatchkeyOptions,
  CustomWallet,
  Features,
  ThemeMode,
  WalletConnectOptions,
  WalletGroup,
} from './core/types/options.ts'
export type { ViewData, ViewName, ViewTarget } from './core/types/views.ts'
export type { Plural, TextKey, Texts } from './ui/text/catalogue.ts'

/**
 * Makes an instance of Latchkey with its modal and custom elements. Safe on a server; in a browser the same id with equal
 * options gives the same instance. The modal's code, and React where the page has none, load on first open or before it on
 * hover, focus or idle. Throws `OPTION_UNKNOWN`, `OPTION_INVALID`, `OPTION_CONFLICT`, and `CONFIG_CONFLICT` in development.
 */
export function createLatchkey(options: CreateLatchkeyOptions): Latchkey {
  defineElements()
  return createInstance(options, { loadActions: loadModal, loadModal })
}

export type {
  ApproveParams,
  AuthenticateParams,
  AuthenticationParams,
  ConnectParams,
  NewPairing,
  PairParams,
  Reason,
  RequestCallParams,
} from './calls.ts'
export { createSignClient } from './createSignClient.ts'
export { ENGINE_ERRORS, EngineError, type EngineErrorKey, isEngineError, PeerError } from './errors.ts'
export type { SignClientEvents } from './events.ts'
export type { Internals } from './internals.ts'
export type * from './ports.ts'
export type * from './records.ts'
export type { RelayerEvent, RelayStatus } from './relay/relayer.ts'
export { formatPairingLink, formatRequestLink, isWalletLink } from './rules/links.ts'
export { isGranted } from './rules/namespaces.ts'
export type { Attest, Signal, SignClient, SignClientOptions, Store, Verifier } from './signClient.ts'

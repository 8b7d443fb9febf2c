import type { Namespace, NetworkId } from '../types/network.ts'
import type { FailureCode } from './failureCodes.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import type { SetupCode } from './setupCodes.ts'

/** Where in a journey a failure happened. Source: docs/failures.md, rule 7. */
export type FailureStep =
  | 'discover'
  | 'pair'
  | 'connect'
  | 'restore'
  | 'switch'
  | 'sign'
  | 'signIn'
  | 'send'
  | 'read'
  | 'open'
  | 'disconnect'

/** What surrounds a failure; all of it is safe to log. */
export type FailureContext = {
  step: FailureStep
  namespace?: Namespace | undefined
  connectorId?: string | undefined
  walletName?: string | undefined
  networkId?: NetworkId | undefined
  /** Where the wallet is instead of `networkId` (F-28, F-40). */
  walletNetworkId?: NetworkId | undefined
  /** What people call that network. */
  walletNetworkName?: string | undefined
  /** False when only its owner can move the wallet (F-40). */
  canSwitch?: boolean | undefined
  /** The package that the site lacks (`PACKAGE_MISSING`). */
  package?: string | undefined
  /** What the step takes at most, a decimal string in whole coins of the network (F-30). */
  quantity?: string | undefined
}

/** Set-up codes that a step of a visitor's may end with: the site's own mistake, met when a wallet is asked. */
export type SetupFailure = Extract<SetupCode, 'PACKAGE_MISSING'>

/**
 * What the host hears about a failure, a hint or a notice. `final` is false for hints and notices, and for a failure while the
 * visitor is asked to put it right and the promise still waits.
 */
export type Failure = FailureContext & {
  code: FailureCode | SetupFailure
  final: boolean
  /** The transaction that took the place of the one that was sent (`TX_REPLACED`), or the one that waits (`SAFE_QUEUED`). */
  transactionId?: string | undefined
  cause?: unknown
}

/** The error a failed step rejects with: a failure code, the step and what surrounds it as facts. */
export class FailureError extends LatchkeyError {
  override readonly name = 'FailureError'
  declare readonly code: FailureCode | SetupFailure
  readonly step: FailureStep

  constructor(code: FailureCode | SetupFailure, shortMessage: string, context: FailureContext, cause?: unknown) {
    super(code, shortMessage, { facts: context, cause })
    this.step = context.step
  }
}

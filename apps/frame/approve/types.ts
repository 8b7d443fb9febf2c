/**
 * What the page of the frame and its approvals have in common: what somebody is asked to approve, and where it is drawn.
 *
 * The key worker has filled and checked a request before it comes here (`worker/prepare`), and signs exactly what it filled, under the
 * request's id: nothing that a screen holds is signed. A screen decodes these bytes for itself; a page sends none of its words.
 */
import type { AskNode, EvmTransaction, Hex } from '@latchkey/wire/guard'
import type { ReactNode } from 'react'

/** A transaction of eip155 as it would be signed. */
export type EvmTransactionToSign = {
  readonly from: Hex
  /** Absent where a contract is made. */
  readonly to?: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly nonce: bigint
  readonly gas: bigint
  /** The most that one unit of gas may cost, in wei: capped against the network's own price (SEC-55). */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Calls that an account carries out as one, as they would be signed. */
export type OperationToSign = {
  /** How the account reads its calls: a Safe, or the key's own address with the code of EIP-7702. */
  readonly form: 'safe' | 'delegator'
  /** The account. */
  readonly sender: Hex
  /** What it would carry out, as the account reads it. */
  readonly callData: Hex
  /** What it takes at most, in wei. */
  readonly fee: bigint
  /** Somebody else pays that. */
  readonly isSponsored: boolean
  /** The account is not there yet, and is made by this. */
  readonly deploys: boolean
  /** The account gets code by this, and keeps its address. */
  readonly isEnabling: boolean
}

/** What a page would be let do without asking each time, or what ends that. */
export type PermissionToSign = {
  readonly permission: {
    /** Whose key acts. */
    readonly delegate: Hex
    /** The token that it may send. */
    readonly target: Hex
    /** The most of it, in base units: for good, or in each period (s). */
    readonly cap: { readonly amount: bigint; readonly period?: { readonly seconds: number } | undefined }
    /** How many times at most. */
    readonly calls: number
    /** s since 1970. */
    readonly validUntil: number
  }
  /** What it takes at most, in wei; 0: nothing is sent. */
  readonly fee: bigint
  readonly isEnding: boolean
  /** The account gets code by this, and keeps its address. */
  readonly isEnabling: boolean
}

/** What would be signed. */
export type ApprovalSubject =
  /** `personal_sign`: the bytes after its prefix. */
  | { readonly kind: 'message'; readonly bytes: Hex }
  /** `eth_signTypedData_v4`: the parsed JSON, whose hash the worker could compute, so that every type in it is known. */
  | { readonly kind: 'typedData'; readonly data: TypedData }
  | { readonly kind: 'transaction'; readonly transaction: EvmTransactionToSign }
  /** Calls that an account carries out by one user operation, or by one transaction of its own, all of them or none. */
  | { readonly kind: 'operation'; readonly operation: OperationToSign }
  /** A permission of the account's, given or ended (ERC-7715). */
  | ({ readonly kind: 'permission' } & PermissionToSign)
  /** `solana_signMessage`. */
  | { readonly kind: 'solanaMessage'; readonly bytes: Uint8Array }
  /** Whole transactions with room for signatures. `isSent`: the frame sends it too; else whoever asked may. */
  | { readonly kind: 'solanaTransactions'; readonly transactions: readonly Uint8Array[]; readonly isSent: boolean }

/** Typed data of EIP-712. */
export type TypedData = {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** An argument under its label. Amounts are in base units. */
export type DescribedRow = { readonly label: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'address'; readonly address: Hex }
  | { readonly kind: 'coin'; readonly amount: bigint }
  /** `decimals`: as the token says them itself, once that is known. */
  | { readonly kind: 'token'; readonly amount: bigint; readonly token: Hex; readonly decimals?: number | undefined }
  | { readonly kind: 'unit'; readonly amount: bigint; readonly decimals: number; readonly unit: string }
  /** s since 1970. */
  | { readonly kind: 'date'; readonly at: bigint }
  /** s. */
  | { readonly kind: 'duration'; readonly seconds: bigint }
)
export type DescribedCall = {
  readonly intent: string
  readonly selector: Hex
  readonly rows: readonly DescribedRow[]
}

/** One thing that somebody is asked to approve. */
export type ApprovalRequest = {
  readonly id: string
  /** The origin of the page around the frame, as the browser names it (SEC-34). */
  readonly host: string
  /** What that page says it is: a claim, shown below the origin. */
  readonly claimed: { readonly name: string; readonly url: string } | undefined
  /** The account that would sign. */
  readonly account: string
  /** CAIP-2 of the network that is in use, and that the subject is for. */
  readonly network: string
  readonly subject: ApprovalSubject
  /** Asks a node of that network, by the gateway. */
  readonly ask: AskNode
  /** What the operator says of calls, in their order; undefined for one of which nothing is said. */
  readonly describe: (calls: readonly EvmTransaction[]) => Promise<readonly (DescribedCall | undefined)[]>
}

/** What came of it. */
export type ApprovalOutcome = 'approved' | 'rejected'

/**
 * Asks the person in front of the frame. `signal` ends with the request: the page gave it up, and what is shown for it goes. Rejects
 * with a `CallError` where nothing can be asked: too many requests wait already.
 */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalOutcome>

/** Why the frame asks to be seen. */
export type StageReason = 'approve' | 'stepup' | 'export' | 'recovery'

/** Where screens of the frame are drawn, one at a time: whatever else wants to be seen waits for its turn. */
export type Stage = {
  /**
   * Asks the page to show the frame, draws, and resolves with what `end` was called with; rejects with the reason of `signal`. What is
   * drawn stands in `PageContext` (`page/context.ts`).
   */
  readonly show: <Outcome>(
    screen: {
      readonly reason: StageReason
      readonly minWidth: number
      readonly minHeight: number
      readonly draw: (end: (outcome: Outcome) => void) => ReactNode
      /** It goes as soon as another screen is asked for: whoever left it open is not asked for anything there. */
      readonly givesWay?: boolean | undefined
      /** What the page is told of an outcome; `done` where this is absent. */
      readonly tell?: (outcome: Outcome) => 'done' | 'refused' | 'failed'
    },
    signal: AbortSignal,
  ) => Promise<Outcome>
}

/** What `approve/index.ts` exports as `createApprove`; the page loads it with the first request. */
export type CreateApprove = (around: { readonly stage: Stage }) => Approve

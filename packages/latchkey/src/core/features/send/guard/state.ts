import type { FailureStep } from '../../../errors/failure.ts'
import { defineStore } from '../../../kernel/defineStore.ts'
import type { Connection } from '../../../types/adapter.ts'
import type { CheckRequest, SaidRequest } from '../checkTransaction.ts'
import type { TransactionCheck } from '../transactionCheck.ts'

/** A request of the site's that waits for the visitor's word. */
export type Question = {
  readonly id: number
  readonly step: Extract<FailureStep, 'sign' | 'send'>
  /** Whose wallet would be asked. */
  readonly connection: Connection
  readonly request: CheckRequest
  /** What the request says by itself: there at once. */
  readonly said: SaidRequest
  /** Undefined while nodes are asked. */
  readonly check: TransactionCheck | undefined
  /** What the visitor pressed. */
  readonly answer: 'continue' | 'reject' | undefined
}

export type GuardState = {
  /** In the order in which the site asked; the first one is shown. */
  readonly questions: readonly Question[]
  readonly nextId: number
}

/** Requests that wait for the visitor, before any wallet hears of them. */
export const guardOf = defineStore<GuardState>('guard', { questions: [], nextId: 1 })

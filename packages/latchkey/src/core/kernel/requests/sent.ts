import type { TransactionOutcome } from '../../types/adapter.ts'
import type { NetworkId } from '../../types/network.ts'
import { defineStore } from '../defineStore.ts'

/** A transaction that left this page, followed to its end. */
export type Sent = {
  readonly hash: string
  readonly networkId: NetworkId
  /** The account that sent it. */
  readonly address: string
  /** ms since 1970. */
  readonly at: number
  /** Undefined until it has ended. */
  readonly outcome?: TransactionOutcome | undefined
}

/** Most that are remembered; the oldest go first. */
export const SENT_LIMIT = 99

/** What left this page, oldest first. */
export const sentOf = /* @__PURE__ */ defineStore<{ readonly list: readonly Sent[] }>('sent', { list: [] })

/** The list with one more, or with what has become of one. */
export function noteSent(list: readonly Sent[], sent: Sent): readonly Sent[] {
  const isSame = ({ hash, networkId }: Sent): boolean =>
    networkId === sent.networkId && hash.toLowerCase() === sent.hash.toLowerCase()
  return list.some(isSame)
    ? list.map((each) => (isSame(each) ? { ...each, outcome: sent.outcome } : each))
    : [...list, sent].slice(-SENT_LIMIT)
}

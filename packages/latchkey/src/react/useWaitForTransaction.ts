'use client'

import { waitForTransaction } from '../actions/waitForTransaction.ts'
import type { TransactionOutcome } from '../core/types/adapter.ts'
import { useBound } from './useBound.ts'
import { useConnectionKey } from './useConnectionKey.ts'
import { type Read, useRead } from './useRead.ts'

/**
 * What becomes of a transaction, by the hash that sending gave; nothing is asked while that is undefined. It is looked for on
 * the network in use when the hash came, wherever the wallet goes meanwhile. See the action `waitForTransaction`.
 */
export function useWaitForTransaction(hash: string | undefined): Read<TransactionOutcome> {
  const wait = useBound(waitForTransaction)
  const isConnected = useConnectionKey('eip155') !== undefined
  return useRead(isConnected ? hash : undefined, () => wait(hash ?? ''))
}

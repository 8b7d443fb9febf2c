/** What a user operation says: the calls that it carries out, as the account itself reads them (SEC-52, SEC-54). */
import { decodeTransaction } from '@latchkey/wire/guard'
import { readDelegatorCalls, readSafeCalls } from '@latchkey/wire/smartAccount'
import { type Reading, refuse } from './readSubject.ts'
import type { ApprovalRequest, OperationToSign } from './types.ts'

/** Reads it. Throws `CallError` for another account's, and for one that carries out what cannot be read. */
export function readOperation({ account }: Pick<ApprovalRequest, 'account'>, operation: OperationToSign): Reading {
  if (operation.sender.toLowerCase() !== account.toLowerCase()) throw refuse('sender is another account')
  const calls = operation.form === 'safe' ? readSafeCalls(operation.callData) : readDelegatorCalls(operation.callData)
  if (!calls) throw refuse('The operation carries out what nobody can read')
  const { fee, isSponsored, deploys, isEnabling, callData } = operation
  return {
    kind: 'transaction',
    calls: calls.map((call) => {
      const transaction = { from: account, ...call }
      return { transaction, operations: decodeTransaction(transaction) }
    }),
    fee,
    isSponsored,
    deploys,
    isEnabling,
    rest: { fee, callData },
    findings: [],
  }
}

import type { RuntimeFailure } from './loadRuntime.ts'

/** Source: the display texts of Solana's `TransactionError`, by litesvm's numbers. */
const ERROR_NAMES: Readonly<Record<number, readonly [name: string, text: string]>> = {
  2: ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  4: ['InsufficientFundsForFee', 'Insufficient funds for fee'],
  6: ['AlreadyProcessed', 'This transaction has already been processed'],
  7: ['BlockhashNotFound', 'Blockhash not found'],
  11: ['SignatureFailure', 'Transaction did not pass signature verification'],
}

/** The runtime's refusal as nodes word it. */
export function describeFailure(failed: RuntimeFailure): { readonly err: unknown; readonly text: string } {
  const error = failed.err()
  if (typeof error === 'number') {
    const [name, text] = ERROR_NAMES[error] ?? ['SanitizeFailure', `transaction error ${error}`]
    return { err: name, text }
  }
  if ('accountIndex' in error) {
    const text = `Transaction results in an account (${error.accountIndex}) with insufficient funds for rent`
    return { err: { InsufficientFundsForRent: { account_index: error.accountIndex } }, text }
  }
  if (!('err' in error)) return { err: 'DuplicateInstruction', text: 'Transaction contains a duplicate instruction' }
  const inner = error.err()
  const code = typeof inner === 'object' && 'code' in inner ? inner.code : undefined
  return {
    err: { InstructionError: [error.index, code === undefined ? String(inner) : { Custom: code }] },
    text: `Error processing Instruction ${error.index}: ${code === undefined ? String(inner) : `custom program error: 0x${code.toString(16)}`}`,
  }
}

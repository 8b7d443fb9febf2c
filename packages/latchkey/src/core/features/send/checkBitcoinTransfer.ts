/** What is worth knowing of a payment of Bitcoin before a wallet is asked. Source: SEC-94. */
import { listSolanaFindings, UNCHECKED_SOLANA } from '@latchkey/wire/guard'
import type { Connection, SendRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { listKnown } from './recipients.ts'
import type { TransactionCheck } from './transactionCheck.ts'

/**
 * Compares the recipient with the addresses that this visitor knows. The wallet makes the transaction, so that there is nothing to
 * decode or to try before it is asked, and that is said.
 */
export function checkBitcoinTransfer(
  instance: Instance,
  connection: Connection,
  { to }: SendRequest,
): TransactionCheck {
  const findings = listSolanaFindings({
    account: connection.accounts[0]?.address ?? '',
    operations: [],
    found: UNCHECKED_SOLANA,
    known: listKnown(instance, 'bip122'),
    recipient: { address: to },
  })
  return { operations: [], typedData: undefined, effects: { status: 'unchecked' }, findings }
}

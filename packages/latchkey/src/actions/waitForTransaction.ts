import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { TransactionOutcome } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Waits until a transaction that the eip155 account in use has sent is on the chain, also when the visitor sped it up or
 * cancelled it in the wallet (`replaced`, with the hash that counts), or when it waits for other owners of a Safe. Asks
 * nothing while the page is hidden. Rejects with `NOT_CONNECTED`, `REQUEST_INVALID`, `NETWORK_NOT_FOUND` or `DESTROYED`.
 */
export async function waitForTransaction({ instance }: Latchkey, hash: string): Promise<TransactionOutcome> {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) {
    throw new LatchkeyError('REQUEST_INVALID', 'hash must be 0x and 64 hexadecimal digits.', {
      facts: { field: 'hash' },
    })
  }
  const [{ demandConnection }, { followTransaction }] = await lazy(
    instance,
    Promise.all([
      import('../core/kernel/requests/demandConnection.ts'),
      import('../core/kernel/requests/followTransaction.ts'),
    ]),
    'read',
  )
  const { connection } = demandConnection(instance, 'eip155')
  return followTransaction(instance, { connection, hash })
}

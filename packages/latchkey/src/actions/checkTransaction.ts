import type { CheckRequest } from '../core/features/send/checkTransaction.ts'
import type { TransactionCheck } from '../core/features/send/transactionCheck.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * What is worth knowing of a transaction or a permit (typed data) before the account in use signs it: what it says, what a node
 * expects it to change, and findings as codes with facts. No wallet is asked, and nothing is shown. eip155, and solana where `request` has `transaction`. Rejects with
 * `NOT_CONNECTED` or `REQUEST_INVALID`; a node that does not answer within 5 s makes the finding `EFFECTS_UNCHECKED`.
 */
export async function checkTransaction({ instance }: Latchkey, request: CheckRequest): Promise<TransactionCheck> {
  const namespace = Object.hasOwn(Object(request), 'transaction') ? 'solana' : 'eip155'
  const meant = instance.stores.connection.get().byNamespace[namespace]?.connection
  const [{ demandConnection }, { checkTransaction: check }] = await lazy(
    instance,
    Promise.all([
      import('../core/kernel/requests/demandConnection.ts'),
      import('../core/features/send/checkTransaction.ts'),
    ]),
    'read',
  )
  const { connection } = demandConnection(instance, namespace, meant)
  return check(instance, { connection, request: demandObject('request', request) })
}

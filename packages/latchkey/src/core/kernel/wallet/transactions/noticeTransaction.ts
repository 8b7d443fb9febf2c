import type { Connection } from '../../../adapter.ts'
import type { Instance } from '../../../latchkey.ts'
import type { TransactionNotice } from '../connection.ts'

/** Tells the host what became of a transaction, and leaves it on the account's view until the next one. */
export function noticeTransaction(
  instance: Instance,
  { connector, networkId, accounts }: Connection,
  { code, transactionId }: { code: 'TX_REPLACED' | 'SAFE_QUEUED'; transactionId: string | undefined },
): void {
  const { namespace, id: connectorId, name: walletName } = connector
  const transaction: TransactionNotice = {
    code,
    namespace,
    walletName,
    networkId,
    transactionId,
    address: accounts[0]?.address ?? '',
  }
  instance.stores.connection.set((state) => ({ ...state, transaction }))
  instance.fail({ code, step: 'send', final: false, namespace, connectorId, walletName, networkId, transactionId })
}

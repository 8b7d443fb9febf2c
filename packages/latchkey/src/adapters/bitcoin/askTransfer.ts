import type { Latchkey } from '../../core/types/latchkey.ts'
import { askCurrentWallet } from './askCurrentWallet.ts'
import { payBy } from './payBy.ts'
import type { TransferRequest } from './TransferRequest.ts'

/** The work of `sendTransfer`, loaded when it is called. */
export function askTransfer(latchkey: Latchkey, request: TransferRequest): Promise<string> {
  return askCurrentWallet(latchkey, 'send', (wallet, connection, context) =>
    payBy(wallet, { connection, request, context }),
  )
}

import type { SendRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Sends a coin, or a token, from the account in use; the id of the transaction as soon as it has left. eip155 and solana;
 * default: the active namespace. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure.
 */
export async function send(latchkey: Latchkey, request: SendRequest, settings?: NamespaceOption): Promise<string> {
  return askAdapter(
    latchkey,
    {
      name: 'send',
      step: 'send',
      namespace: toNamespace(settings),
      review: async (connection, { prepareSend }) =>
        prepareSend
          ? { transaction: await prepareSend(connection, demandObject('request', request)) }
          : (await import('../core/ways/toSentTransaction.ts')).toSentTransaction(demandObject('request', request)),
    },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

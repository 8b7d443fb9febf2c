import type { SendRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Sends a coin, or a token, from the account in use; the id of the transaction as soon as it has left. eip155, solana, and
 * bip122 with wallets that send for sites; default: the active namespace. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure.
 */
export async function send(latchkey: Latchkey, request: SendRequest, settings?: NamespaceOption): Promise<string> {
  return askAdapter(
    latchkey,
    {
      name: 'send',
      step: 'send',
      namespace: toNamespace(settings),
      review: async (connection, { prepareSend, namespace }) => {
        if (prepareSend) return { transaction: await prepareSend(connection, demandObject('request', request)) }
        // Bitcoin's wallets make the transaction themselves, and show it.
        if (namespace === 'bip122') return undefined
        return (await import('../core/ways/toSentTransaction.ts')).toSentTransaction(demandObject('request', request))
      },
    },
    (ask, connection) => ask(connection, demandObject('request', request)),
  )
}

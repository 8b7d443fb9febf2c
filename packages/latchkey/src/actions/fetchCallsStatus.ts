import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { CallsStatus } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * How far a batch of calls is, by the id that `sendCalls` gave. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING` or a failure.
 * Source: EIP-5792.
 */
export async function fetchCallsStatus(
  latchkey: Latchkey,
  id: string,
  settings?: NamespaceOption,
): Promise<CallsStatus> {
  if (typeof id !== 'string' || id === '') {
    throw new LatchkeyError('REQUEST_INVALID', 'id must be the text that sendCalls gave.', { facts: { field: 'id' } })
  }
  return askAdapter(
    latchkey,
    { name: 'fetchCallsStatus', step: 'read', namespace: toNamespace(settings, 'eip155') },
    async (ask, connection) => {
      const { touchBalances } = await lazy(
        latchkey.instance,
        import('../core/kernel/requests/touchBalances.ts'),
        'read',
      )
      const status = await ask(connection, id)
      if (status.receipts.length > 0) touchBalances(latchkey.instance, connection.networkId)
      return status
    },
  )
}

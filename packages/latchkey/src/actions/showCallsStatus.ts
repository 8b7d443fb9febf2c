import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { parseOwnCallsId } from '../core/values/ownCallsId.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Has the wallet in use show how far a batch of calls is, by the id that `sendCalls` gave; calls that went one by one are shown by
 * the modal. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure. Source: EIP-5792,
 * `wallet_showCallsStatus`.
 */
export async function showCallsStatus(latchkey: Latchkey, id: string, settings?: NamespaceOption): Promise<void> {
  if (typeof id !== 'string' || id === '') {
    throw new LatchkeyError('REQUEST_INVALID', 'id must be the text that sendCalls gave.', { facts: { field: 'id' } })
  }
  const own = parseOwnCallsId(id)
  if (own) {
    const { showWalked } = await lazy(latchkey.instance, import('../core/features/calls/showWalked.ts'), 'read')
    return showWalked(latchkey.instance, own)
  }
  return askAdapter(
    latchkey,
    { name: 'showCallsStatus', step: 'read', namespace: toNamespace(settings, 'eip155') },
    (ask, connection) => ask(connection, id),
  )
}

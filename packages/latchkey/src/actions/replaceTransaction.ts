import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { ReplacementKind } from '../core/features/activity/replacement.ts'
import { lazy } from '../core/lazy.ts'
import type { Connection, ReplacementRequest } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'

/**
 * Asks the wallet to put another transaction in the place of one of the account in use that waits on eip155: the same one for a higher
 * fee (`speedUp`), or none (`cancel`). Both have one nonce, so no more than one of them is ever carried out; `transaction` and
 * `waitForTransaction` tell which. The hash of the other one, as soon as it has left. Rejects with `NOT_CONNECTED`, with
 * `ABILITY_MISSING` where the wallet is not known to keep a nonce that it is asked for, because it might pay twice, with
 * `REQUEST_INVALID` where no transaction of the account waits under the hash, or with a failure.
 */
export async function replaceTransaction(
  latchkey: Latchkey,
  parameters: { readonly hash: string; readonly kind: ReplacementKind },
): Promise<string> {
  const { instance } = latchkey
  const { hash, kind } = demandObject('parameters', parameters)
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw sayInvalid('hash', '0x and 64 hexadecimal digits')
  if (kind !== 'speedUp' && kind !== 'cancel') throw sayInvalid('kind', '"speedUp" or "cancel"')
  const [{ readReplacement }, { followSent }] = await lazy(
    instance,
    Promise.all([
      import('../core/features/activity/readReplacement.ts'),
      import('../core/kernel/requests/followSent.ts'),
    ]),
    'send',
  )
  let request: ReplacementRequest | undefined
  const read = async (connection: Connection): Promise<ReplacementRequest> => {
    request ??= await readReplacement(instance, connection, { hash, kind })
    if (request) return request
    throw sayInvalid('hash', 'that of a transaction that has no block yet')
  }
  return askAdapter(
    latchkey,
    { name: 'replaceTransaction', step: 'send', namespace: 'eip155', review: read },
    async (ask, connection) => {
      const other = await read(connection)
      // Followed before it is gone from the nodes: its nonce says what took its place.
      followSent(instance, connection, hash)
      return ask(connection, other)
    },
  )
}

function sayInvalid(field: string, wanted: string): LatchkeyError {
  return new LatchkeyError('REQUEST_INVALID', `${field} must be ${wanted}.`, { facts: { field } })
}

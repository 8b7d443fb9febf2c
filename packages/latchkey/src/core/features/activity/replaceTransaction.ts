import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followSent } from '../../kernel/requests/followSent.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { readReplacement } from './readReplacement.ts'
import { type Replacement, type ReplacementKind, replacementOf } from './replacement.ts'

/**
 * Asks the wallet of `connection` to put another transaction in the place of one that waits, once: a second press while it is asked
 * does nothing. Both have one nonce, so no more than one of them is ever carried out. Which one it was is told as of any that was
 * replaced (F-31). Never rejects: how far it is stands in its store.
 */
export async function replaceTransaction(
  instance: Instance,
  parameters: { readonly connection: Connection; readonly hash: string; readonly kind: ReplacementKind },
): Promise<void> {
  const { connection: meant, hash, kind } = parameters
  const store = replacementOf(instance)
  if (store.get().now?.status === 'asking') return
  const write = (change: Pick<Replacement, 'status' | 'failure'>): void =>
    store.set(() => ({ now: { hash, kind, ...change } }))
  write({ status: 'asking' })
  try {
    const { connection, adapter } = demandConnection(instance, 'eip155', meant)
    const { replaceTransaction: replace } = adapter
    if (!replace) throw new TypeError('The wallet replaces no transaction.')
    const request = await readReplacement(instance, connection, { hash, kind })
    if (!request) return write({ status: 'late' })
    // Followed before it is gone from the nodes: its nonce says what took its place.
    followSent(instance, connection, hash)
    await carryOut(instance, { connection, step: 'send' }, () => replace(connection, request))
    write({ status: 'left' })
  } catch (error) {
    write({ status: 'failed', failure: isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE' })
  }
}

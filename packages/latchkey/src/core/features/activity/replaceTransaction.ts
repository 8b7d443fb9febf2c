import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followSent } from '../../kernel/requests/followSent.ts'
import type { Connection, ReplacementRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { readChain } from '../../ways/readChain.ts'
import { fetchHigherPrices, readWaiting } from '../../ways/readWaiting.ts'
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
    if (request === 'late') return write({ status: 'late' })
    // Followed before it is gone from the nodes: its nonce says what took its place.
    followSent(instance, connection, hash)
    await carryOut(instance, { connection, step: 'send' }, () => replace(connection, request))
    write({ status: 'left' })
  } catch (error) {
    write({ status: 'failed', failure: isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE' })
  }
}

/** What takes its place; `late` where nothing can any more. */
async function readReplacement(
  instance: Instance,
  { networkId, accounts }: Connection,
  { hash, kind }: { readonly hash: string; readonly kind: ReplacementKind },
): Promise<ReplacementRequest | 'late'> {
  const { stores, services, signal } = instance
  const own = accounts[0]?.address ?? ''
  const network = findNetwork(stores.networks.get(), networkId)
  if (!network) throw new TypeError('The site does not know the network.')
  return withDeadline({ clock: services.clock, delayMs: READ_DEADLINE_MS, signal }, async (until) => {
    const { ask } = readChain(instance, network, until)
    const waiting = await readWaiting(ask, hash)
    if (waiting?.isMined) return 'late'
    if (!waiting || !isSameAddress('eip155', waiting.from, own))
      throw new TypeError('The node knows no such transaction.')
    const same = kind === 'speedUp' ? waiting.request : { to: own, value: 0n }
    if (!same) throw new TypeError('What makes a contract is not sent again.')
    return { ...same, nonce: waiting.nonce, ...(await fetchHigherPrices(ask, waiting)) }
  })
}

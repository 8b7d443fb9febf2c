import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import type { Connection, ReplacementRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { readChain } from '../../ways/readChain.ts'
import { fetchHigherPrices, readWaiting } from '../../ways/readWaiting.ts'
import type { ReplacementKind } from './replacement.ts'

/**
 * What takes the place of a transaction that waits; undefined where it has its block. Rejects with `REQUEST_INVALID` for what the
 * account has not sent, or no node knows.
 */
export async function readReplacement(
  instance: Instance,
  { networkId, accounts }: Connection,
  { hash, kind }: { readonly hash: string; readonly kind: ReplacementKind },
): Promise<ReplacementRequest | undefined> {
  const { stores, services, signal } = instance
  const own = accounts[0]?.address ?? ''
  const network = findNetwork(stores.networks.get(), networkId)
  if (!network) {
    throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`, { facts: { networkId } })
  }
  return withDeadline({ clock: services.clock, delayMs: READ_DEADLINE_MS, signal }, async (until) => {
    const { ask } = readChain(instance, network, until)
    const waiting = await readWaiting(ask, hash)
    if (waiting?.isMined) return undefined
    if (!waiting || !isSameAddress('eip155', waiting.from, own))
      throw sayInvalid('no transaction of this account waits')
    const same = kind === 'speedUp' ? waiting.request : { to: own, value: 0n }
    if (!same) throw sayInvalid('what makes a contract cannot be sped up')
    return { ...same, nonce: waiting.nonce, ...(await fetchHigherPrices(ask, waiting)) }
  })
}

function sayInvalid(why: string): LatchkeyError {
  return new LatchkeyError('REQUEST_INVALID', `hash: ${why}.`, { facts: { field: 'hash' } })
}

import type { Connector, TransactionOutcome } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { pause } from '../attempt/pause.ts'
import { getAdapter } from '../way.ts'

/** Pause between two questions, in ms. */
const PAUSE_MS = 2_000

/** How long a transaction of Solana is followed, in ms: its blockhash has run out before. Source: Solana, `MAX_PROCESSING_AGE`. */
const FOLLOW_LIMIT_MS = 120_000

/** Follows a transaction of Solana to its end; undefined where nobody says how it ended. Never rejects. */
export async function followSignature(
  instance: Instance,
  { connector, networkId }: { readonly connector: Pick<Connector, 'namespace' | 'id'>; readonly networkId: NetworkId },
  id: string,
): Promise<TransactionOutcome | undefined> {
  const { services, signal } = instance
  const adapter = getAdapter(instance, connector) ?? instance.adapters.solana
  const end = services.clock.now() + FOLLOW_LIMIT_MS
  while (adapter?.fetchSentStatus && !signal.aborted && services.clock.now() < end) {
    const status = await adapter.fetchSentStatus({ networkId }, id, signal).catch((error: unknown) => {
      services.logger.debug('A transaction could not be looked at.', { error })
      return 'pending' as const
    })
    if (status !== 'pending') return { hash: id, status }
    await pause(instance, PAUSE_MS, signal)
  }
  return undefined
}

import { EngineError, PeerError } from '../errors.ts'
import type { JsonRpcResponse } from '../records.ts'
import type { TableChange } from '../tables.ts'
import { TAKEN_LIMIT } from './constants.ts'
import type { EngineContext } from './context.ts'
import type { Outcome } from './waits.ts'

/** The answer to a request of ours, also when it came before anybody asked. */
export async function takeAnswer(
  context: EngineContext,
  id: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const sent = context.tables.sent.get(String(id))
  try {
    const outcome = sent?.response && toOutcome(sent.response)
    if (!outcome) {
      const answer = context.waits.wait(id, signal)
      if (!sent) context.waits.tell(id, { error: new EngineError('NO_MATCHING_KEY', `history: ${id}`) })
      return await answer
    }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  } finally {
    if (context.tables.sent.get(String(id))?.response) markTaken(context, id)
  }
}

/** How a wait for an answer ends. */
export function toOutcome(response: JsonRpcResponse): Outcome {
  return 'error' in response ? { error: new PeerError(response.error) } : { value: response.result }
}

/** Taken answers stay a little for a tab whose leader went away before it could tell, but never more than the limit. */
function markTaken(context: EngineContext, id: number): void {
  const { taken, tables } = context
  taken.set(id, context.clock.now())
  if (taken.size <= TAKEN_LIMIT) return
  const old = [...taken.keys()].slice(0, TAKEN_LIMIT / 2)
  for (const key of old) taken.delete(key)
  const changes = old.map((key): TableChange => ({ table: 'sent', key: String(key) }))
  tables.commit(changes).catch(() => context.logger.debug('Taken answers could not be removed yet.'))
}

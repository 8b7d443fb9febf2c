import type { JsonRpcResponse } from '../records.ts'
import type { SentRequest } from '../tables.ts'
import { toOutcome } from './answers.ts'
import type { EngineContext } from './context.ts'
import type { Forgetting } from './forget.ts'

/** Keeps the answer to a request of ours and, once kept, tells who waits for it. */
export function keepAnswer(context: EngineContext, sent: SentRequest, response: JsonRpcResponse): Forgetting {
  return {
    changes: [{ table: 'sent', key: String(sent.id), value: { ...sent, response } }],
    after: () => {
      context.waits.tell(sent.id, toOutcome(response))
    },
  }
}

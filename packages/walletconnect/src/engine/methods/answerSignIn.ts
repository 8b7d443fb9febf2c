import { toResult } from '../../rules/jsonRpc.ts'
import type { AuthKey } from '../../tables.ts'
import { keepAnswer } from '../answers.ts'
import type { EngineContext } from '../context.ts'
import type { Handled } from '../method.ts'

/** A sign-in whose fallback proposal was approved ends with the session alone. */
export function answerSignIn(context: EngineContext, key: AuthKey, topic: string): Handled {
  const sent = context.tables.sent.get(String(key.id))
  if (!sent) return {}
  const kept = keepAnswer(context, sent, toResult(key.id, { topic }))
  return {
    changes: [{ table: 'authKey', key: key.responseTopic }, ...kept.changes],
    after() {
      kept.after()
      context.relayer.unsubscribe([key.responseTopic])
    },
  }
}

import type { JsonRpcResponse } from '../../records.ts'
import type { AuthKey } from '../../tables.ts'
import type { EngineContext } from '../context.ts'
import { keepAnswer } from '../keepAnswer.ts'
import type { Handled } from '../method.ts'

/** A sign-in whose wallet answered the proposal beside it ends as that did: with the session alone, or failed. */
export function answerSignIn(context: EngineContext, key: AuthKey, answer: JsonRpcResponse): Handled {
  const sent = context.tables.sent.get(String(key.id))
  if (!sent) return {}
  const kept = keepAnswer(context, sent, { ...answer, id: key.id })
  return {
    changes: [
      { table: 'authKey', key: key.responseTopic },
      // A session takes its private key over.
      ...('error' in answer ? [{ table: 'keychain', key: key.publicKey } as const] : []),
      ...kept.changes,
    ],
    after() {
      kept.after()
      context.relayer.unsubscribe([key.responseTopic])
    },
  }
}

import { forgetSession } from '../forget.ts'
import { keepAnswer } from '../keepAnswer.ts'
import type { Method } from '../method.ts'

/** An app answers a settlement of ours: acknowledged, or refused and gone. */
export const onSettled: NonNullable<Method['onResponse']> = (context, sent, response) => {
  const session = context.tables.session.get(sent.topic)
  if (!session) return {}
  const kept = keepAnswer(context, sent, response)
  if (!('error' in response)) {
    const acknowledged = { ...session, acknowledged: true }
    return {
      changes: [{ table: 'session', key: session.topic, value: acknowledged }, ...kept.changes],
      after: kept.after,
    }
  }
  const forgetting = forgetSession(context, session)
  return {
    // The refusal stays, for who asks whether the session was acknowledged.
    changes: [...forgetting.changes.filter(({ key }) => key !== String(sent.id)), ...kept.changes],
    after() {
      kept.after()
      forgetting.after()
    },
  }
}

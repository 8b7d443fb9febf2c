import type { Call } from '../call.ts'
import { requireSession } from '../requireSession.ts'

/** `setDeepLink`: remembers or forgets the link of the wallet of a session. */
export const setDeepLink: Call<'setDeepLink'> = async (context, { topic, link }) => {
  if (link) requireSession(context, topic)
  await context.tables.commit([{ table: 'deepLink', key: topic, value: link }])
  return undefined
}

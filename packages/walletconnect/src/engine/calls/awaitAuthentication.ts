import { toObject } from '../../rules/values.ts'
import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import { sessionOf } from './awaits.ts'

/** What a sign-in brought. */
export const awaitAuthentication: Call<'awaitAuthentication'> = async (context, { id }, { signal }) => {
  const { topic, auths } = toObject(await takeAnswer(context, id, signal))
  return {
    ...(Array.isArray(auths) && { auths }),
    ...(topic !== undefined && { session: sessionOf(context, { topic }) }),
  }
}

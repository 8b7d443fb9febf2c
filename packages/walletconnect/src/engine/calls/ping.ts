import { EngineError } from '../../errors.ts'
import { isText, show } from '../../rules/values.ts'
import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import { PING_ANSWER_DELAY_MS } from '../constants.ts'
import { requirePairing } from '../requirePairing.ts'
import { requireSession } from '../requireSession.ts'
import { sendRequest } from '../send.ts'

/** `ping`: resolves once the other side of a session or pairing has answered. */
export const ping: Call<'ping'> = async (context, { topic }, { signal }) => {
  if (!isText(topic))
    throw new EngineError('MISSING_OR_INVALID', `session or pairing topic should be a string: ${show(topic)}`)
  const isPairing = context.tables.pairing.has(topic)
  if (isPairing) requirePairing(context, topic)
  else if (context.tables.session.has(topic)) requireSession(context, topic)
  else {
    context.deleted.check(topic)
    throw new EngineError('NO_MATCHING_KEY', `session or pairing topic doesn't exist: ${topic}`)
  }
  const method = isPairing ? 'wc_pairingPing' : 'wc_sessionPing'
  const id = await sendRequest(context, { topic, method, params: {}, signal })
  await takeAnswer(context, id, signal)
  await new Promise<void>((resolve) => context.clock.after(PING_ANSWER_DELAY_MS, resolve))
  return undefined
}

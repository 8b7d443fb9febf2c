import { EngineError } from '../../errors.ts'
import { toFailure } from '../../rules/jsonRpc.ts'
import { isReason } from '../../rules/validateWallet.ts'
import { show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { undo } from '../outbound.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { answerKey } from '../recordKeys.ts'
import { forgetSignIn, keepAuthAnswer, requireAuthRequest, sealAuthAnswer, sendAuthAnswer } from '../signIn.ts'

/** `rejectSessionAuthenticate`: refuses a sign-in. When the refusal cannot be sent, the request stays. */
export const rejectSessionAuthenticate: Call<'rejectSessionAuthenticate'> = (context, { id, reason }, { callId }) =>
  context.turns(`auth:${id}`, async () => {
    const { tables } = context
    const request = requireAuthRequest(context, id)
    if (!isReason(reason)) throw new EngineError('MISSING_OR_INVALID', `reject() reason: ${show(reason)}`)
    const refusal = toFailure(id, { code: reason.code, message: reason.message, data: reason.data })
    const sealed = await sealAuthAnswer(context, { ...request, transport: request.transportType }, refusal)
    const forgetting = forgetSignIn(context, request)
    await tables.commit([
      ...forgetting.changes,
      ...keepAuthAnswer(request, refusal, sealed),
      outcomeOf(context, callId),
    ])
    try {
      await sendAuthAnswer(context, sealed, 'reject')
    } catch (error) {
      await undo(context, [...forgetting.rollback, { table: 'outcome', key: callId }])
      throw error
    }
    // Nobody waits for this: a refusal that stays is sent once more at most, and dropped by the app.
    tables.commit([{ table: 'sent', key: answerKey(id) }]).catch(() => undefined)
    return undefined
  })

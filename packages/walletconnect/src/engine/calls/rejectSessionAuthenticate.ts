import { EngineError } from '../../errors.ts'
import { toFailure } from '../../rules/jsonRpc.ts'
import { isReason } from '../../rules/validateWallet.ts'
import { show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { undo } from '../outbound.ts'
import { forgetSignIn, requireAuthRequest, sendAuthAnswer } from '../signIn.ts'

/** `rejectSessionAuthenticate`: refuses a sign-in. When the refusal cannot be sent, the request stays. */
export const rejectSessionAuthenticate: Call<'rejectSessionAuthenticate'> = (context, { id, reason }) =>
  context.turns(`auth:${id}`, async () => {
    const request = requireAuthRequest(context, id)
    if (!isReason(reason)) throw new EngineError('MISSING_OR_INVALID', `reject() reason: ${show(reason)}`)
    const forgetting = forgetSignIn(context, request)
    await context.tables.commit(forgetting.changes)
    try {
      const refusal = toFailure(id, { code: reason.code, message: reason.message, data: reason.data })
      await sendAuthAnswer(context, { ...request, transport: request.transportType }, refusal, 'reject')
    } catch (error) {
      await undo(context, forgetting.rollback)
      throw error
    }
    return undefined
  })

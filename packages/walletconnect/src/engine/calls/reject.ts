import { EngineError } from '../../errors.ts'
import { toFailure } from '../../rules/jsonRpc.ts'
import { isReason } from '../../rules/validateWallet.ts'
import { show } from '../../rules/values.ts'
import type { SentRequest } from '../../tables.ts'
import type { Call } from '../call.ts'
import { forgetProposal } from '../forget.ts'
import { undo } from '../outbound.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { answerKey } from '../recordKeys.ts'
import { requireProposal } from '../requireProposal.ts'
import { sendAnswer } from '../send.ts'

/**
 * `reject`: refuses a proposal. The proposal is gone and the refusal kept in one write before anything is sent, so that after a
 * crash it is sent. When it cannot be sent, the proposal is back.
 */
export const reject: Call<'reject'> = (context, { id, reason }, { callId }) =>
  context.turns(`proposal:${id}`, async () => {
    const proposal = requireProposal(context, id)
    if (!isReason(reason)) throw new EngineError('MISSING_OR_INVALID', `reject() reason: ${show(reason)}`)
    const refusal = toFailure(id, { code: reason.code, message: reason.message, data: reason.data })
    const { pairingTopic: topic, expiryTimestamp: expiry } = proposal
    const outbox: SentRequest = { id, topic, method: 'wc_sessionPropose', expiry, response: refusal }
    await context.tables.commit([
      ...forgetProposal(context, proposal),
      { table: 'sent', key: answerKey(id), value: outbox },
      outcomeOf(context, callId),
    ])
    try {
      await sendAnswer(context, topic, 'wc_sessionPropose', refusal, 'reject')
    } catch (error) {
      await undo(context, [
        { table: 'proposal', key: String(id), value: proposal },
        { table: 'sent', key: answerKey(id) },
        { table: 'outcome', key: callId },
      ])
      throw error
    }
    // Nobody waits for this: a refusal that stays is sent once more at most, and dropped by the app.
    context.tables.commit([{ table: 'sent', key: answerKey(id) }]).catch(() => undefined)
    return undefined
  })

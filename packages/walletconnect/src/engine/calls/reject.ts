import { EngineError } from '../../errors.ts'
import { toFailure } from '../../rules/jsonRpc.ts'
import { isReason } from '../../rules/validateWallet.ts'
import { show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { forgetProposal } from '../forget.ts'
import { sendAnswer, undo } from '../outbound.ts'
import { requireProposal } from '../requireProposal.ts'

/** `reject`: refuses a proposal. When the refusal cannot be sent, the proposal stays. */
export const reject: Call<'reject'> = (context, { id, reason }) =>
  context.turns(`proposal:${id}`, async () => {
    const proposal = requireProposal(context, id)
    if (!isReason(reason)) throw new EngineError('MISSING_OR_INVALID', `reject() reason: ${show(reason)}`)
    await context.tables.commit(forgetProposal(context, proposal))
    try {
      const refusal = toFailure(id, { code: reason.code, message: reason.message, data: reason.data })
      await sendAnswer(context, proposal.pairingTopic, 'wc_sessionPropose', refusal, 'reject')
    } catch (error) {
      await undo(context, [{ table: 'proposal', key: String(id), value: proposal }])
      throw error
    }
    return undefined
  })

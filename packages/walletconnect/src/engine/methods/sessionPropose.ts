import { topicOfKey } from '../../crypto/hashes.ts'
import { deriveSymKey } from '../../crypto/keys.ts'
import { EngineError } from '../../errors.ts'
import { toObject } from '../../rules/values.ts'
import { answerBeside } from '../answerBeside.ts'
import { PAIRING_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { forgetProposal } from '../forget.ts'
import { keepAnswer } from '../keepAnswer.ts'
import { loadWallet } from '../late.ts'
import type { Method } from '../method.ts'
import { isPublicKey } from '../parse.ts'

/** `wc_sessionPropose`: an app asks a wallet for a session. Source: WalletConnect specification, Sign RPC methods and Session proposal. */
export const sessionPropose: Method = {
  on: 'pairing',

  onRequest: async (...args) => (await loadWallet()).onPropose(...args),

  onRepeat({ tables, emit }, { id }, _opened, isHandled) {
    const params = tables.proposal.get(String(id))
    if (!isHandled && params?.verifyContext)
      emit('session_proposal', { id, params, verifyContext: params.verifyContext })
  },

  async onResponse(context, sent, response) {
    const { tables, relayer } = context
    const proposal = tables.proposal.get(String(sent.id))
    if (!proposal) return {}
    if ('error' in response) {
      const kept = keepAnswer(context, sent, response)
      const beside = await answerBeside(context, sent.id, response)
      return {
        changes: [...forgetProposal(context, proposal), ...kept.changes, ...(beside.changes ?? [])],
        async after() {
          kept.after()
          await beside.after?.()
        },
      }
    }
    const { responderPublicKey } = toObject(response.result)
    const privateKey = tables.keychain.get(proposal.proposer.publicKey)
    if (!isPublicKey(responderPublicKey) || privateKey === undefined)
      throw new EngineError('MISSING_OR_INVALID', 'connect() responder public key should be a string')
    const symKey = await deriveSymKey(privateKey, responderPublicKey)
    const sessionTopic = await topicOfKey(symKey)
    const pairing = tables.pairing.get(proposal.pairingTopic)
    return {
      changes: [
        { table: 'keychain', key: sessionTopic, value: symKey },
        ...(sent.sessionTopic && sent.sessionTopic !== sessionTopic
          ? ([{ table: 'keychain', key: sent.sessionTopic }] as const)
          : []),
        { table: 'sent', key: String(sent.id), value: { ...sent, sessionTopic } },
        ...(pairing
          ? ([
              {
                table: 'pairing',
                key: pairing.topic,
                value: { ...pairing, active: true, expiry: nowSeconds(context) + PAIRING_SECONDS },
              },
            ] as const)
          : []),
      ],
      after() {
        // The topic stays wanted over reconnects, so the relay's answer is not awaited here.
        relayer.subscribe([sessionTopic]).catch(() => context.logger.debug('A session topic waits for the relay.'))
      },
    }
  },
}

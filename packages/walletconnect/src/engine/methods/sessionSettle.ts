import { EngineError } from '../../errors.ts'
import type { Cacao, Session, SessionNamespaces } from '../../records.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import { validateSessionNamespaces } from '../../rules/validateSession.ts'
import { isObject, toObject } from '../../rules/values.ts'
import type { SentRequest } from '../../tables.ts'
import { answerBeside } from '../answerBeside.ts'
import { type EngineContext, nowSeconds } from '../context.ts'
import { forgetProposal, removeTwinPairings } from '../forget.ts'
import { keepAnswer } from '../keepAnswer.ts'
import { loadSignIn, loadWallet } from '../late.ts'
import type { Method } from '../method.ts'
import { parseNamespaces, parseParticipant, parseRelay, parseTexts } from '../parse.ts'
import { errorOf, sendAnswer } from '../send.ts'

const METHOD = 'wc_sessionSettle'

/** The proposal of ours whose wallet answered with this session's key. */
function findProposed(context: EngineContext, topic: string): SentRequest | undefined {
  return context.tables.sent.getAll().find(({ sessionTopic }) => sessionTopic === topic)
}

/** `wc_sessionSettle`: a wallet says what it grants. Source: WalletConnect specification, Session proposal. */
export const sessionSettle: Method = {
  on: 'session',

  async onRequest(context, request, opened) {
    const { tables, emit } = context
    const { topic } = opened
    const acknowledge = () => sendAnswer(context, topic, METHOD, toResult(request.id, true))
    if (tables.session.has(topic)) return { after: acknowledge }
    const sent = findProposed(context, topic)
    const proposal = sent && tables.proposal.get(String(sent.id))
    if (!sent || !proposal) return {}
    const params = toObject(request.params)

    let session: Session
    try {
      if (!isObject(params.relay) || typeof params.relay.protocol !== 'string' || params.relay.protocol === '')
        throw new EngineError('MISSING_OR_INVALID', 'onSessionSettleRequest() relay protocol should be a string')
      const controller = parseParticipant(params.controller, 'onSessionSettleRequest() controller')
      // The controller may do what the app may not; it cannot be the app.
      if (controller.publicKey === proposal.proposer.publicKey)
        throw new EngineError('MISSING_OR_INVALID', 'onSessionSettleRequest() controller public key')
      validateSessionNamespaces(params.namespaces, 'onSessionSettleRequest()')
      if (!Number.isFinite(params.expiry) || Number(params.expiry) <= nowSeconds(context))
        throw new EngineError('EXPIRED', 'onSessionSettleRequest()')
      const responses = toObject(params.proposalRequestsResponses)
      const cacaos = Array.isArray(responses.authentication) ? (responses.authentication as readonly Cacao[]) : []
      if (cacaos.length > 0)
        await (await loadSignIn()).checkCacaos(context, cacaos, proposal.requests?.authentication ?? [])
      session = {
        topic,
        relay: parseRelay(params.relay),
        expiry: Math.floor(Number(params.expiry)),
        namespaces: parseNamespaces(params.namespaces as SessionNamespaces),
        acknowledged: true,
        pairingTopic: proposal.pairingTopic,
        requiredNamespaces: proposal.requiredNamespaces,
        optionalNamespaces: proposal.optionalNamespaces,
        controller: controller.publicKey,
        self: { publicKey: proposal.proposer.publicKey, metadata: context.options.metadata },
        peer: controller,
        sessionProperties: parseTexts(params.sessionProperties),
        scopedProperties: isObject(params.scopedProperties) ? params.scopedProperties : undefined,
        sessionConfig: isObject(params.sessionConfig)
          ? { disableDeepLink: params.sessionConfig.disableDeepLink === true }
          : undefined,
        authentication: cacaos.length > 0 ? cacaos : undefined,
        walletPayResult: responses.walletPay,
        transportType: 'relay',
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      const response = errorOf(request.id, error)
      const kept = keepAnswer(context, sent, { ...response, id: sent.id })
      const beside = await answerBeside(context, sent.id, response)
      return {
        changes: [...forgetProposal(context, proposal), ...kept.changes, ...(beside.changes ?? [])],
        async after() {
          kept.after()
          await beside.after?.()
          await sendAnswer(context, topic, METHOD, response)
          // The key was still needed to say no with; where this fails, it goes when the proposal's record runs out.
          await context.tables.commit([{ table: 'keychain', key: topic }]).catch(() => undefined)
          context.relayer.unsubscribe([topic])
        },
      }
    }

    const answer = toResult(sent.id, { topic })
    const kept = keepAnswer(context, sent, answer)
    const pairing = tables.pairing.get(proposal.pairingTopic)
    const beside = await answerBeside(context, sent.id, answer)
    return {
      changes: [
        { table: 'session', key: topic, value: session },
        ...forgetProposal(context, proposal),
        ...kept.changes,
        ...(beside.changes ?? []),
        ...(pairing
          ? ([
              { table: 'pairing', key: pairing.topic, value: { ...pairing, peerMetadata: session.peer.metadata } },
            ] as const)
          : []),
      ],
      async after() {
        kept.after()
        await beside.after?.()
        emit('session_connect', { session })
        await acknowledge()
        await removeTwinPairings(context, session)
      },
    }
  },

  onResponse: async (...args) => (await loadWallet()).onSettled(...args),

  async onRepeat(context, request, { topic }, isHandled) {
    const session = context.tables.session.get(topic)
    if (!session) return
    if (!isHandled) context.emit('session_connect', { session })
    await sendAnswer(context, topic, METHOD, toResult(request.id, true))
  },
}

import { SIGN_METHODS } from '@latchkey/wire/methods'
import { sealEnvelope } from '../../crypto/envelope.ts'
import { topicOfKey } from '../../crypto/hashes.ts'
import { createKeyPair, deriveSymKey } from '../../crypto/keys.ts'
import { EngineError } from '../../errors.ts'
import type { ProposalRequestsResponses, Session } from '../../records.ts'
import { formatJson } from '../../rules/json.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import { toRequest } from '../../rules/toRequest.ts'
import { validateApprove } from '../../rules/validateWallet.ts'
import { isObject, isText } from '../../rules/values.ts'
import type { SentRequest } from '../../tables.ts'
import type { Call } from '../call.ts'
import { PAIRING_SECONDS, SESSION_SECONDS } from '../constants.ts'
import { type EngineContext, nowSeconds } from '../context.ts'
import { forgetProposal, forgetSession } from '../forget.ts'
import { sealFor, sentRecord, undo } from '../outbound.ts'
import { requireProposal } from '../requireProposal.ts'

/**
 * `approve`: grants a proposal. The session is on disk before anybody is told; when nobody can be told, it is taken back. Asked
 * again after a crash, the same session is sent again. Source: WalletConnect specification, Session proposal.
 */
export const approve: Call<'approve'> = (context, params, { signal }) => {
  const { tables, turns, options } = context
  return turns(`proposal:${params?.id}`, async () => {
    const earlier = findSettlement(context, params?.id)
    if (earlier && !tables.proposal.has(String(params.id))) {
      await sendSettlement(context, earlier, signal)
      return { topic: earlier.topic }
    }
    if (!isObject(params)) throw new EngineError('MISSING_OR_INVALID', `approve() params: ${params}`)
    const proposal = requireProposal(context, params.id)
    validateApprove(params, proposal, options.strictNamespaces)
    const protocol = isText(params.relayProtocol) ? params.relayProtocol : (proposal.relays[0]?.protocol ?? 'irn')
    const { publicKey, privateKey } = await createKeyPair(context.random)
    const symKey = await deriveSymKey(privateKey, proposal.proposer.publicKey)
    const topic = await topicOfKey(symKey)
    const session: Session = {
      topic,
      relay: { protocol },
      expiry: nowSeconds(context) + SESSION_SECONDS,
      namespaces: params.namespaces,
      acknowledged: false,
      pairingTopic: proposal.pairingTopic,
      requiredNamespaces: proposal.requiredNamespaces,
      optionalNamespaces: proposal.optionalNamespaces,
      controller: publicKey,
      self: { publicKey, metadata: options.metadata },
      peer: proposal.proposer,
      sessionProperties: params.sessionProperties,
      scopedProperties: params.scopedProperties,
      sessionConfig: params.sessionConfig,
      authentication: params.proposalRequestsResponses?.authentication,
      walletPayResult: params.proposalRequestsResponses?.walletPay,
      transportType: 'relay',
    }
    const settle = context.ids.message()
    const sent: SentRequest = {
      ...sentRecord(context, { id: settle, topic, method: 'wc_sessionSettle' }),
      proposalId: proposal.id,
    }
    // What cannot travel is refused before anything is written.
    formatJson(settlementOf(session, settle))
    const pairing = tables.pairing.get(proposal.pairingTopic)
    const { metadata } = proposal.proposer
    const signIns = tables.auth.getAll().filter(({ pairingTopic }) => pairingTopic === proposal.pairingTopic)
    await tables.commit([
      { table: 'keychain', key: topic, value: symKey },
      { table: 'session', key: topic, value: session },
      { table: 'sent', key: String(settle), value: sent },
      ...forgetProposal(context, proposal),
      ...signIns.map(({ id }) => ({ table: 'auth', key: String(id) }) as const),
      ...(pairing
        ? ([
            {
              table: 'pairing',
              key: pairing.topic,
              value: {
                ...pairing,
                active: true,
                expiry: nowSeconds(context) + PAIRING_SECONDS,
                peerMetadata: metadata,
              },
            },
          ] as const)
        : []),
    ])
    try {
      await sendSettlement(context, sent, signal)
    } catch (error) {
      const forgetting = forgetSession(context, session)
      await undo(context, [
        ...forgetting.changes,
        { table: 'proposal', key: String(proposal.id), value: proposal },
        ...(pairing ? ([{ table: 'pairing', key: pairing.topic, value: pairing }] as const) : []),
      ])
      forgetting.after()
      throw error
    }
    return { topic }
  })
}

/** The settlement of a proposal that was approved, not answered by the app yet. */
function findSettlement({ tables }: EngineContext, proposalId: number): SentRequest | undefined {
  return tables.sent.getAll().find((sent) => sent.proposalId === proposalId && tables.session.has(sent.topic))
}

function settlementOf(session: Session, id: number): unknown {
  const { relay, namespaces, self, expiry, sessionProperties, scopedProperties, sessionConfig } = session
  const responses: ProposalRequestsResponses = {
    authentication: session.authentication,
    walletPay: session.walletPayResult,
  }
  const hasResponses = responses.authentication !== undefined || responses.walletPay !== undefined
  return toRequest(id, 'wc_sessionSettle', {
    relay,
    namespaces,
    controller: self,
    expiry,
    sessionProperties,
    scopedProperties,
    sessionConfig,
    ...(hasResponses && { proposalRequestsResponses: responses }),
  })
}

/** Tells the app of a session of ours: the answer to its proposal, and what is granted. Safe to repeat. */
export async function sendSettlement(
  context: EngineContext,
  sent: SentRequest,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const session = context.tables.session.get(sent.topic)
  const pairingKey = session && context.tables.keychain.get(session.pairingTopic)
  if (!session || sent.proposalId === undefined || pairingKey === undefined)
    throw new EngineError('NO_MATCHING_KEY', `session: ${sent.topic}`)
  const answer = toResult(sent.proposalId, { relay: session.relay, responderPublicKey: session.self.publicKey })
  await context.relayer.approveSession(
    {
      sessionTopic: session.topic,
      pairingTopic: session.pairingTopic,
      sessionProposalResponse: sealEnvelope({
        symKey: pairingKey,
        message: formatJson(answer),
        random: context.random,
      }),
      sessionSettlementRequest: await sealFor(context, session.topic, formatJson(settlementOf(session, sent.id))),
      correlationId: sent.proposalId,
      ttlSeconds: SIGN_METHODS.wc_sessionSettle.request.ttlSeconds,
    },
    { signal },
  )
}

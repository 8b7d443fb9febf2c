import { topicOfKey } from '../../crypto/hashes.ts'
import { deriveSymKey } from '../../crypto/keys.ts'
import { EngineError } from '../../errors.ts'
import type { Proposal, ProposalNamespaces, Relay } from '../../records.ts'
import {
  validateProposalNamespaces,
  validateScopedProperties,
  validateSessionProperties,
} from '../../rules/validate.ts'
import { isObject } from '../../rules/values.ts'
import { keepAnswer } from '../answers.ts'
import { PAIRING_SECONDS, PROPOSAL_SECONDS, WAITING_LIMIT } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { forgetProposal } from '../forget.ts'
import type { Method } from '../method.ts'
import { isPublicKey, parseParticipant, parseRelay, parseSecond, parseTexts, toObject } from '../parse.ts'
import { verify } from '../verify.ts'

/** `wc_sessionPropose`: an app asks a wallet for a session. Source: protocol reference, sections 5.2 and 6.1. */
export const sessionPropose: Method = {
  on: 'pairing',

  async onRequest(context, request, opened) {
    const { tables, emit } = context
    const { id } = request
    const { topic } = opened
    if (tables.proposal.has(String(id))) return {}
    if (tables.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic).length >= WAITING_LIMIT) return {}
    const params = toObject(request.params)
    const proposer = parseParticipant(params.proposer, 'connect() proposer')
    const required = params.requiredNamespaces ?? {}
    const optional = params.optionalNamespaces ?? {}
    for (const [name, namespaces] of [
      ['requiredNamespaces', required],
      ['optionalNamespaces', optional],
    ] as const) {
      if (!isObject(namespaces) || Object.keys(namespaces).length > 0)
        validateProposalNamespaces(namespaces, 'connect()', name)
    }
    const requiredNamespaces = required as ProposalNamespaces
    const optionalNamespaces = optional as ProposalNamespaces
    if (params.sessionProperties !== undefined) validateSessionProperties(params.sessionProperties, 'sessionProperties')
    if (isObject(params.scopedProperties))
      validateScopedProperties(params.scopedProperties, { ...requiredNamespaces, ...optionalNamespaces })
    const relays: readonly Relay[] = Array.isArray(params.relays)
      ? params.relays.map(parseRelay)
      : [{ protocol: 'irn' }]
    const proposal: Proposal = {
      id,
      pairingTopic: topic,
      expiryTimestamp: parseSecond(params.expiryTimestamp, nowSeconds(context) + PROPOSAL_SECONDS),
      proposer,
      relays,
      requiredNamespaces,
      optionalNamespaces,
      sessionProperties: parseTexts(params.sessionProperties),
      scopedProperties: isObject(params.scopedProperties) ? params.scopedProperties : undefined,
      requests: isObject(params.requests) ? params.requests : undefined,
    }
    if (proposal.expiryTimestamp <= nowSeconds(context)) return {}
    const verifyContext = await verify(context, 'wc_sessionPropose', proposer.metadata, opened)
    const known: Proposal = { ...proposal, verifyContext }
    return {
      changes: [{ table: 'proposal', key: String(id), value: known }],
      after: () => emit('session_proposal', { id, params: known, verifyContext }),
    }
  },

  async onResponse(context, sent, response) {
    const { tables, relayer } = context
    const proposal = tables.proposal.get(String(sent.id))
    if (!proposal) return {}
    if ('error' in response) {
      const kept = keepAnswer(context, sent, response)
      return { ...kept, changes: [...forgetProposal(context, proposal), ...kept.changes] }
    }
    const { responderPublicKey } = toObject(response.result)
    const privateKey = tables.keychain.get(proposal.proposer.publicKey)
    if (!isPublicKey(responderPublicKey) || privateKey === undefined)
      throw new EngineError('MISSING_OR_INVALID', 'connect() responder public key should be a string')
    const symKey = await deriveSymKey(privateKey, responderPublicKey)
    const sessionTopic = topicOfKey(symKey)
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
        // The topic stays wanted over reconnects, so nobody waits for the relay's word here.
        relayer.subscribe([sessionTopic]).catch(() => context.logger.debug('A session topic waits for the relay.'))
      },
    }
  },
}

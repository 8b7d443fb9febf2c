import { EngineError } from '../../errors.ts'
import type { AuthenticationRequest, Proposal, ProposalNamespaces, ProposalRequests, Relay } from '../../records.ts'
import {
  validateProposalNamespaces,
  validateScopedProperties,
  validateSessionProperties,
} from '../../rules/validate.ts'
import { validateStrictNamespaces } from '../../rules/validateWallet.ts'
import { isObject, toObject } from '../../rules/values.ts'
import { DAY_SECONDS, PROPOSAL_SECONDS, WAITING_LIMIT } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import type { Method } from '../method.ts'
import { parseParticipant, parseRelay, parseSecond, parseTexts } from '../parse.ts'
import { parseAuthPayload } from '../parseAuthPayload.ts'
import { answeredKey } from '../recordKeys.ts'
import { verify } from '../verify.ts'

/** A proposal reaches a wallet: checked, kept, and shown. Source: WalletConnect specification, Session proposal and Namespaces. */
export const onPropose: Method['onRequest'] = async (context, request, opened) => {
  const { tables, emit } = context
  const { id } = request
  const { topic } = opened
  if (tables.proposal.has(String(id))) return {}
  if (tables.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic).length >= WAITING_LIMIT) return {}
  const params = toObject(request.params)
  const proposer = parseParticipant(params.proposer, 'connect() proposer')
  if (tables.seen.has(answeredKey(topic, proposer.publicKey))) return {}
  // By id as well as by envelope: an app that could not know whether its proposal arrived may have proposed again.
  const mark = `${topic}:${id}`
  if (tables.seen.has(mark)) return {}
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
  if (context.options.strictNamespaces)
    for (const namespaces of [requiredNamespaces, optionalNamespaces]) validateStrictNamespaces(namespaces, 'connect()')
  if (params.sessionProperties !== undefined) validateSessionProperties(params.sessionProperties, 'sessionProperties')
  if (isObject(params.scopedProperties))
    validateScopedProperties(params.scopedProperties, { ...requiredNamespaces, ...optionalNamespaces })
  const relays: readonly Relay[] = Array.isArray(params.relays) ? params.relays.map(parseRelay) : [{ protocol: 'irn' }]
  const proposal: Proposal = {
    id,
    pairingTopic: topic,
    expiryTimestamp: parseSecond(context, params.expiryTimestamp, nowSeconds(context) + PROPOSAL_SECONDS),
    proposer,
    relays,
    requiredNamespaces,
    optionalNamespaces,
    sessionProperties: parseTexts(params.sessionProperties),
    scopedProperties: isObject(params.scopedProperties) ? params.scopedProperties : undefined,
    requests: isObject(params.requests) ? parseRequests(params.requests) : undefined,
  }
  if (proposal.expiryTimestamp <= nowSeconds(context)) return {}
  const verifyContext = await verify(context, 'wc_sessionPropose', proposer.metadata, opened)
  const known: Proposal = { ...proposal, verifyContext }
  return {
    changes: [
      { table: 'proposal', key: String(id), value: known },
      { table: 'seen', key: mark, value: nowSeconds(context) + DAY_SECONDS },
    ],
    after: () => emit('session_proposal', { id, params: known, verifyContext }),
  }
}

/** What else a proposal asks for. Throws `MISSING_OR_INVALID` for sign-ins that cannot be shown. */
function parseRequests(requests: Readonly<Record<string, unknown>>): ProposalRequests {
  const { authentication } = requests
  if (authentication === undefined || authentication === null) return requests
  if (!Array.isArray(authentication)) throw new EngineError('MISSING_OR_INVALID', 'connect() authentication')
  return {
    ...requests,
    authentication: authentication.map((asked): AuthenticationRequest => ({ ...asked, ...parseAuthPayload(asked) })),
  }
}

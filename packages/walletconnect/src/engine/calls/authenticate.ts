import { SIGN_METHODS } from '@latchkey/wire/methods'
import { wrapPlainEnvelope } from '../../crypto/envelope.ts'
import { topicOfKey } from '../../crypto/hashes.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import type { AuthPayload, Proposal } from '../../records.ts'
import { formatLinkModeUrl } from '../../rules/formatLinkModeUrl.ts'
import { formatJson } from '../../rules/json.ts'
import { toRequest } from '../../rules/toRequest.ts'
import { validateAuthenticate } from '../../rules/validateAuthenticate.ts'
import { union } from '../../rules/values.ts'
import { addRecap } from '../../signIn/recap.ts'
import type { Call } from '../call.ts'
import { AUTH_SECONDS, PROPOSAL_SECONDS } from '../constants.ts'
import { type EngineContext, nowSeconds } from '../context.ts'
import { sentRecord, undo } from '../outbound.ts'
import { preparePairing } from '../preparePairing.ts'
import { send } from '../send.ts'

const AUTH = 'wc_sessionAuthenticate'
const PROPOSE = 'wc_sessionPropose'

/**
 * `authenticate`: asks for a signed sign-in and, beside it, proposes an ordinary session to wallets that know no sign-ins. A wallet
 * that is known to speak link mode is asked by its link alone.
 */
export const authenticate: Call<'authenticate'> = async (context, params, { signal }) => {
  validateAuthenticate(params)
  const { tables, relayer, ids, options, clock } = context
  const { chains, domain, uri, nonce, methods = [], walletUniversalLink } = params
  const now = nowSeconds(context)
  const waitSeconds = Math.max(AUTH_SECONDS, params.expiry ?? 0)
  const resources = methods.length > 0 ? addRecap(params.resources ?? [], 'eip155', methods) : params.resources
  const payload: AuthPayload = {
    type: params.type ?? 'caip122',
    chains,
    ...(params.statement !== undefined && { statement: params.statement }),
    aud: uri,
    domain,
    version: '1',
    nonce,
    iat: new Date(clock.now()).toISOString(),
    ...(params.exp !== undefined && { exp: params.exp }),
    ...(params.nbf !== undefined && { nbf: params.nbf }),
    ...(params.requestId !== undefined && { requestId: params.requestId }),
    ...(resources && { resources }),
  }
  const pairing = await preparePairing(context, params.pairingTopic, { methods: [AUTH] })
  const { publicKey, privateKey } = await createKeyPair(context.random)
  const responseTopic = await topicOfKey(publicKey)
  const requester = { publicKey, metadata: options.metadata }
  const id = ids.message()
  const proposalId = ids.message()
  const asked = {
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: { chains, methods: union(methods, ['personal_sign']), events: ['chainChanged', 'accountsChanged'] },
    },
    relays: [{ protocol: 'irn' }],
    pairingTopic: pairing.topic,
    proposer: requester,
    expiryTimestamp: now + PROPOSAL_SECONDS,
    id: proposalId,
  } satisfies Proposal
  const authText = formatJson(
    toRequest(id, AUTH, { authPayload: payload, requester, expiryTimestamp: now + waitSeconds }),
  )
  const authKey = {
    id,
    responseTopic,
    publicKey,
    pairingTopic: pairing.topic,
    proposalId,
    expiry: now + waitSeconds,
    payload,
  }
  const outgoing = { topic: pairing.topic, params: undefined }
  const sentAuth = sentRecord(context, { ...outgoing, id, method: AUTH, waitSeconds })
  const kept = [
    ...pairing.changes,
    { table: 'keychain', key: publicKey, value: privateKey },
    { table: 'authKey', key: responseTopic, value: authKey },
    { table: 'sent', key: String(id), value: sentAuth },
  ] as const

  const link = linkOf(context, walletUniversalLink)
  if (link && context.openLink) {
    await tables.commit(kept)
    await context.openLink(formatLinkModeUrl(link, pairing.topic, wrapPlainEnvelope(authText)))
    return { uri: pairing.uri, id }
  }

  await tables.commit([
    ...kept,
    { table: 'proposal', key: String(proposalId), value: asked },
    {
      table: 'sent',
      key: String(proposalId),
      value: sentRecord(context, { ...outgoing, id: proposalId, method: PROPOSE, waitSeconds: PROPOSAL_SECONDS }),
    },
  ])
  try {
    await relayer.subscribe([pairing.topic, responseTopic], { signal })
    const auth = { ...SIGN_METHODS[AUTH].request, ttlSeconds: waitSeconds }
    const proposal = formatJson(toRequest(proposalId, PROPOSE, asked))
    await Promise.all([
      send(context, pairing.topic, authText, auth, { method: AUTH, signal }),
      send(context, pairing.topic, proposal, SIGN_METHODS[PROPOSE].request, { method: PROPOSE, signal }),
    ])
  } catch (error) {
    relayer.unsubscribe(pairing.rollback.length > 0 ? [pairing.topic, responseTopic] : [responseTopic])
    await undo(context, [
      ...pairing.rollback,
      { table: 'keychain', key: publicKey },
      { table: 'authKey', key: responseTopic },
      { table: 'sent', key: String(id) },
      { table: 'proposal', key: String(proposalId) },
      { table: 'sent', key: String(proposalId) },
    ])
    throw error
  }
  return { uri: pairing.uri, id }
}

/** The wallet's link, where both sides speak link mode. */
function linkOf({ tables, options }: EngineContext, link: string | undefined): string | undefined {
  const { linkMode, universal } = options.metadata.redirect ?? {}
  return link && linkMode && universal && tables.linkApp.has(link) ? link : undefined
}

import { sealEnvelope } from '../crypto/envelope.ts'
import { topicOfKey } from '../crypto/hashes.ts'
import { createKeyPair, deriveSymKey, type KeyPair } from '../crypto/keys.ts'
import { EngineError } from '../errors.ts'
import type { AuthRequest, Cacao, JsonRpcResponse, Session, TransportType } from '../records.ts'
import { formatLinkModeUrl } from '../rules/formatLinkModeUrl.ts'
import { formatJson } from '../rules/json.ts'
import { toSignInNamespaces } from '../signIn/cacao.ts'
import { answeredKey } from './answeredKey.ts'
import { DAY_SECONDS, SESSION_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { answerOptions } from './outbound.ts'

/** Whom a sign-in's answer goes to. */
type AuthAnswer = Pick<AuthRequest, 'id' | 'requester'> & { readonly transport: TransportType }

/**
 * Answers a sign-in on the requester's own topic, in an envelope of type 1 that brings the key of who answers. Source: protocol
 * reference, sections 12.6 and 13.
 */
export async function sendAuthAnswer(
  context: EngineContext,
  { requester, transport }: AuthAnswer,
  response: JsonRpcResponse,
  kind: 'answer' | 'reject' | 'autoReject',
  known?: KeyPair,
): Promise<void> {
  const keys = known ?? (await createKeyPair(context.random))
  const topic = await topicOfKey(requester.publicKey)
  const symKey = await deriveSymKey(keys.privateKey, requester.publicKey)
  const link = requester.metadata.redirect?.universal
  const isLink = transport === 'link_mode' && link !== undefined && context.openLink !== undefined
  const message = sealEnvelope({
    type: 1,
    symKey,
    senderPublicKey: keys.publicKey,
    message: formatJson(response),
    random: context.random,
    encoding: isLink ? 'base64url' : 'base64',
  })
  if (isLink) await context.openLink?.(formatLinkModeUrl(link, topic, message))
  else await context.relayer.publish({ topic, message, ...answerOptions('wc_sessionAuthenticate', kind) })
}

/** What a session by sign-in is made of. */
export type SignInParts = Pick<Session, 'topic' | 'pairingTopic' | 'self' | 'peer' | 'controller' | 'transportType'> & {
  readonly auths: readonly Cacao[]
}

/** A sign-in that waits for an answer. */
export function requireAuthRequest(context: EngineContext, id: unknown): AuthRequest {
  const request = context.tables.auth.get(String(id))
  if (!request)
    throw new EngineError('NO_MATCHING_KEY', '', { message: `Could not find pending auth request with id ${id}` })
  if (request.expiryTimestamp <= nowSeconds(context)) throw new EngineError('EXPIRED', `auth request id: ${id}`)
  return request
}

/** A sign-in that was answered, and the proposals that came with it in case it would not be. */
export function forgetSignIn(context: EngineContext, request: AuthRequest) {
  const { tables } = context
  const { id, pairingTopic, requester } = request
  const mark = answeredKey(pairingTopic, requester.publicKey)
  const fallbacks = tables.proposal.getAll().filter((proposal) => proposal.pairingTopic === pairingTopic)
  return {
    changes: [
      { table: 'auth', key: String(id) } as const,
      { table: 'seen', key: mark, value: nowSeconds(context) + DAY_SECONDS } as const,
      ...fallbacks.map((proposal) => ({ table: 'proposal', key: String(proposal.id) }) as const),
    ],
    rollback: [
      { table: 'auth', key: String(id), value: request } as const,
      { table: 'seen', key: mark } as const,
      ...fallbacks.map((proposal) => ({ table: 'proposal', key: String(proposal.id), value: proposal }) as const),
    ],
  }
}

/** The session that a capability of a sign-in grants; undefined where it grants none. Source: protocol reference, section 12.6. */
export function signInSession(context: EngineContext, parts: SignInParts): Session | undefined {
  const { topic, pairingTopic, self, peer, controller, transportType, auths } = parts
  const namespaces = toSignInNamespaces(auths)
  if (!namespaces) return undefined
  return {
    topic,
    relay: { protocol: 'irn' },
    expiry: nowSeconds(context) + SESSION_SECONDS,
    namespaces,
    acknowledged: true,
    pairingTopic,
    requiredNamespaces: {},
    optionalNamespaces: {},
    controller,
    self,
    peer,
    authentication: auths,
    transportType,
  }
}

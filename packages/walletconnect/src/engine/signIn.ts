import { sealEnvelope } from '../crypto/envelope.ts'
import { topicOfKey } from '../crypto/hashes.ts'
import { createKeyPair, deriveSymKey, type KeyPair } from '../crypto/keys.ts'
import { EngineError } from '../errors.ts'
import type { AuthRequest, Cacao, JsonRpcResponse, Session, TransportType } from '../records.ts'
import { formatLinkModeUrl } from '../rules/formatLinkModeUrl.ts'
import { formatJson } from '../rules/json.ts'
import { toSignInNamespaces } from '../signIn/cacao.ts'
import type { TableChange } from '../tables.ts'
import { DAY_SECONDS, SESSION_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { answeredKey, answerKey } from './recordKeys.ts'
import { answerOptions } from './send.ts'

const METHOD = 'wc_sessionAuthenticate'

/** Whom a sign-in's answer goes to. */
type AuthAnswer = Pick<AuthRequest, 'id' | 'requester'> & { readonly transport: TransportType }

/** An answer to a sign-in, ready to go out on the requester's own topic, or by a link. */
type SealedAnswer = { readonly topic: string; readonly message: string; readonly link: string | undefined }

/** The answer to a sign-in, in an envelope of type 1 that brings the key of who answers. */
export async function sealAuthAnswer(
  context: EngineContext,
  { requester, transport }: AuthAnswer,
  response: JsonRpcResponse,
  known?: KeyPair,
): Promise<SealedAnswer> {
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
  return { topic, message, link: isLink ? link : undefined }
}

/** Sends the answer to a sign-in. */
export async function sendAuthAnswer(
  context: EngineContext,
  { topic, message, link }: SealedAnswer,
  kind: 'answer' | 'reject' | 'autoReject',
): Promise<void> {
  if (link === undefined) await context.relayer.publish({ topic, message, ...answerOptions(METHOD, kind) })
  else await context.openLink?.(formatLinkModeUrl(link, topic, message))
}

/** Keeps the answer to a sign-in until it was sent, so that it is sent after a crash. One that goes by a link needs a tap, and is not. */
export function keepAuthAnswer(
  { id, expiryTimestamp: expiry }: AuthRequest,
  response: JsonRpcResponse,
  { topic, message, link }: SealedAnswer,
): readonly TableChange[] {
  if (link !== undefined) return []
  return [
    { table: 'sent', key: answerKey(id), value: { id, topic, method: METHOD, expiry, response, envelope: message } },
  ]
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
      { table: 'sent', key: answerKey(id) } as const,
      ...fallbacks.map((proposal) => ({ table: 'proposal', key: String(proposal.id), value: proposal }) as const),
    ],
  }
}

/** The session that a capability of a sign-in grants; undefined where it grants none. */
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

import { type PublishOptions, SIGN_METHODS, type SignMethodName, UNKNOWN_METHOD } from '@latchkey/wire/methods'
import { EngineError } from '../errors.ts'
import type { JsonRpcResponse } from '../records.ts'
import { formatLinkModeUrl } from '../rules/formatLinkModeUrl.ts'
import { formatJson } from '../rules/json.ts'
import { toFailure } from '../rules/jsonRpc.ts'
import { toRequest } from '../rules/toRequest.ts'
import type { TableChange } from '../tables.ts'
import { REFUSAL_LENGTH } from './constants.ts'
import type { EngineContext } from './context.ts'
import { attest, sealFor, sentRecord, undo } from './outbound.ts'

/** Methods whose messages an app's surroundings vouch for. Source: WalletConnect specification, Verify. */
const ATTESTED: readonly string[] = ['wc_sessionPropose', 'wc_sessionRequest', 'wc_sessionAuthenticate']

/** The link of a wallet or app when messages of a session travel by links; undefined when they go over the relay. */
function linkOf(context: EngineContext, topic: string): string | undefined {
  const session = context.tables.session.get(topic)
  if (!context.openLink || session?.transportType !== 'link_mode') return undefined
  return session.peer.metadata.redirect?.universal
}

/** Sends a payload's text on a topic, over the relay or by a link. */
export async function send(
  context: EngineContext,
  topic: string,
  text: string,
  options: PublishOptions,
  about: { readonly method?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const link = linkOf(context, topic)
  if (link && context.openLink)
    return context.openLink(formatLinkModeUrl(link, topic, await sealFor(context, topic, text, 'base64url')))
  const message = await sealFor(context, topic, text)
  const attestation = ATTESTED.includes(about.method ?? '') ? await attest(context, message, text) : undefined
  await context.relayer.publish({ topic, message, ...options, attestation }, { signal: about.signal })
}

/** A request that is sent. */
export type Outgoing = {
  readonly topic: string
  readonly method: SignMethodName
  readonly params: unknown
  readonly id?: number | undefined
  readonly chainId?: string | undefined
  /** The call that asks, so that asking again is known from another request that happens to have its id. */
  readonly callId?: string | undefined
  /** How long its answer is waited for. Default: 300 s. */
  readonly waitSeconds?: number | undefined
  readonly ttlSeconds?: number | undefined
  /** What is written in the same commit, read in the topic's turn; and what is written when it could not be sent. */
  readonly changes?: (() => readonly TableChange[]) | undefined
  readonly rollback?: (() => readonly TableChange[]) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Keeps a request, then sends it. When it cannot be sent, what it changed is put back and the failure thrown. */
export async function sendRequest(context: EngineContext, outgoing: Outgoing): Promise<number> {
  const { topic, method, params, id = context.ids.message(), changes, rollback, signal } = outgoing
  // What cannot travel is refused before anything is written.
  const text = formatJson(toRequest(id, method, params))
  const record = sentRecord(context, { ...outgoing, id })
  const commit = () =>
    context.tables.commit([...(changes?.() ?? []), { table: 'sent', key: String(id), value: record }])
  await (changes ? context.turns(topic, commit) : commit())
  const { request } = SIGN_METHODS[method]
  try {
    const ttlSeconds = outgoing.ttlSeconds ?? request.ttlSeconds
    await send(context, topic, text, { ...request, ttlSeconds }, { method, signal })
  } catch (error) {
    await undo(context, [...(rollback?.() ?? []), { table: 'sent', key: String(id) }])
    throw error
  }
  return id
}

/** Answers a peer's request. `kind` says which tag the refusal of a proposal or sign-in has. */
export async function sendAnswer(
  context: EngineContext,
  topic: string,
  method: string,
  response: JsonRpcResponse,
  kind: 'answer' | 'reject' | 'autoReject' = 'answer',
): Promise<void> {
  await send(context, topic, formatJson(response), answerOptions(method, kind))
}

/** How an answer travels. */
export function answerOptions(method: string, kind: 'answer' | 'reject' | 'autoReject' = 'answer'): PublishOptions {
  if (!isSignMethod(method)) return UNKNOWN_METHOD
  const known: { readonly [Kind in typeof kind]?: PublishOptions | undefined } = SIGN_METHODS[method]
  return known[kind] ?? SIGN_METHODS[method].answer
}

/** Whether a text is a method of the protocol. */
export function isSignMethod(method: string): method is SignMethodName {
  return Object.hasOwn(SIGN_METHODS, method)
}

/**
 * An answer of failure. Of what was thrown, only errors of the protocol are told; anything else stays here. Their words may quote
 * what a peer sent, and are cut so that no answer is longer than a relay takes.
 */
export function errorOf(id: number, error: unknown): JsonRpcResponse {
  if (!(error instanceof EngineError)) return toFailure(id, undefined)
  return toFailure(id, { code: error.code, message: error.message.slice(0, REFUSAL_LENGTH) })
}

import { fingerprintOf, openEnvelope, readEnvelope } from '../crypto/envelope.ts'
import { deriveSymKey } from '../crypto/keys.ts'
import { EngineError, isEngineError } from '../errors.ts'
import type { JsonRpcRequest, JsonRpcResponse } from '../records.ts'
import { parseMessage } from '../rules/jsonRpc.ts'
import type { SentRequest, TableChange } from '../tables.ts'
import { DAY_SECONDS, SEEN_LIMIT } from './constants.ts'
import { type Arrival, type EngineContext, nowSeconds } from './context.ts'
import { keepAnswer } from './keepAnswer.ts'
import type { Handled, Method, Opened } from './method.ts'
import { METHODS } from './methods.ts'
import { errorOf, isSignMethod, sendAnswer } from './send.ts'

/**
 * Deals with a peer's message: opens it, has its method handle it, writes what came of it together with the mark that it was
 * dealt with, and only then answers and tells. Resolves for everything that can be dealt with, junk included; rejects when
 * storage or the relay failed, so that the message comes again.
 */
export async function dispatch(context: EngineContext, arrival: Arrival): Promise<void> {
  const { tables, logger, relayer, turns } = context
  const { topic } = arrival
  const opened = await openArrival(context, arrival)
  if (!opened) return
  if (opened === 'unknown') {
    logger.debug('A message on a topic that nobody knows was dropped.', { topic })
    return relayer.unsubscribe([topic])
  }
  let message: ReturnType<typeof parseMessage>
  try {
    message = parseMessage(opened.text)
  } catch {
    return logger.warn('Decoded payload is not identifiable as a JSON-RPC request or a response.', { topic })
  }
  const mark = `${topic}:${opened.fingerprint}`
  if (tables.seen.has(mark)) {
    if (message.kind !== 'request' || !isSignMethod(message.request.method)) return
    const isHandled = markHandled(context, mark)
    try {
      await METHODS[message.request.method].onRepeat?.(context, message.request, opened, isHandled)
    } catch (error) {
      // What was refused the first time is refused again; only what could not be kept or sent is worth another try.
      if (!(error instanceof EngineError) || error.code < 0) throw error
      logger.debug('A message that came again was dropped.', { topic })
    }
    return
  }
  const after = await turns(topic, async () => {
    const handled =
      message.kind === 'request'
        ? await handleRequest(context, message.request, opened)
        : await handleResponse(context, message.response, opened)
    if (!handled) return undefined
    const changes = handled.changes ?? []
    // Nothing arrives any more on a topic whose key goes with this message; no mark is left for it.
    const isGone = changes.some(({ table, key, value }) => table === 'keychain' && key === topic && value === undefined)
    const seen: TableChange = { table: 'seen', key: mark, value: nowSeconds(context) + DAY_SECONDS }
    await tables.commit(isGone ? changes : [...changes, seen])
    if (!isGone) markHandled(context, mark)
    return handled.after
  })
  await after?.()
}

/** Notes that this engine deals with a message. Says whether it has before. */
function markHandled({ handled }: EngineContext, mark: string): boolean {
  if (handled.has(mark)) return true
  handled.add(mark)
  for (const old of handled) {
    if (handled.size <= SEEN_LIMIT) break
    handled.delete(old)
  }
  return false
}

/** Opens an envelope. Undefined for junk; `unknown` for a topic without a key. */
async function openArrival(context: EngineContext, arrival: Arrival): Promise<Opened | 'unknown' | undefined> {
  const { tables, logger } = context
  const { topic, message, transport, attestation, relayAttestation } = arrival
  try {
    const envelope = readEnvelope(message)
    const fingerprint = await fingerprintOf(envelope)
    const about = { topic, message, fingerprint, attestation, relayAttestation, transport }
    const symKey = tables.keychain.get(topic)
    const authKey = tables.authKey.get(topic)
    const isKnown = symKey !== undefined || authKey !== undefined
    if (envelope.type === 2) {
      // Only a first message may be open. Where there is a key, anybody could have written it.
      if (transport === 'link_mode' && !isKnown) return { ...about, text: envelope.message, sender: undefined }
      logger.warn('An open envelope that has to be sealed was dropped.', { topic })
      return undefined
    }
    if (!isKnown) return 'unknown'
    if (envelope.type === 1) {
      const privateKey = authKey && tables.keychain.get(authKey.publicKey)
      if (privateKey === undefined) return undefined
      const sender = envelope.senderPublicKey
      return { ...about, text: openEnvelope(envelope, await deriveSymKey(privateKey, sender)), sender }
    }
    return symKey === undefined ? undefined : { ...about, text: openEnvelope(envelope, symKey), sender: undefined }
  } catch {
    logger.debug('A message that does not open was dropped.', { topic })
    return undefined
  }
}

/** Where a topic belongs. A session that is not settled yet counts as one. */
function placeOf({ tables }: EngineContext, topic: string): Method['on'] {
  return tables.pairing.has(topic) ? 'pairing' : 'session'
}

async function handleRequest(
  context: EngineContext,
  request: JsonRpcRequest,
  opened: Opened,
): Promise<Handled | undefined> {
  const { id, method } = request
  const { topic } = opened
  // Both sides have one key, so that a relay can bring a message back to who wrote it.
  const own = context.tables.sent.get(String(id))
  if (own?.topic === topic && own.method === method) {
    context.logger.debug('A request of our own came back and was dropped.', { topic })
    return undefined
  }
  const place = placeOf(context, topic)
  const handler = isSignMethod(method) ? METHODS[method] : undefined
  if (handler?.on !== place) {
    if (place === 'pairing') {
      const refusal = errorOf(id, new EngineError('WC_METHOD_UNSUPPORTED', method))
      return { after: () => sendAnswer(context, topic, '', refusal) }
    }
    context.logger.debug('Unsupported request method.', { topic })
    return {}
  }
  try {
    return await handler.onRequest(context, request, opened)
  } catch (error) {
    if (isEngineError(error, 'STORAGE_FAILED') || isEngineError(error, 'ABORTED')) throw error
    if (!(error instanceof EngineError)) {
      context.logger.error('A message could not be dealt with.', { topic, method, error: nameOf(error) })
      return {}
    }
    // The session or pairing may be gone, and with it the key to answer with.
    if (!context.tables.keychain.has(topic)) return {}
    return { after: () => sendAnswer(context, topic, method, errorOf(id, error), 'autoReject') }
  }
}

async function handleResponse(
  context: EngineContext,
  response: JsonRpcResponse,
  opened: Opened,
): Promise<Handled | undefined> {
  const sent = context.tables.sent.get(String(response.id))
  const authTopic = context.tables.authKey.get(opened.topic)?.id === response.id
  if (!sent || sent.response || (sent.topic !== opened.topic && !authTopic)) {
    context.logger.debug('An answer that nobody asked for was dropped.', { topic: opened.topic })
    return undefined
  }
  const answered = isSignMethod(sent.method) ? METHODS[sent.method].onResponse : undefined
  try {
    return await (answered ?? keep)(context, sent, response, opened)
  } catch (error) {
    if (isEngineError(error, 'STORAGE_FAILED') || isEngineError(error, 'ABORTED')) throw error
    context.logger.error('An answer could not be dealt with.', { topic: opened.topic, error: nameOf(error) })
    return {}
  }
}

const keep = (context: EngineContext, sent: SentRequest, response: JsonRpcResponse): Handled =>
  keepAnswer(context, sent, response)

/** The kind of an error: its words may quote a payload (SEC-88). */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

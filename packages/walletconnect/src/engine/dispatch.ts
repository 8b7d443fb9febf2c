import { openEnvelope, readEnvelope } from '../crypto/envelope.ts'
import { sha256Hex } from '../crypto/hashes.ts'
import { deriveSymKey } from '../crypto/keys.ts'
import { ENGINE_ERRORS, EngineError, isEngineError } from '../errors.ts'
import type { JsonRpcRequest, JsonRpcResponse } from '../records.ts'
import { parseMessage, toFailure } from '../rules/jsonRpc.ts'
import type { SentRequest, TableChange } from '../tables.ts'
import { keepAnswer } from './answers.ts'
import { DAY_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import type { Arrival, Handled, Method, Opened } from './method.ts'
import { METHODS } from './methods.ts'
import { errorOf, isSignMethod, sendAnswer } from './outbound.ts'

/**
 * Deals with a peer's message: opens it, has its method handle it, writes what came of it together with the mark that it was
 * dealt with, and only then answers and tells. Resolves for everything that can be dealt with, junk included; rejects when
 * storage or the relay failed, so that the message comes again.
 */
export async function dispatch(context: EngineContext, arrival: Arrival): Promise<void> {
  const { tables, logger, relayer, turns } = context
  const { topic } = arrival
  const envelopeHash = await sha256Hex(arrival.message)
  const opened = await openArrival(context, arrival, envelopeHash)
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
  const mark = `${topic}:${envelopeHash}`
  if (tables.seen.has(mark)) {
    if (message.kind === 'request' && isSignMethod(message.request.method))
      await METHODS[message.request.method].onRepeat?.(context, message.request, opened)
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
    return handled.after
  })
  await after?.()
}

/** Opens an envelope. Undefined for junk; `unknown` for a topic without a key. */
async function openArrival(
  context: EngineContext,
  arrival: Arrival,
  envelopeHash: string,
): Promise<Opened | 'unknown' | undefined> {
  const { tables, logger } = context
  const { topic, message, transport, attestation, relayAttestation } = arrival
  const about = { topic, envelopeHash, attestation, relayAttestation, transport }
  try {
    const envelope = readEnvelope(message)
    if (envelope.type === 2) {
      if (transport === 'link_mode') return { ...about, text: envelope.message, sender: undefined }
      logger.warn('An open envelope came over the relay and was dropped.', { topic })
      return undefined
    }
    if (envelope.type === 1) {
      const key = tables.authKey.get(topic)
      const privateKey = key && tables.keychain.get(key.publicKey)
      if (privateKey === undefined) return 'unknown'
      const sender = envelope.senderPublicKey
      return { ...about, text: openEnvelope(envelope, await deriveSymKey(privateKey, sender)), sender }
    }
    const symKey = tables.keychain.get(topic)
    if (symKey === undefined) return 'unknown'
    return { ...about, text: openEnvelope(envelope, symKey), sender: undefined }
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
  const place = placeOf(context, topic)
  const handler = isSignMethod(method) ? METHODS[method] : undefined
  if (handler?.on !== place) {
    if (place === 'pairing') {
      const [code, words] = ENGINE_ERRORS.WC_METHOD_UNSUPPORTED
      const refusal = toFailure(id, { code, message: `${words} ${method.slice(0, 100)}` })
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

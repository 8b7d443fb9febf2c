import { sealEnvelope } from '../crypto/envelope.ts'
import { sha256Hex } from '../crypto/hashes.ts'
import { EngineError } from '../errors.ts'
import type { SentRequest, TableChange } from '../tables.ts'
import { ACKNOWLEDGE_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'

/** The envelope (type 0) of a payload's text on a topic whose key we hold. */
export async function sealFor(
  context: EngineContext,
  topic: string,
  message: string,
  encoding: 'base64' | 'base64url' = 'base64',
): Promise<string> {
  const symKey = context.tables.keychain.get(topic)
  if (symKey === undefined) throw new EngineError('NO_MATCHING_KEY', `keychain: ${topic}`)
  return sealEnvelope({ symKey, message, random: context.random, encoding })
}

/** An attestation of a message of ours; the empty text when there is none to be had, undefined when nobody was asked. */
export async function attest(context: EngineContext, message: string, payload: string): Promise<string | undefined> {
  const ask = context.options.attest
  if (!ask) return undefined
  try {
    return await ask({ envelopeHash: await sha256Hex(message), payloadHash: await sha256Hex(payload) })
  } catch {
    return ''
  }
}

/** The record of a request of ours. */
export function sentRecord(
  context: EngineContext,
  outgoing: Pick<SentRequest, 'id' | 'topic' | 'method' | 'chainId' | 'callId'> & {
    /** How long its answer is waited for. Default: 300 s. */
    readonly waitSeconds?: number | undefined
  },
): SentRequest {
  const { id, topic, method, chainId, callId, waitSeconds = ACKNOWLEDGE_SECONDS } = outgoing
  return { id, topic, method, chainId, callId, expiry: nowSeconds(context) + waitSeconds }
}

/** Puts back what could not be sent. A failure here is only said: expiry clears what is left. */
export async function undo(context: EngineContext, changes: readonly TableChange[]): Promise<void> {
  await context.tables
    .commit(changes)
    .catch(() => context.logger.warn('A change that was not sent could not be taken back.'))
}

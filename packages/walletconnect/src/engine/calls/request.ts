import { EngineError } from '../../errors.ts'
import { isChainOf, isMethodOf } from '../../rules/grants.ts'
import { isRequestExpiry } from '../../rules/requestExpiry.ts'
import { isText, show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { REQUEST_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { requireSession } from '../requireSession.ts'
import { sendRequest } from '../send.ts'

/**
 * `request`: asks a wallet's owner for something. Asked again by the same call, it is published under the same id, and wallets
 * show an id once.
 */
export const request: Call<'request'> = async (context, params, { signal, callId }) => {
  const { topic, chainId, request: asked, expiry = REQUEST_SECONDS } = params
  const session = requireSession(context, topic)
  if (!isText(chainId) || !isChainOf(session.namespaces, chainId))
    throw new EngineError('MISSING_OR_INVALID', `request() chainId: ${show(chainId)}`)
  if (!isText(asked?.method)) throw new EngineError('MISSING_OR_INVALID', `request() ${show(asked)}`)
  if (!isMethodOf(session.namespaces, chainId, asked.method))
    throw new EngineError('MISSING_OR_INVALID', `request() method: ${asked.method}`)
  if (!isRequestExpiry(expiry)) {
    const words = 'Expiry must be a number (in seconds) between 300 and 604800'
    throw new EngineError('MISSING_OR_INVALID', `request() expiry: ${show(expiry)}. ${words}`)
  }
  const earlier = context.tables.sent.get(String(params.id))
  const isAgain = earlier?.callId === callId && earlier.topic === topic
  if (isAgain && earlier.response) return { id: params.id }
  const expiryTimestamp = isAgain ? earlier.expiry : nowSeconds(context) + expiry
  const id = await sendRequest(context, {
    id: earlier && !isAgain ? context.ids.message() : params.id,
    topic,
    method: 'wc_sessionRequest',
    params: { request: { method: asked.method, params: asked.params, expiryTimestamp }, chainId },
    chainId,
    callId,
    waitSeconds: expiryTimestamp - nowSeconds(context),
    ttlSeconds: expiry,
    signal,
  })
  return { id }
}

import { EngineError } from '../../errors.ts'
import type { PendingRequest } from '../../records.ts'
import { isChainOf, isMethodOf } from '../../rules/grants.ts'
import { show, toObject } from '../../rules/values.ts'
import { DAY_SECONDS, REQUEST_SECONDS, WAITING_LIMIT } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import type { Method } from '../method.ts'
import { parseSecond } from '../parse.ts'
import { queueOf } from '../requestQueue.ts'
import { requireSession } from '../requireSession.ts'
import { verify } from '../verify.ts'

/** `wc_sessionRequest`: an app asks the wallet's owner for something. Checked, kept, and queued. */
export const sessionRequest: Method = {
  on: 'session',

  async onRequest(context, { id, params }, opened) {
    const { tables, emit } = context
    const { topic } = opened
    const session = requireSession(context, topic)
    // The app's side of a session is asked nothing: nobody there could answer.
    if (session.self.publicKey !== session.controller) throw new EngineError('UNAUTHORIZED_METHOD')
    const { request, chainId } = toObject(params)
    const { method, params: inner, expiryTimestamp } = toObject(request)
    if (typeof chainId !== 'string' || !isChainOf(session.namespaces, chainId))
      throw new EngineError('MISSING_OR_INVALID', `request() chainId: ${show(chainId)}`)
    if (typeof method !== 'string' || method === '')
      throw new EngineError('MISSING_OR_INVALID', `request() ${show(request)}`)
    if (!isMethodOf(session.namespaces, chainId, method))
      throw new EngineError('MISSING_OR_INVALID', `request() method: ${method}`)
    // By id as well as by envelope: an app that could not know whether its request arrived may have asked again.
    const mark = `${topic}:${id}`
    if (tables.request.has(String(id)) || tables.seen.has(mark)) return {}
    const now = nowSeconds(context)
    const expiry = parseSecond(context, expiryTimestamp, now + REQUEST_SECONDS)
    if (expiry <= now) return { after: () => emit('session_request_expire', { id }) }
    if (tables.request.getAll().filter((known) => known.topic === topic).length >= WAITING_LIMIT)
      throw new EngineError('MISSING_OR_INVALID', 'request() too many requests wait for an answer')
    const pending: PendingRequest = {
      id,
      topic,
      params: { request: { method, params: inner, expiryTimestamp: expiry }, chainId },
      verifyContext: await verify(context, 'wc_sessionRequest', session.peer.metadata, opened),
    }
    return {
      changes: [
        { table: 'request', key: String(id), value: pending },
        { table: 'seen', key: mark, value: Math.max(expiry, now + DAY_SECONDS) },
      ],
      after: () => queueOf(context).add(pending),
    }
  },
}

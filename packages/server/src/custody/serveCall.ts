import { type CustodyCall, HOST_HEADER } from '@latchkey/wire/custody/call'
import { parseWith } from '@latchkey/wire/endpoint'
import type { Language } from '@latchkey/wire/languages'
import type { GatewayApp, GatewayContext } from '../gateway/environment.ts'
import { BODY_LIMIT, holdsZero, readJsonBody } from '../gateway/middleware/limits.ts'
import { noteRefusal } from '../gateway/noteRefusal.ts'
import type { RateLimiter } from '../gateway/rateLimiter.ts'
import { describeDevice } from '../mail/describeDevice.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { readLanguage } from '../text/say.ts'
import { CustodyRefusal } from './CustodyRefusal.ts'
import { checkProof, type Proof, type TakeOnce } from './checkProof.ts'

/** A call whose sender is known by its device. */
export type CallRequest<Body> = Proof & {
  readonly body: Body
  /** The session's token, where the call has one. */
  readonly token: string | undefined
  /** Origin of the page around the frame, not looked at yet. */
  readonly host: string
  /** The browser in words of ours. */
  readonly device: string
  /** What mails that the call causes are written in. */
  readonly language: Language
  /** Who asks, by network address. */
  readonly clientKey: string
  readonly signal: AbortSignal
  readonly context: GatewayContext
}

/** What serves calls on one server. */
export type CallServer = <Body, Answer>(
  call: CustodyCall<Body, Answer>,
  handler: (request: CallRequest<Body>) => Promise<Answer>,
) => void

/** Puts calls on an application: only the frame's pages may ask, in JSON, with a proof by their device (SEC-74, SEC-75). */
export function createCallServer(parameters: {
  app: GatewayApp
  /** The one origin that may call. */
  frameOrigin: string
  /** Where clients reach this server, without a slash at the end. */
  publicUrl: string
  takeOnce: TakeOnce
  limiter: RateLimiter
  clock: Clock
}): CallServer {
  const { app, frameOrigin, publicUrl, takeOnce, limiter, clock } = parameters

  async function answer<Body, Answer>(
    context: GatewayContext,
    call: CustodyCall<Body, Answer>,
    handler: (request: CallRequest<Body>) => Promise<Answer>,
  ): Promise<Response> {
    const wait = limiter.take(context.get('clientKey'), 1)
    if (wait !== undefined) throw new CustodyRefusal('TOO_OFTEN', 'Too many calls.', { retryAfterMs: wait * 1000 })
    if (context.req.header('origin') !== frameOrigin) {
      throw new CustodyRefusal('ORIGIN_NOT_ALLOWED', 'Only the frame of the wallet may call.')
    }
    if (!/^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? '')) {
      throw new RequestError('BODY_INVALID', 'The body must be sent as application/json.')
    }
    const parsed = parseWith(call.body, await readJsonBody(context, BODY_LIMIT))
    if (!parsed.ok || holdsZero(parsed.value)) {
      throw new RequestError('BODY_INVALID', 'The body does not fit.', parsed.ok ? {} : { reasons: parsed.reasons })
    }
    const token = readToken(context.req.header('authorization'))
    if (call.session && token === undefined) throw new CustodyRefusal('SESSION_REFUSED', 'Nobody is logged in.')
    const proof = await checkProof({
      proof: context.req.header('dpop'),
      url: `${publicUrl}${call.path}`,
      now: clock.now(),
      token,
      takeOnce,
    })
    const made = await handler({
      ...proof,
      body: parsed.value,
      token,
      host: context.req.header(HOST_HEADER) ?? '',
      device: describeDevice(context.req.header('user-agent')),
      language: readLanguage(context.req.header('accept-language')),
      clientKey: context.get('clientKey'),
      signal: context.get('signal'),
      context,
    })
    const checked = parseWith(call.answer, made)
    if (!checked.ok)
      throw new Error(`${call.name} made an answer that does not fit: ${JSON.stringify(checked.reasons)}`)
    return context.json(checked.value as object)
  }

  return (call, handler) => {
    app.post(call.path, async (context) => {
      context.set('routeName', call.name)
      openTo(context, frameOrigin)
      try {
        return await answer(context, call, handler)
      } catch (error) {
        if (error instanceof CustodyRefusal) return refuse(context, error)
        throw error
      }
    })
    app.options(call.path, (context) => {
      context.set('routeName', call.name)
      openTo(context, frameOrigin)
      context.header('access-control-allow-methods', 'POST, OPTIONS')
      context.header('access-control-allow-headers', `content-type, authorization, dpop, ${HOST_HEADER}`)
      context.header('access-control-max-age', '7200')
      return context.body(null, 204)
    })
    app.all(call.path, (context) => {
      context.set('routeName', call.name)
      context.header('allow', 'POST, OPTIONS')
      throw new RequestError('METHOD_NOT_ALLOWED', 'This path takes POST.')
    })
  }
}

/** Lets the frame read the answer, and nobody else; browsers of others ask no further than for leave. Cookies do not travel. */
function openTo(context: GatewayContext, frameOrigin: string): void {
  context.res.headers.delete('access-control-allow-origin')
  const origin = context.req.header('origin')
  if (origin !== frameOrigin) {
    noteRefusal(context, 'ORIGIN_NOT_ALLOWED', origin)
    return
  }
  context.header('access-control-allow-origin', frameOrigin)
  context.header('access-control-expose-headers', 'x-request-id, retry-after')
}

function refuse(context: GatewayContext, refusal: CustodyRefusal): Response {
  if (refusal.code === 'HOST_NOT_ALLOWED') noteRefusal(context, refusal.code, context.req.header(HOST_HEADER))
  if (refusal.retryAfterSeconds !== undefined) context.header('retry-after', String(refusal.retryAfterSeconds))
  const facts = Object.entries(refusal.facts).map(([field, description]) => ({ field, description }))
  const body = {
    status: 'FAILED',
    code: refusal.code,
    message: refusal.message,
    requestId: context.get('requestId'),
    reasons: [{ field: '', description: refusal.message }, ...facts],
  }
  return context.json(body, refusal.status)
}

function readToken(header: string | undefined): string | undefined {
  return /^DPoP ([\w-]{43})$/.exec(header ?? '')?.[1]
}

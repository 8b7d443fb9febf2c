import type { MiddlewareHandler } from 'hono'
import { isDeeperThan } from '../../isDeeperThan.ts'
import { RequestError } from '../../RequestError.ts'
import { readCapped } from '../../upstreams/readCapped.ts'
import type { GatewayContext, GatewayEnvironment } from '../environment.ts'

/** Longest address of a request, in characters. Source: SEC-107. */
export const URL_LIMIT = 8 * 1024

/** Largest body of an ordinary request, in bytes. Source: SEC-107. */
export const BODY_LIMIT = 64 * 1024

/** Largest body of a JSON-RPC request, in bytes. Source: SEC-107. */
export const RPC_BODY_LIMIT = 256 * 1024

/** Deepest nesting of a JSON body. Source: SEC-107. */
export const DEPTH_LIMIT = 32

/** Refuses long addresses and gives the request a signal that aborts when its time is up or its client has gone. */
export function limits(requestTimeoutMs: number): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    if (context.req.url.length > URL_LIMIT) {
      throw new RequestError('URL_TOO_LONG', `The address is longer than ${URL_LIMIT} characters.`)
    }
    // A zero character fits no field, and PostgreSQL refuses any text that holds one.
    if (/%00/.test(context.req.url)) {
      throw new RequestError('INPUT_INVALID', 'The address holds a zero character.')
    }
    const time = AbortSignal.timeout(requestTimeoutMs)
    const signal = AbortSignal.any([time, context.req.raw.signal])
    context.set('signal', signal)
    let stop = () => {}
    const timeIsUp = new Promise<never>((_resolve, reject) => {
      const onAbort = () => reject(new RequestError('TIMED_OUT', `The answer took longer than ${requestTimeoutMs} ms.`))
      signal.addEventListener('abort', onAbort, { once: true })
      stop = () => signal.removeEventListener('abort', onAbort)
    })
    try {
      await Promise.race([next(), timeIsUp])
    } finally {
      stop()
    }
  }
}

/**
 * Reads a request's JSON body, whatever its content type says, so that a browser may send `text/plain` and skip the
 * preflight. Throws `RequestError` for a body that is compressed, too large, too deep or no JSON.
 */
export async function readJsonBody(context: GatewayContext, maxBytes: number): Promise<unknown> {
  const encoding = context.req.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RequestError('BODY_ENCODING_UNSUPPORTED', 'Send the body uncompressed.')
  }
  const tooLarge = new RequestError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
  if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw tooLarge
  const text = await readCapped(context.req.raw.body, maxBytes).catch((cause: unknown) => {
    throw new RequestError('BODY_INVALID', 'The body ended before it was whole.', { cause })
  })
  if (text === undefined) throw tooLarge
  if (isDeeperThan(text, DEPTH_LIMIT)) {
    throw new RequestError('BODY_INVALID', `The body nests deeper than ${DEPTH_LIMIT} levels.`)
  }
  context.set('bodyText', text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RequestError('BODY_INVALID', 'The body is not JSON.', { cause })
  }
}

/** Whether a value of JSON holds a text, as a key or as a value, with a zero character. */
export function holdsZero(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]) => key.includes('\0') || holdsZero(part))
}

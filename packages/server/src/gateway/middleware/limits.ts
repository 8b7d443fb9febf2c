import type { MiddlewareHandler } from 'hono'
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
 * preflight (service reference, section 1.3). Throws `RequestError` for a body that is compressed, too large, too deep
 * or no JSON.
 */
export async function readJsonBody(context: GatewayContext, maxBytes: number): Promise<unknown> {
  const encoding = context.req.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RequestError('BODY_ENCODING_UNSUPPORTED', 'Send the body uncompressed.')
  }
  const tooLarge = new RequestError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
  if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw tooLarge
  const text = await readCapped(context.req.raw.body, maxBytes)
  if (text === undefined) throw tooLarge
  if (isDeeperThan(text, DEPTH_LIMIT)) {
    throw new RequestError('BODY_INVALID', `The body nests deeper than ${DEPTH_LIMIT} levels.`)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RequestError('BODY_INVALID', 'The body is not JSON.', { cause })
  }
}

/** Whether JSON text nests deeper than so many levels; told by its brackets, before anything is built from it. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (isInText) {
      if (letter === '\\') index += 1
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > levels) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}

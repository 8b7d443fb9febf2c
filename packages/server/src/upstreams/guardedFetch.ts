import { isIP } from 'node:net'
import type { ResolveHost } from '../ports.ts'
import { isPublicAddress } from './publicAddress.ts'

/** Most bytes, longest time in ms and most redirects of one guarded fetch. Source: SEC-110. */
export const GUARDED_LIMITS = { bytes: 5 * 1024 * 1024, timeoutMs: 5_000, redirects: 3 } as const

/** Why a guarded fetch gave nothing. */
export type GuardReason =
  | 'addressInvalid'
  | 'schemeDenied'
  | 'portDenied'
  | 'credentialsDenied'
  | 'hostUnknown'
  | 'hostDenied'
  | 'redirectsTooMany'
  | 'redirectInvalid'
  | 'tooLarge'
  | 'timeout'
  | 'unreachable'

/** A fetch of an address that came from data was refused or failed. Test by `reason`. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError'
  readonly reason: GuardReason
  constructor(reason: GuardReason, cause?: unknown) {
    super(`a guarded fetch gave nothing: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** One answer, read whole. */
export type GuardedAnswer = { readonly status: number; readonly contentType: string; readonly body: Uint8Array }

/** Sends one GET, or with `json` one POST, to exactly that IP address, naming `url`'s host in TLS and Host header. Follows nothing. */
export type SendPinned = (parameters: {
  url: URL
  address: string
  maxBytes: number
  signal: AbortSignal
  json?: string | undefined
}) => Promise<GuardedAnswer & { readonly location: string | undefined }>

/** Fetches an address that came from data, such as an avatar's; with `json` by POST, whose redirects are refused. */
export type GuardedFetch = (
  url: string,
  options?: { signal?: AbortSignal | undefined; json?: string | undefined },
) => Promise<GuardedAnswer>

/**
 * Makes the only client that may follow addresses found in data: https on port 443, to a host whose every address is
 * public, connected to the very address that was checked; each redirect is checked the same way. Source: SEC-110.
 * Throws `GuardedFetchError`.
 */
export function createGuardedFetch(parameters: {
  resolve: ResolveHost
  send: SendPinned
  limits?: { bytes: number; timeoutMs: number; redirects: number } | undefined
}): GuardedFetch {
  const limits = parameters.limits ?? GUARDED_LIMITS

  return async (text, options = {}) => {
    const { json } = options
    const time = AbortSignal.timeout(limits.timeoutMs)
    const signal = options.signal === undefined ? time : AbortSignal.any([time, options.signal])
    let url = readUrl(text, undefined)
    for (let redirects = 0; ; redirects += 1) {
      const address = await untilAborted(chooseAddress(url), signal)
      const answer = await untilAborted(parameters.send({ url, address, maxBytes: limits.bytes, signal, json }), signal)
      if (answer.location === undefined || answer.status < 300 || answer.status > 399) return answer
      if (redirects === limits.redirects || json !== undefined) throw new GuardedFetchError('redirectsTooMany')
      url = readUrl(answer.location, url)
    }
  }

  async function chooseAddress(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0) {
      if (!isPublicAddress(host)) throw new GuardedFetchError('hostDenied')
      return host
    }
    let found: readonly { address: string }[]
    try {
      found = await parameters.resolve(host)
    } catch (error) {
      throw new GuardedFetchError('hostUnknown', error)
    }
    const [first] = found
    if (first === undefined) throw new GuardedFetchError('hostUnknown')
    if (!found.every((each) => isPublicAddress(each.address))) throw new GuardedFetchError('hostDenied')
    return first.address
  }
}

function readUrl(text: string, from: URL | undefined): URL {
  let url: URL
  try {
    url = new URL(text, from)
  } catch (error) {
    throw new GuardedFetchError(from === undefined ? 'addressInvalid' : 'redirectInvalid', error)
  }
  if (url.protocol !== 'https:') throw new GuardedFetchError('schemeDenied')
  // The parser drops the default port, so any port left over is another one.
  if (url.port !== '') throw new GuardedFetchError('portDenied')
  if (url.username !== '' || url.password !== '') throw new GuardedFetchError('credentialsDenied')
  return url
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) throw new GuardedFetchError('timeout')
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(new GuardedFetchError('timeout'))
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    if (error instanceof GuardedFetchError) throw error
    throw new GuardedFetchError(signal.aborted ? 'timeout' : 'unreachable', error)
  } finally {
    stop?.()
  }
}

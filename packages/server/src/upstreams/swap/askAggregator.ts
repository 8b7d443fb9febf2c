import * as v from 'valibot'
import { isDeeperThan } from '../../isDeeperThan.ts'
import { RequestError } from '../../RequestError.ts'
import { readCapped } from '../readCapped.ts'

/** Most bytes and deepest nesting of one answer; a way over many markets is some ten kilobytes. */
export const AGGREGATOR_ANSWER_LIMIT = 2 * 1024 * 1024
const ANSWER_DEPTH = 32

/** Asks an aggregator's HTTP interface. */
export type AskAggregator = <Schema extends v.GenericSchema>(
  call: {
    url: URL
    headers?: Readonly<Record<string, string>> | undefined
    /** Sent as JSON by POST; a GET where absent. */
    body?: unknown
    signal: AbortSignal | undefined
  },
  schema: Schema,
) => Promise<v.InferOutput<Schema> | undefined>

/**
 * Makes it. An answer with a status below 500 that is no 200 counts as "no way": undefined. Throws `RequestError`
 * RATE_LIMITED, and UPSTREAM_UNAVAILABLE for what does not come, is too large or has another form.
 */
export function createAskAggregator(parameters: {
  fetch: typeof fetch
  timeoutMs: number
  /** Who is asked, and for which field. Default: the aggregator of a chain. */
  who?: { readonly name: string; readonly field: string } | undefined
}): AskAggregator {
  const { name, field } = parameters.who ?? { name: 'The aggregator', field: 'chainId' }
  return async ({ url, headers, body, signal }, schema) => {
    const timeout = AbortSignal.timeout(parameters.timeoutMs)
    const failed = (cause?: unknown) =>
      new RequestError('UPSTREAM_UNAVAILABLE', `${name} does not answer.`, { field, cause })
    const response = await parameters
      .fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      .catch((error: unknown) => {
        throw signal?.aborted ? error : failed(error)
      })
    // A body that is not read is given back; one that broke off already is what was wanted.
    if (response.status !== 200) await response.body?.cancel().catch(() => undefined)
    if (response.status === 429) {
      throw new RequestError('RATE_LIMITED', `${name} is asked too often.`, { retryAfterSeconds: 5 })
    }
    if (response.status === 401 || response.status === 403 || response.status >= 500) throw failed()
    if (response.status !== 200) return undefined
    const text = await readCapped(response.body, AGGREGATOR_ANSWER_LIMIT).catch((error: unknown) => {
      throw failed(error)
    })
    const answer = text === undefined || isDeeperThan(text, ANSWER_DEPTH) ? undefined : readJson(text)
    const read = v.safeParse(schema, answer)
    if (!read.success) throw failed()
    return read.output
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

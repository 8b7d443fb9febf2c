import type { CommonQuery, Endpoint, EndpointAnswer, EndpointInput } from '@latchkey/wire/endpoint'
import { endpointUrl, SDK_TYPE } from '@latchkey/wire/endpointUrl'
import type { getWalletImage } from '@latchkey/wire/images'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { GatewayClient } from './gatewayClient.ts'
import type { Clock } from './ports.ts'
import type { Outcome } from './readFailure.ts'
import { SDK_VERSION } from './sdkVersion.ts'

/** Longest time of one call with all its tries, in ms. Source: F-60. */
export const CALL_TIMEOUT_MS = 10_000

/** Most tries of a GET, the first and three more, and the pause before the second in ms; it doubles. All end within the longest time. */
export const TRIES = 4
const FIRST_PAUSE_MS = 150

/** Where pictures of wallets are. Named here, because `getWalletImage` brings its schema along. */
const WALLET_IMAGE = { path: '/getWalletImage/{imageId}' } as const

/**
 * Makes the gateway client. It asks nothing before the first call. A GET is tried again after a network failure, 429
 * (as late as `Retry-After` says) and 503, all within 10 s. Rejections are `LatchkeyError`s: the gateway's own code with
 * `status`, `requestId`, `reasons` and, where told, `retryAfterMs` as facts; `DATA_UNAVAILABLE` when it could not be
 * reached or understood. A call that the caller aborts rejects with the signal's reason.
 */
export function createGateway(parameters: createGateway.Parameters): GatewayClient {
  const { gatewayUrl, clock } = parameters
  const common: CommonQuery = { projectId: parameters.projectId, st: SDK_TYPE, sv: SDK_VERSION }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<EndpointAnswer<E>> {
    options.signal?.throwIfAborted()
    const url = endpointUrl(endpoint, { gatewayUrl, input, common })
    const body = endpoint.method === 'POST' ? JSON.stringify((input as { body: unknown }).body) : undefined
    const deadline = clock.now() + CALL_TIMEOUT_MS
    const stopping = new AbortController()
    const cancelTimeout = clock.after(CALL_TIMEOUT_MS, () => stopping.abort())
    const onAbort = () => stopping.abort()
    options.signal?.addEventListener('abort', onAbort, { once: true })
    try {
      for (let tries = 1; ; tries += 1) {
        const outcome = await tryOnce(endpoint, url, body, stopping.signal)
        options.signal?.throwIfAborted()
        if ('answer' in outcome) return outcome.answer as EndpointAnswer<E>
        const pauseMs = Math.max(FIRST_PAUSE_MS * 2 ** (tries - 1), outcome.retryAfterMs ?? 0)
        const mayTryAgain = outcome.isPassing && endpoint.method === 'GET' && tries < TRIES
        if (!mayTryAgain || stopping.signal.aborted || clock.now() + pauseMs >= deadline) throw outcome.error
        await pause(clock, pauseMs, stopping.signal)
        options.signal?.throwIfAborted()
      }
    } finally {
      cancelTimeout()
      options.signal?.removeEventListener('abort', onAbort)
    }
  }

  async function tryOnce(
    endpoint: Endpoint,
    url: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    let isAnswered = false
    try {
      const response = await parameters.fetch(url, {
        method: endpoint.method,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
        // A text body goes out as text/plain, which spares the preflight; the gateway reads JSON whatever the type.
        ...(body === undefined ? {} : { body }),
      })
      if (!response.ok) {
        const { readFailure } = await import('./readFailure.ts')
        return await readFailure(response, clock)
      }
      if (endpoint.answer === 'bytes') return { answer: await response.blob() }
      const text = await response.text()
      isAnswered = true
      // By the port that all schemas have (Standard Schema), so that a call whose answer is read by hand loads none.
      const parsed = await endpoint.answer['~standard'].validate(JSON.parse(text))
      if (!parsed.issues) return { answer: parsed.value }
      return unavailable('The gateway gave an answer that does not fit.', { endpoint: endpoint.name }, undefined, false)
    } catch (cause) {
      const sentence = isAnswered ? 'The gateway gave an answer that is no JSON.' : 'The gateway could not be reached.'
      return unavailable(sentence, { endpoint: endpoint.name }, cause, !isAnswered)
    }
  }

  return {
    call,
    walletImageUrl(id) {
      return endpointUrl<typeof getWalletImage>(WALLET_IMAGE, { gatewayUrl, input: { imageId: id }, common })
    },
  }
}

export declare namespace createGateway {
  type Parameters = {
    gatewayUrl: string
    projectId?: string | undefined
    fetch: typeof fetch
    clock: Clock
  }
}

function unavailable(
  sentence: string,
  facts: Readonly<Record<string, unknown>>,
  cause: unknown,
  isPassing: boolean,
): Outcome {
  const error = new LatchkeyError('DATA_UNAVAILABLE', sentence, { facts, cause })
  return { error, isPassing, retryAfterMs: undefined }
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.after(delayMs, finish)
    signal.addEventListener('abort', finish, { once: true })
  })
}

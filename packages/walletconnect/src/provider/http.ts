import { EngineError, PeerError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import { parseJson } from '../rules/json.ts'

/**
 * Reads of one chain over HTTP JSON-RPC: calls of one turn travel as a batch, failures are tried again and at the next address,
 * and several addresses are ordered by how they answer. Source: JSON-RPC 2.0.
 */
export type HttpRpc = {
  /** Rejects with the node's own error (`PeerError`), `RPC_UNREACHABLE`, `PAYLOAD_UNSAFE` or `ABORTED`. */
  request(method: string, params: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>
  /** Lets go of timers; what waits rejects with `ABORTED`. */
  close(): void
}

/** How often a failed call is tried again: a short trouble does not outlast it. */
export const HTTP_RETRIES = 3
/** Pause before the first of them, in ms; doubled each time. */
export const HTTP_BASE_DELAY_MS = 150
/** Longest wait for one answer, in ms. Source: docs/failures.md, rule 8 (a read). */
export const HTTP_TIMEOUT_MS = 10_000
/** Calls in one batch: the default limit of go-ethereum's nodes. */
export const HTTP_BATCH_SIZE = 1000
/** Calls in one batch for a Latchkey gateway, which refuses more. */
export const GATEWAY_BATCH_SIZE = 100
/** Pause between two rankings of several addresses, in ms, and how many samples count: the last 40 s. */
export const RANK_INTERVAL_MS = 4_000
export const RANK_SAMPLES = 10

/** Weight of answering at all against answering fast. */
const STABILITY_WEIGHT = 0.7

/** A call that shows an address alive, by namespace. Where there is none, the given order stays. */
const PROBES: Readonly<Record<string, string>> = {
  eip155: 'eth_chainId',
  solana: 'getHealth',
  polkadot: 'system_health',
}

/** Statuses that may pass: rate limits, overload, and the 403 with which some hosts limit rates. */
const isPassingStatus = (status: number): boolean => status >= 500 || [403, 408, 425, 429].includes(status)

/** What became of one call at one address. `again` may pass by itself, `elsewhere` may work at another address. */
type Outcome =
  | { readonly result: unknown }
  | {
      readonly error: Error
      readonly next: 'again' | 'elsewhere' | 'never'
      /** How long the address asks to be left alone, in ms (`Retry-After`, in seconds or as a date). */
      readonly restMs?: number
    }

type Endpoint = {
  /** Joins the batch of this turn. */
  call(method: string, params: unknown): Promise<Outcome>
  /** Goes alone and at once. */
  probe(method: string): Promise<Outcome>
}

/** What waits for an answer that closing must end. */
type Closing = { isClosed: boolean; readonly waits: Set<() => void> }

type Waiting = { readonly id: number; readonly text: string; readonly settle: (outcome: Outcome) => void }

/** Opens the way to a chain's nodes. Nothing is sent until the first call. */
export function createHttpRpc(parameters: {
  /** CAIP-2. */
  readonly chain: string
  /** Preferred first. */
  readonly urls: readonly string[]
  /** Addresses below it take `text/plain`, which needs no preflight, and smaller batches. */
  readonly gatewayUrl?: string | undefined
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}): HttpRpc {
  const { chain, urls, gatewayUrl, clock, fetch } = parameters
  const closing: Closing = { isClosed: false, waits: new Set() }
  const family = chain.slice(0, chain.indexOf(':'))
  const endpoints = urls.map((url) =>
    createEndpoint({
      url,
      isGateway: gatewayUrl !== undefined && url.startsWith(gatewayUrl),
      isHexFamily: family === 'eip155',
      clock,
      fetch,
      closing,
    }),
  )
  const probe = PROBES[family]
  const samples = endpoints.map((): { readonly isGood: boolean; readonly ms: number }[] => [])
  let ranked: readonly Endpoint[] = endpoints
  let wasUsed = false
  let stopRanking: (() => void) | undefined

  /** Ranks while calls are made; a turn without one is the last. */
  function keepRanking(): void {
    wasUsed = true
    if (endpoints.length < 2 || probe === undefined || stopRanking || closing.isClosed) return
    stopRanking = clock.after(RANK_INTERVAL_MS, () => void measure(probe))
  }

  async function measure(method: string): Promise<void> {
    wasUsed = false
    await Promise.all(
      endpoints.map(async (endpoint, index) => {
        const startedAt = clock.now()
        const outcome = await endpoint.probe(method)
        const isGood = 'result' in outcome && isRightChain(outcome.result)
        samples[index] = [...(samples[index] ?? []), { isGood, ms: clock.now() - startedAt }].slice(-RANK_SAMPLES)
      }),
    )
    ranked = rank(endpoints, samples)
    stopRanking = undefined
    if (wasUsed) keepRanking()
  }

  /** An address that serves another chain counts as unreachable. */
  function isRightChain(answer: unknown): boolean {
    return family !== 'eip155' || Number(answer) === Number(chain.slice(7))
  }

  async function request(method: string, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    for (let round = 0; ; round += 1) {
      let failed: Error | undefined
      /** The shortest pause after which an address may do better. */
      let restMs = Infinity
      for (const endpoint of ranked) {
        const outcome = await endpoint.call(method, params)
        if ('result' in outcome) return outcome.result
        if (closing.isClosed || signal?.aborted) throw new EngineError('ABORTED')
        if (outcome.next === 'never') throw outcome.error
        failed ??= outcome.error
        if (outcome.next === 'again') restMs = Math.min(restMs, outcome.restMs ?? 0)
      }
      if (restMs > HTTP_TIMEOUT_MS || round === HTTP_RETRIES) throw failed ?? new EngineError('RPC_UNREACHABLE')
      await new Promise<void>((resolve) => {
        clock.after(Math.max(HTTP_BASE_DELAY_MS * 2 ** round, restMs), resolve)
      })
    }
  }

  return {
    request(method, params, { signal } = {}) {
      keepRanking()
      return untilAborted(request(method, params, signal), signal, closing)
    },
    close() {
      closing.isClosed = true
      for (const wait of [...closing.waits]) wait()
      stopRanking?.()
    },
  }
}

function createEndpoint(parameters: {
  readonly url: string
  readonly isGateway: boolean
  readonly isHexFamily: boolean
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
  readonly closing: Closing
}): Endpoint {
  const { url, isGateway, isHexFamily, clock, fetch, closing } = parameters
  const size = isGateway ? GATEWAY_BATCH_SIZE : HTTP_BATCH_SIZE
  let lastId = 0
  let waiting: Waiting[] = []
  let takesBatches = true

  /** One turn's calls leave together. A call that cannot be written spoils no other. */
  function enqueue(method: string, params: unknown, now: boolean): Promise<Outcome> {
    return new Promise((settle) => {
      lastId += 1
      const id = lastId
      let text: string
      try {
        text = formatCall(id, method, params, isHexFamily)
      } catch (error) {
        settle({ error: error instanceof Error ? error : new EngineError('PAYLOAD_UNSAFE'), next: 'never' })
        return
      }
      if (now) {
        void send([{ id, text, settle }])
        return
      }
      waiting.push({ id, text, settle })
      if (waiting.length === 1) clock.after(0, flush)
    })
  }

  function flush(): void {
    const calls = waiting
    waiting = []
    const step = takesBatches ? size : 1
    for (let start = 0; start < calls.length; start += step) void send(calls.slice(start, start + step))
  }

  async function send(calls: readonly Waiting[]): Promise<void> {
    const [first] = calls
    const body = calls.length === 1 && first ? first.text : `[${calls.map(({ text }) => text).join(',')}]`
    const answer = await post(body)
    if ('error' in answer) {
      for (const { settle } of calls) settle(answer)
      return
    }
    if (calls.length > 1 && !Array.isArray(answer.result)) {
      takesBatches = false
      for (const call of calls) void send([call])
      return
    }
    const answers: readonly unknown[] = Array.isArray(answer.result) ? answer.result : [answer.result]
    const byId = new Map(answers.filter(isRecord).map((item) => [Number(item.id), item]))
    for (const { id, settle } of calls) {
      // Nodes answer a lone call that they could not read with the id null.
      settle(readAnswer(byId.get(id) ?? (calls.length === 1 ? answers[0] : undefined)))
    }
  }

  async function post(body: string): Promise<Outcome> {
    if (closing.isClosed) return { error: new EngineError('ABORTED'), next: 'never' }
    const giveUp = new AbortController()
    const stop = clock.after(HTTP_TIMEOUT_MS, () => giveUp.abort())
    try {
      const response = await untilAborted(
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': isGateway ? 'text/plain' : 'application/json' },
          body,
          signal: giveUp.signal,
          credentials: 'omit',
        }),
        giveUp.signal,
        closing,
      )
      const text = await untilAborted(response.text(), giveUp.signal, closing)
      const result = parseAnswer(text)
      // Some nodes put a proper JSON-RPC error into a 400.
      if (response.ok ? result !== undefined : isAnswer(result)) return { result }
      return {
        error: new EngineError('RPC_UNREACHABLE', '', {
          message: response.ok ? 'The RPC endpoint gave no JSON.' : `HTTP status code: ${response.status}`,
        }),
        next: response.ok || isPassingStatus(response.status) ? 'again' : 'elsewhere',
        restMs: readRest(response.headers.get('retry-after'), clock.now()),
      }
    } catch (cause) {
      return { error: new EngineError('RPC_UNREACHABLE', '', { cause }), next: 'again' }
    } finally {
      stop()
      // No caller waits for what still arrives.
      giveUp.abort()
    }
  }

  return {
    call: (method, params) => enqueue(method, params, false),
    probe: (method) => enqueue(method, [], true),
  }
}

/** Source: RFC 9110, section 10.2.3. */
function readRest(text: string | null, now: number): number {
  const ms = text === null ? 0 : Number(text) * 1000
  return Math.max(0, (Number.isNaN(ms) ? Date.parse(text ?? '') - now : ms) || 0)
}

/** Best first; addresses that are about as good keep the given order. */
function rank(
  endpoints: readonly Endpoint[],
  samples: readonly (readonly { readonly isGood: boolean; readonly ms: number }[])[],
): readonly Endpoint[] {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  const speeds = samples.map((list) => mean(list.filter(({ isGood }) => isGood).map(({ ms }) => ms)))
  const slowest = Math.max(1, ...speeds)
  return endpoints
    .map((endpoint, index) => {
      const stability = mean((samples[index] ?? []).map(({ isGood }) => Number(isGood)))
      const speed = stability === 0 ? 0 : 1 - (speeds[index] ?? 0) / slowest
      return { endpoint, score: Math.round((stability * STABILITY_WEIGHT + speed * (1 - STABILITY_WEIGHT)) * 10) }
    })
    .sort((a, b) => b.score - a.score)
    .map(({ endpoint }) => endpoint)
}

/** Writes a call. Big integers become hex quantities where the family speaks hex; elsewhere they must fit a double. */
function formatCall(id: number, method: string, params: unknown, isHexFamily: boolean): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }, (_, value: unknown) => {
    if (typeof value !== 'bigint') return value
    if (isHexFamily) return `0x${value.toString(16)}`
    if (!Number.isSafeInteger(Number(value))) throw new EngineError('PAYLOAD_UNSAFE')
    return Number(value)
  })
}

function parseAnswer(text: string): unknown {
  try {
    // Whole numbers that no double can hold come out as bigints; texts stay texts.
    return parseJson(text, false)
  } catch {
    return undefined
  }
}

function readAnswer(answer: unknown): Outcome {
  if (isRecord(answer) && isRecord(answer.error)) {
    const { code, message, data } = answer.error
    const error = new PeerError({
      code: typeof code === 'number' ? code : -32603,
      message: typeof message === 'string' ? message : 'The RPC endpoint refused the call.',
      data,
    })
    // -32005: over the limit. -32601, -32004: not served here. Source: EIP-1474.
    if (error.code === -32005) return { error, next: 'again' }
    return { error, next: error.code === -32601 || error.code === -32004 ? 'elsewhere' : 'never' }
  }
  if (isRecord(answer) && 'result' in answer) return { result: answer.result }
  return { error: new EngineError('RPC_UNREACHABLE', 'The answer has no result.'), next: 'again' }
}

function isAnswer(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isAnswer) : isRecord(value) && (isRecord(value.error) || 'result' in value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A promise that a signal, or closing, ends early with `ABORTED`. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined, closing: Closing): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      stop()
      reject(new EngineError('ABORTED'))
    }
    const stop = (): void => {
      closing.waits.delete(abort)
      signal?.removeEventListener('abort', abort)
    }
    closing.waits.add(abort)
    signal?.addEventListener('abort', abort)
    work.then(resolve, reject).finally(stop)
    if (closing.isClosed || signal?.aborted) abort()
  })
}

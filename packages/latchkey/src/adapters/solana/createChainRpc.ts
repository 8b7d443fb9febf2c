/** A Solana node over plain JSON-RPC. Sources: Solana, "RPC HTTP methods"; SEC-92. */
import { FailureError } from '../../core/errors/failure.ts'
import type { Services } from '../../core/services/ports.ts'
import type { Network } from '../../core/types/network.ts'
import { readRetryAfter } from '../../core/values/readRetryAfter.ts'
import { toPresentId } from '../../core/values/twinNetworkId.ts'
import { withDeadline } from '../../core/values/withDeadline.ts'
import { isRpcUrl, RPC_LIMIT_MS, RPC_PAUSE_MS, RPC_TRIES } from '../../evm/chainReader.ts'
import { sleep } from '../../evm/timing.ts'
import { isPublicNetwork } from './chains.ts'

/** A chain that answers. Rejects with a `NodeRefusal` when a node refused, with `DATA_UNAVAILABLE` when none served. */
export type ChainRpc = {
  request(method: string, params: readonly unknown[], signal?: AbortSignal | undefined): Promise<unknown>
}

/** The chain's own "no", such as a simulation that failed. Its text ends with the lines of the log that name missing lamports. */
export class NodeRefusal extends Error {
  readonly code: number
  /** An earlier try of the same request got no answer, so that it may have arrived all the same. */
  readonly mayHaveArrived: boolean
  constructor(code: number, message: string, mayHaveArrived = false) {
    super(message)
    this.code = code
    this.mayHaveArrived = mayHaveArrived
  }
}

/** A proxy took the request for a wrong one. It will again: the next address is asked at once. */
class ProxyRefusal extends Error {}

/** What a node says when it asks for a pause (F-60), and when it does not serve a method; another node may. */
const ELSEWHERE = [-32005, 429, 503, -32601]

/** Makes the way to one network. Addresses are asked in their order, the next one when one has failed. */
export function createChainRpc(
  services: Pick<Services, 'fetch' | 'clock' | 'logger'>,
  network: Network,
  urls: readonly string[] = network.rpcUrls.default.http,
): ChainRpc {
  const candidates = urls.filter(isRpcUrl)
  const verdicts = new Map<string, boolean>()
  /** How long the last refusal of an address asked to be left alone, in ms. */
  const pauses = new Map<string, number>()
  let nextId = 1

  async function post(url: string, method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const response = await services.fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    const answer = parseJson(await response.text())
    try {
      return parseAnswer(answer, response.status)
    } catch (error) {
      pauses.set(url, readRetryAfter(response, services.clock.now()))
      throw error
    }
  }

  async function postWithRetries(
    url: string,
    { method, params, onSilence }: { method: string; params: readonly unknown[]; onSilence: () => void },
    signal: AbortSignal,
  ) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await post(url, method, params, signal)
      } catch (error) {
        const isFinal = error instanceof NodeRefusal || error instanceof ProxyRefusal
        if (!isFinal) onSilence()
        const pauseMs = pauses.get(url) ?? 0
        pauses.delete(url)
        if (isFinal || signal.aborted || attempt >= RPC_TRIES || pauseMs > RPC_LIMIT_MS) throw error
        await sleep(services.clock, Math.max(RPC_PAUSE_MS * 2 ** (attempt - 1), pauseMs), signal)
      }
    }
  }

  /** Whether an address serves this network: the id of a public one is the beginning of its genesis hash (SEC-92). */
  async function isUsable(url: string, signal: AbortSignal): Promise<boolean> {
    if (!isPublicNetwork(network.caipNetworkId)) return true
    const known = verdicts.get(url)
    if (known !== undefined) return known
    // A proxy that does not pass this question on can only be trusted; one that is down will not answer the next one either.
    const hash = await post(url, 'getGenesisHash', [], signal).catch(() => undefined)
    if (typeof hash !== 'string') return true
    const isRight = `solana:${hash.slice(0, 32)}` === toPresentId(network.caipNetworkId)
    verdicts.set(url, isRight)
    if (!isRight)
      services.logger.warn(
        'An RPC address answers for another chain and is left out: correct rpcUrls of this network.',
        { networkId: network.caipNetworkId, host: new URL(url).host },
      )
    return isRight
  }

  return {
    async request(method, params, outer) {
      let cause: unknown
      let wasSilent = false
      const onSilence = (): void => {
        wasSilent = true
      }
      for (const url of candidates) {
        try {
          return await withDeadline({ clock: services.clock, delayMs: RPC_LIMIT_MS, signal: outer }, async (signal) => {
            if (await isUsable(url, signal)) return postWithRetries(url, { method, params, onSilence }, signal)
            throw new Error(`${new URL(url).host} serves another chain`)
          })
        } catch (error) {
          if (outer?.aborted) throw outer.reason
          if (error instanceof NodeRefusal) throw new NodeRefusal(error.code, error.message, wasSilent)
          cause = error
        }
      }
      const context = { step: 'read', namespace: 'solana', networkId: network.caipNetworkId } as const
      throw new FailureError('DATA_UNAVAILABLE', `${network.name} could not be read.`, context, cause)
    },
  }
}

/** JSON with its large numbers whole, where the browser can tell them (`context.source`); undefined for a text that is none. */
function parseJson(text: string): unknown {
  const keepWhole = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value
  try {
    return JSON.parse(text, keepWhole)
  } catch {
    return undefined
  }
}

/** The result of a JSON-RPC 2.0 answer; throws what was answered instead. */
function parseAnswer(body: unknown, status: number): unknown {
  const { error, result } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: { logs?: unknown } | null }
    // Nodes refuse with status 200; any other comes from a proxy.
    if (status !== 200 || typeof code !== 'number' || ELSEWHERE.includes(code))
      throw createFailure(status, `HTTP ${status}: ${String(message)}`)
    throw new NodeRefusal(code, [String(message), ...listLamportLines(data?.logs)].join('\n'))
  }
  if (result === undefined) throw createFailure(status, `no JSON-RPC answer (HTTP ${status})`)
  return result
}

/** Of the statuses below 500, a time-out (408) and too many requests (429) pass by themselves. */
function createFailure(status: number, message: string): Error {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isFinal ? new ProxyRefusal(message) : new Error(message)
}

/**
 * The lines of a program's log that say that lamports are missing. Others are left out: a token's "insufficient funds" is
 * about the token, not about the fee.
 */
export function listLamportLines(logs: unknown): readonly string[] {
  return Array.isArray(logs)
    ? logs.filter((line): line is string => typeof line === 'string' && line.includes('insufficient lamports'))
    : []
}

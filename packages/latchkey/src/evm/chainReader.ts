/** Reads of a chain over plain JSON-RPC, without a wallet. Sources: EIP-1474; SEC-92. */
import { FailureError } from '../core/errors/failure.ts'
import type { Services } from '../core/services/ports.ts'
import type { Network } from '../core/types/network.ts'
import { readRetryAfter } from '../core/values/readRetryAfter.ts'
import { type Hex, isHex, parseQuantity } from './hex.ts'
import { toAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { sleep, untilAborted } from './timing.ts'

/** Tries of one address before the next one is asked: the first and three more, which a short trouble does not outlast. */
export const RPC_TRIES = 4

/** Pause before the second try, in ms; doubled before each further one. */
export const RPC_PAUSE_MS = 150

/** Longest wait for one address with all its tries, in ms. Source: docs/failures.md, rule 8. */
export const RPC_LIMIT_MS = 10_000

/** A chain that answers questions. Every rejection is a `FailureError`; `DATA_UNAVAILABLE` when no address served. */
export type ChainReader = {
  /** In wei. */
  fetchBalance(address: Hex, signal?: AbortSignal | undefined): Promise<bigint>
  /** What a contract answers, without a transaction (`eth_call`). */
  call(to: Hex, data: Hex, signal?: AbortSignal | undefined): Promise<Hex>
  /** Any other question; the answer as it came, null included. */
  ask(method: string, params: readonly unknown[], signal?: AbortSignal | undefined): Promise<unknown>
  /** Sorts the addresses by what they answer to `eth_chainId`. One that cannot be reached counts as usable. */
  checkUrls(limitMs: number): Promise<{ readonly usable: readonly string[]; readonly wrong: readonly string[] }>
}

/** The chain's own refusal, such as a reverted call. Asking the same node again would not change it. */
class RefusedError extends Error {}

/** A node that asks for a pause. */
class BusyError extends Error {
  /** What it asked for, 0 when it did not say. */
  readonly pauseMs: number
  constructor(message: string, pauseMs: number) {
    super(message)
    this.pauseMs = pauseMs
  }
}

/** Whether an address may be read from: https without a password in it, or http on this machine. Source: SEC-92. */
export function isRpcUrl(text: string): boolean {
  try {
    const url = new URL(text)
    if (url.username || url.password) return false
    return (
      url.protocol === 'https:' ||
      (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    )
  } catch {
    return false
  }
}

/**
 * Makes a reader of one network. Addresses are asked in their order, the next one when one has failed. Before its first
 * use each address must answer the network's own chain id; one that answers another is left out for good.
 */
export function createChainReader(
  services: Pick<Services, 'fetch' | 'clock' | 'logger'>,
  network: Network,
  urls: readonly string[] = network.rpcUrls.default.http,
): ChainReader {
  const candidates = urls.filter(isRpcUrl)
  const verdicts = new Map<string, 'usable' | 'wrong'>()
  let nextId = 1

  async function post(url: string, method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params })
    const headers = { 'content-type': 'application/json' }
    const request = services.fetch(url, {
      method: 'POST',
      body,
      headers,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    const response = await untilAborted(request, signal)
    if (response.status === 429 || response.status >= 500) {
      throw new BusyError(`HTTP ${response.status}`, readRetryAfter(response, services.clock.now()))
    }
    return parseAnswer(await untilAborted(response.json(), signal))
  }

  async function postWithRetries(url: string, method: string, params: readonly unknown[], signal: AbortSignal) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await post(url, method, params, signal)
      } catch (error) {
        const pauseMs = error instanceof BusyError ? error.pauseMs : 0
        if (error instanceof RefusedError || signal.aborted || attempt >= RPC_TRIES || pauseMs > RPC_LIMIT_MS)
          throw error
        await sleep(services.clock, Math.max(RPC_PAUSE_MS * 2 ** (attempt - 1), pauseMs), signal)
      }
    }
  }

  /** Asks an address for its chain id until it has answered once. */
  async function check(url: string, signal: AbortSignal): Promise<'usable' | 'wrong'> {
    const known = verdicts.get(url)
    if (known) return known
    const chainId = parseChainId(await postWithRetries(url, 'eth_chainId', [], signal))
    const verdict = chainId === Number(network.id) ? 'usable' : 'wrong'
    verdicts.set(url, verdict)
    if (verdict === 'wrong') {
      services.logger.warn(
        'An RPC address answers for another chain and is left out: correct rpcUrls of this network.',
        {
          networkId: network.caipNetworkId,
          host: new URL(url).host,
          chainId,
        },
      )
    }
    return verdict
  }

  /** Runs with a signal that aborts when the caller's does or the time is up. */
  async function limited<Value>(
    limitMs: number,
    outer: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController()
    const abort = () => controller.abort(outer?.reason)
    if (outer?.aborted) abort()
    outer?.addEventListener('abort', abort)
    const cancel = services.clock.after(limitMs, () => controller.abort(new Error('no answer in time')))
    try {
      return await run(controller.signal)
    } finally {
      cancel()
      outer?.removeEventListener('abort', abort)
    }
  }

  async function read<Value>(
    method: string,
    params: readonly unknown[],
    parse: (result: unknown) => Value | undefined,
    outer: AbortSignal | undefined,
  ): Promise<Value> {
    let cause: unknown
    for (const url of candidates) {
      try {
        const value = await limited(RPC_LIMIT_MS, outer, async (signal) =>
          (await check(url, signal)) === 'usable'
            ? parse(await postWithRetries(url, method, params, signal))
            : undefined,
        )
        if (value !== undefined) return value
      } catch (error) {
        if (outer?.aborted) throw outer.reason
        cause = error
      }
    }
    throw new FailureError(
      'DATA_UNAVAILABLE',
      `${network.name} could not be read.`,
      { step: 'read', namespace: 'eip155', networkId: network.caipNetworkId },
      cause,
    )
  }

  return {
    fetchBalance: (address, signal) =>
      read('eth_getBalance', [toAddress(address) ?? address, 'latest'], parseQuantity, signal),
    call: (to, data, signal) =>
      read('eth_call', [{ to, data }, 'latest'], (value) => (isHex(value) ? value : undefined), signal),
    ask: async (method, params, signal) => {
      const { answer } = await read(method, params, (value) => ({ answer: value }), signal)
      return answer
    },
    async checkUrls(limitMs) {
      const usable: string[] = []
      const wrong: string[] = []
      await Promise.all(
        candidates.map(async (url) => {
          // Only an answer of another chain rules an address out; one that is slow or away may be reached by the wallet.
          const verdict = await limited(limitMs, undefined, (signal) => check(url, signal)).catch(() => 'usable')
          ;(verdict === 'wrong' ? wrong : usable).push(url)
        }),
      )
      const inOrder = (list: readonly string[]) => candidates.filter((url) => list.includes(url))
      return { usable: inOrder(usable), wrong: inOrder(wrong) }
    },
  }
}

/** The result of a JSON-RPC 2.0 answer; throws what was answered instead. */
function parseAnswer(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw new Error('no JSON-RPC answer')
  const { error, result } = body as { error?: unknown; result?: unknown }
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    // -32005 is a limit of this node. Sources: EIP-1474; F-60.
    if (code === -32005 || code === 429 || code === 503) throw new BusyError(String(message), 0)
    throw new RefusedError(`${String(code)} ${String(message)}`)
  }
  if (result === undefined) throw new Error('no JSON-RPC answer')
  return result
}

import { callJsonRpc, getBalance, getSupportedChains, getWalletImage, getWallets } from '@latchkey/wire'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { createGateway } from './gateway.ts'

type Step = Response | Error | 'hang'

/** A gateway that answers step by step, and a clock whose timers run as soon as nothing else is to do. */
function createWorld(steps: readonly Step[]) {
  const asked: { url: URL; init: RequestInit }[] = []
  const pauses: number[] = []
  const time = { now: 0 }
  const timers = new Set<{ at: number; run: () => void }>()
  const clock = {
    now: () => time.now,
    after(delayMs: number, run: () => void) {
      const timer = { at: time.now + delayMs, run }
      timers.add(timer)
      if (delayMs < 10_000) {
        pauses.push(delayMs)
        queueMicrotask(() => fire(timer))
      }
      return () => timers.delete(timer)
    },
  }
  function fire(timer: { at: number; run: () => void }) {
    if (!timers.delete(timer)) return
    time.now = Math.max(time.now, timer.at)
    timer.run()
  }
  const gateway = createGateway({
    gatewayUrl: 'https://gate.example',
    projectId: 'shop',
    clock,
    fetch: async (input, init = {}) => {
      const step = steps[asked.length]
      asked.push({ url: new URL(String(input)), init })
      if (step === undefined) throw new Error('asked too often')
      if (step instanceof Error) throw step
      if (step !== 'hang') return step
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        queueMicrotask(() => {
          for (const timer of timers) fire(timer)
        })
      })
    },
  })
  return { gateway, asked, pauses }
}

const known = { http: ['eip155:1'], ws: [], bundler: [], sponsored: [], delegation: [], permissions: [] }
const chains = () => Response.json(known)
const failed = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ status: 'FAILED', code, message: 'No.', requestId: 'r-1', reasons: [] }, { status, headers })
const body = { jsonrpc: '2.0' as const, id: 1, method: 'eth_blockNumber' }

test('a call says who asks, sends no cookie and no referrer', async () => {
  const { gateway, asked } = createWorld([chains()])
  expect(await gateway.call(getSupportedChains, {})).toEqual(known)
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
    projectId: 'shop',
    st: 'latchkey',
    sv: `html-universal-${manifest.version}`,
  })
  expect(asked[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit', referrerPolicy: 'no-referrer' })
})

test('a POST goes out as text, so that no preflight is needed', async () => {
  const { gateway, asked } = createWorld([Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })])
  await gateway.call(callJsonRpc, { chainId: 'eip155:1', body })
  expect([asked[0]?.init.body, asked[0]?.init.headers]).toEqual([JSON.stringify(body), undefined])
})

test.each<[string, () => Step]>([
  ['a network failure', () => new TypeError('Failed to fetch')],
  ['503', () => failed(503, 'UPSTREAM_UNAVAILABLE')],
  ['429', () => failed(429, 'RATE_LIMITED')],
])('a GET is tried again after %s, 150, 300 and 600 ms later', async (_name, fail) => {
  const { gateway, pauses } = createWorld([fail(), fail(), fail(), chains()])
  expect(await gateway.call(getSupportedChains, {})).toEqual(known)
  expect(pauses).toEqual([150, 300, 600])
})

test('F-60: after the fourth failure the error of the gateway comes out, with its facts', async () => {
  const { gateway, asked } = createWorld([1, 2, 3, 4].map(() => failed(503, 'UPSTREAM_UNAVAILABLE')))
  await expect(gateway.call(getSupportedChains, {})).rejects.toMatchObject({
    name: 'LatchkeyError',
    code: 'UPSTREAM_UNAVAILABLE',
    shortMessage: 'No.',
    facts: { status: 503, requestId: 'r-1' },
  })
  expect(asked).toHaveLength(4)
})

test.each([400, 401, 403, 404, 500, 504])('status %i is not tried again', async (status) => {
  const { gateway, asked } = createWorld([failed(status, 'CHAIN_UNSUPPORTED')])
  await expect(gateway.call(getSupportedChains, {})).rejects.toMatchObject({
    code: 'CHAIN_UNSUPPORTED',
    facts: { status },
  })
  expect(asked).toHaveLength(1)
})

test('a POST is never tried again', async () => {
  const { gateway, asked } = createWorld([new TypeError('Failed to fetch')])
  await expect(gateway.call(callJsonRpc, { chainId: 'eip155:1', body })).rejects.toMatchObject({
    code: 'DATA_UNAVAILABLE',
  })
  expect(asked).toHaveLength(1)
})

test('Retry-After is obeyed', async () => {
  const { gateway, pauses } = createWorld([failed(429, 'RATE_LIMITED', { 'retry-after': '2' }), chains()])
  await gateway.call(getSupportedChains, {})
  expect(pauses).toEqual([2000])
})

test('a Retry-After beyond the time limit is handed to the caller at once', async () => {
  const { gateway, asked, pauses } = createWorld([failed(429, 'RATE_LIMITED', { 'retry-after': '60' })])
  await expect(gateway.call(getSupportedChains, {})).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    facts: { retryAfterMs: 60_000 },
  })
  expect([asked.length, pauses]).toEqual([1, []])
})

test('a gateway that never answers is given up after 10 s, without another try', async () => {
  const { gateway, asked } = createWorld(['hang'])
  await expect(gateway.call(getSupportedChains, {})).rejects.toMatchObject({ code: 'DATA_UNAVAILABLE' })
  expect(asked).toHaveLength(1)
})

test.each<[string, () => Response]>([
  ['another shape', () => Response.json({ wallets: [] })],
  ['no JSON', () => new Response('<html>')],
])('an answer of %s is an error of ours and is not asked for again', async (_name, answer) => {
  const { gateway, asked } = createWorld([answer()])
  await expect(gateway.call(getWallets, {})).rejects.toMatchObject({
    code: 'DATA_UNAVAILABLE',
    facts: { endpoint: 'getWallets' },
  })
  expect(asked).toHaveLength(1)
})

test('an abort of the caller ends the call with the reason of the caller', async () => {
  const stopping = new AbortController()
  const reason = new Error('view closed')
  stopping.abort(reason)
  const { gateway, asked } = createWorld([])
  await expect(gateway.call(getSupportedChains, {}, { signal: stopping.signal })).rejects.toBe(reason)
  expect(asked).toHaveLength(0)

  const later = new AbortController()
  const world = createWorld([new TypeError('Failed to fetch')])
  const calling = world.gateway.call(getSupportedChains, {}, { signal: later.signal })
  later.abort(reason)
  await expect(calling).rejects.toBe(reason)
  expect(world.asked).toHaveLength(1)
})

test('no error carries the address that was asked', async () => {
  const { gateway } = createWorld([1, 2, 3, 4].map(() => new TypeError('Failed to fetch')))
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const error = await gateway.call(getBalance, { address, currency: 'usd' }).catch((caught: unknown) => caught)
  expect(JSON.stringify([error, (error as Error).message])).not.toContain(address)
})

test('pictures have addresses that need no headers, and can be fetched as blobs', async () => {
  const { gateway } = createWorld([new Response('png', { headers: { 'content-type': 'image/png' } })])
  const url = new URL(gateway.walletImageUrl('lo/go'))
  expect([url.pathname, url.searchParams.get('projectId')]).toEqual(['/getWalletImage/lo%2Fgo', 'shop'])
  expect((await gateway.call(getWalletImage, { imageId: 'logo' })).type).toBe('image/png')
})

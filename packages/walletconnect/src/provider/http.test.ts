import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAnvil } from '@latchkey/testing/anvil.ts'
import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { expect, test } from 'vitest'
import type { Clock } from '../ports.ts'
import { createHttpRpc } from './http.ts'

type Call = { readonly id: number; readonly method: string; readonly params: unknown }
type Seen = {
  readonly url: string
  readonly calls: readonly Call[]
  readonly contentType: string
  readonly isBatch: boolean
}

/** A network of nodes: what each address does with the calls that it gets. */
function createNodes(
  answer: (
    seen: Seen,
    turn: number,
  ) => { status?: number; body?: unknown; headers?: Record<string, string> } | 'silent' | 'broken',
) {
  const seen: Seen[] = []
  const fetch = (async (url: string, init: RequestInit) => {
    const body: unknown = JSON.parse(String(init.body))
    const calls = (Array.isArray(body) ? body : [body]) as readonly Call[]
    const contentType = new Headers(init.headers).get('content-type') ?? ''
    const entry = { url, calls, contentType, isBatch: Array.isArray(body) }
    seen.push(entry)
    const reply = answer(entry, seen.filter((other) => other.url === url).length)
    if (reply === 'broken') throw new TypeError('network gone')
    if (reply === 'silent') return new Promise<Response>(() => undefined)
    const { status = 200 } = reply
    const results = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: `${method} of ${url}` }))
    const text = 'body' in reply ? reply.body : Array.isArray(body) ? results : results[0]
    const written = typeof text === 'string' ? text : JSON.stringify(text)
    // Not a real `Response`: reading one takes turns of the event loop that the manual clock cannot count.
    return { ok: status < 300, status, headers: new Headers(reply.headers), text: async () => written }
  }) as unknown as typeof globalThis.fetch
  return { seen, fetch }
}

function open(
  nodes: ReturnType<typeof createNodes>,
  options: { urls?: readonly string[]; chain?: string; gatewayUrl?: string } = {},
) {
  const clock = createManualClock()
  const http = createHttpRpc({
    chain: options.chain ?? 'eip155:1',
    urls: options.urls ?? ['https://a.test'],
    gatewayUrl: options.gatewayUrl,
    clock,
    fetch: nodes.fetch,
  })
  return { clock, http }
}

/** What became of a promise, without an unhandled rejection on the way. */
function watch(work: Promise<unknown>) {
  const state: { value?: unknown; error?: unknown; isDone: boolean } = { isDone: false }
  work.then(
    (value) => Object.assign(state, { value, isDone: true }),
    (error: unknown) => Object.assign(state, { error, isDone: true }),
  )
  return state
}

test('calls of one turn leave as one batch and get their own answers', async () => {
  const nodes = createNodes(() => ({}))
  const { clock, http } = open(nodes)
  const answers = Promise.all([http.request('eth_a', []), http.request('eth_b', [1])])
  await clock.advance(0)
  expect(await answers).toEqual(['eth_a of https://a.test', 'eth_b of https://a.test'])
  expect(nodes.seen.map(({ calls }) => calls.map(({ method }) => method))).toEqual([['eth_a', 'eth_b']])
  expect(nodes.seen[0]?.contentType).toBe('application/json')
})

test('a lone call is no batch', async () => {
  const nodes = createNodes(() => ({}))
  const { clock, http } = open(nodes)
  const answer = http.request('eth_a', [])
  await clock.advance(0)
  expect(await answer).toBe('eth_a of https://a.test')
  expect(nodes.seen[0]?.isBatch).toBe(false)
})

test('a batch holds 1000 calls, and 100 towards a gateway, which gets plain text', async () => {
  const nodes = createNodes(() => ({}))
  const plain = open(nodes)
  const many = Array.from({ length: 1001 }, () => plain.http.request('eth_a', []))
  await plain.clock.advance(0)
  await Promise.all(many)
  expect(nodes.seen.map(({ calls }) => calls.length)).toEqual([1000, 1])

  const gateway = createNodes(() => ({}))
  const { clock, http } = open(gateway, { urls: ['https://g.test/v1?chainId=eip155:1'], gatewayUrl: 'https://g.test' })
  const some = Array.from({ length: 150 }, () => http.request('eth_a', []))
  await clock.advance(0)
  await Promise.all(some)
  expect(gateway.seen.map(({ calls }) => calls.length)).toEqual([100, 50])
  expect(gateway.seen[0]?.contentType).toBe('text/plain')
})

test('a node that takes no batches gets the calls one by one, then and later', async () => {
  const nodes = createNodes(({ isBatch }) =>
    isBatch ? { body: { jsonrpc: '2.0', id: null, error: { code: -32600 } } } : {},
  )
  const { clock, http } = open(nodes)
  const first = Promise.all([http.request('eth_a', []), http.request('eth_b', [])])
  await clock.advance(0)
  expect(await first).toEqual(['eth_a of https://a.test', 'eth_b of https://a.test'])
  const second = Promise.all([http.request('eth_c', []), http.request('eth_d', [])])
  await clock.advance(0)
  await second
  expect(nodes.seen.map(({ isBatch }) => isBatch)).toEqual([true, false, false, false, false])
})

test('answers of a batch are told apart by their ids, in any order, and a missing one is a failure of its own', async () => {
  const nodes = createNodes(({ calls, isBatch }) =>
    isBatch
      ? { body: [...calls].reverse().flatMap(({ id, method }) => (method === 'eth_b' ? [] : [{ id, result: method }])) }
      : { status: 400, body: 'no' },
  )
  const { clock, http } = open(nodes)
  const a = watch(http.request('eth_a', []))
  const b = watch(http.request('eth_b', []))
  const c = watch(http.request('eth_c', []))
  await clock.advance(150)
  expect([a.value, c.value]).toEqual(['eth_a', 'eth_c'])
  expect(b.error).toMatchObject({ key: 'RPC_UNREACHABLE' })
})

test('F-60: a node that asks for a pause gets it, and one that asks for more than the limit is given up', async () => {
  const nodes = createNodes((_, turn) =>
    turn === 1 ? { status: 429, body: 'no', headers: { 'retry-after': '2' } } : {},
  )
  const { clock, http } = open(nodes)
  const call = watch(http.request('eth_a', []))
  await clock.advance(1_999)
  expect([nodes.seen.length, call.value]).toEqual([1, undefined])
  await clock.advance(1)
  await clock.advance(0)
  expect(call.value).toBe('eth_a of https://a.test')

  const resting = createNodes(() => ({ status: 429, body: 'no', headers: { 'retry-after': '60' } }))
  const other = open(resting)
  const refused = watch(other.http.request('eth_a', []))
  await other.clock.advance(0)
  expect(refused.error).toMatchObject({ key: 'RPC_UNREACHABLE' })
  expect(resting.seen).toHaveLength(1)
})

test('a failing node is tried four times in all, after 150, 300 and 600 ms', async () => {
  const nodes = createNodes((_, turn) => (turn % 2 === 0 ? 'broken' : { status: 503, body: 'no' }))
  const { clock, http } = open(nodes)
  const call = watch(http.request('eth_a', []))
  for (const [ms, count] of [
    [0, 1],
    [149, 1],
    [1, 2],
    [299, 2],
    [1, 3],
    [599, 3],
    [1, 4],
  ] as const) {
    await clock.advance(ms)
    expect(nodes.seen.length).toBe(count)
  }
  expect(call.error).toMatchObject({ name: 'EngineError', key: 'RPC_UNREACHABLE' })
  expect(clock.countTimers()).toBe(0)
})

test('a refused status is said in words, and 403 and 503 are tried again while 404 is not', async () => {
  for (const [status, tries] of [
    [503, 4],
    [403, 4],
    [429, 4],
    [404, 1],
  ] as const) {
    const nodes = createNodes(() => ({ status, body: 'no' }))
    const { clock, http } = open(nodes)
    const call = watch(http.request('eth_a', []))
    await clock.advance(5_000)
    expect(call.error).toMatchObject({ message: `HTTP status code: ${status}`, key: 'RPC_UNREACHABLE' })
    expect(nodes.seen.length).toBe(tries)
  }
})

test("a node's own error is handed on at once with its number and facts, also out of a 400", async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  for (const status of [200, 400]) {
    const nodes = createNodes(({ calls }) => ({ status, body: { jsonrpc: '2.0', id: calls[0]?.id, error } }))
    const { clock, http } = open(nodes, { urls: ['https://a.test', 'https://b.test'] })
    const call = watch(http.request('eth_call', []))
    await clock.advance(0)
    expect(call.error).toMatchObject({ name: 'PeerError', ...error })
    expect(nodes.seen.length).toBe(1)
    http.close()
  }
})

test('the next address is asked at once when the first fails or lacks the method', async () => {
  for (const failure of ['broken', { body: { id: 1, error: { code: -32601, message: 'no such method' } } }] as const) {
    const nodes = createNodes(({ url }) => (url === 'https://a.test' ? failure : {}))
    const { clock, http } = open(nodes, { urls: ['https://a.test', 'https://b.test'] })
    const call = watch(http.request('eth_a', []))
    await clock.advance(0)
    expect(call.value).toBe('eth_a of https://b.test')
    http.close()
  }
})

test('a silent node is given up after 10 s', async () => {
  const nodes = createNodes(({ url }) => (url === 'https://a.test' ? 'silent' : {}))
  const { clock, http } = open(nodes, { urls: ['https://a.test', 'https://b.test'], chain: 'bip122:x' })
  const call = watch(http.request('getblock', []))
  await clock.advance(9_999)
  expect(call.isDone).toBe(false)
  await clock.advance(1)
  expect(call.value).toBe('getblock of https://b.test')
})

test('addresses are ranked every 4 s by ten samples while calls are made, and left alone when none are', async () => {
  let isDown = true
  const nodes = createNodes(({ url, calls }) =>
    calls[0]?.method === 'eth_chainId'
      ? { body: { id: calls[0].id, result: url === 'https://b.test' ? '0x1' : isDown ? '0x5' : '0x1' } }
      : {},
  )
  const { clock, http } = open(nodes, { urls: ['https://a.test', 'https://b.test'] })
  const ask = async (): Promise<unknown> => {
    const call = http.request('eth_a', [])
    await clock.advance(0)
    return call
  }
  const countProbes = (): number => nodes.seen.filter(({ calls }) => calls[0]?.method === 'eth_chainId').length
  expect(await ask()).toBe('eth_a of https://a.test')
  await clock.advance(4_000)
  expect(countProbes()).toBe(2)
  expect(await ask(), 'an address that serves another chain goes last').toBe('eth_a of https://b.test')

  await clock.advance(60_000)
  expect(countProbes(), 'one more ranking after the last call, then none').toBe(4)
  expect(clock.countTimers()).toBe(0)

  isDown = false
  for (let round = 0; round < 10; round += 1) {
    await ask()
    await clock.advance(4_000)
  }
  expect(await ask(), 'ten good samples push the bad ones out, and the given order counts again').toBe(
    'eth_a of https://a.test',
  )
  http.close()
  expect(clock.countTimers()).toBe(0)
})

test('big integers travel as hex quantities on eip155 and are refused elsewhere where they would change', async () => {
  const nodes = createNodes(({ calls }) => ({ body: { id: calls[0]?.id, result: calls[0]?.params } }))
  const evm = open(nodes)
  const quantity = evm.http.request('eth_a', [{ value: 10n ** 18n }])
  await evm.clock.advance(0)
  expect(await quantity).toEqual([{ value: '0xde0b6b3a7640000' }])

  const solana = open(nodes, { chain: 'solana:x' })
  const small = solana.http.request('getBlock', [5n])
  await solana.clock.advance(0)
  expect(await small).toEqual([5])
  await expect(solana.http.request('getBlock', [2n ** 64n])).rejects.toMatchObject({ key: 'PAYLOAD_UNSAFE' })
})

test('whole numbers beyond a double come out as bigints, and texts of digits stay texts', async () => {
  const nodes = createNodes(() => ({
    body: '{"id":1,"result":{"rentEpoch":18446744073709551615,"memo":"12n","a":[5]}}',
  }))
  const { clock, http } = open(nodes, { chain: 'solana:x' })
  const call = watch(http.request('getAccountInfo', []))
  await clock.advance(0)
  expect(call.value).toEqual({ rentEpoch: 18446744073709551615n, memo: '12n', a: [5] })
})

test('an answer that is no JSON, or no answer, is a failure and never a value', async () => {
  for (const body of ['<html>', '', '[]', '{}', 'null', { id: 1 }]) {
    const nodes = createNodes(() => ({ body }))
    const { clock, http } = open(nodes)
    const call = watch(http.request('eth_a', []))
    await clock.advance(5_000)
    expect(call.error, JSON.stringify(body)).toMatchObject({ key: 'RPC_UNREACHABLE' })
  }
})

test('an abort signal or closing ends the wait, and a call after closing sends nothing', async () => {
  const nodes = createNodes(() => 'silent')
  const { clock, http } = open(nodes)
  const abort = new AbortController()
  const first = watch(http.request('eth_a', [], { signal: abort.signal }))
  const second = watch(http.request('eth_b', []))
  await clock.advance(0)
  abort.abort()
  await clock.advance(0)
  expect(first.error).toMatchObject({ key: 'ABORTED' })
  expect(second.isDone).toBe(false)
  http.close()
  await clock.advance(0)
  expect(second.error).toMatchObject({ key: 'ABORTED' })
  await expect(http.request('eth_c', [])).rejects.toMatchObject({ key: 'ABORTED' })
  await clock.advance(20_000)
  expect(nodes.seen.length).toBe(1)
  expect(clock.countTimers()).toBe(0)
})

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

test('a real node answers a batch, a lone call and an unknown method', async () => {
  const anvil = await startAnvil({ chainId: 31_338 })
  const http = createHttpRpc({ chain: 'eip155:31338', urls: [anvil.url], clock: systemClock, fetch })
  try {
    const [chainId, balance] = await Promise.all([
      http.request('eth_chainId', []),
      http.request('eth_getBalance', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'latest']),
    ])
    expect(chainId).toBe('0x7a6a')
    expect(balance).toBe(`0x${(10_000n * 10n ** 18n).toString(16)}`)
    await expect(http.request('eth_nothing', [])).rejects.toMatchObject({ name: 'PeerError', code: -32601 })
  } finally {
    http.close()
    await anvil.stop()
  }
})

test('a real server that hangs up is a failure within the retries', async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const http = createHttpRpc({ chain: 'eip155:1', urls: [`http://127.0.0.1:${port}`], clock: systemClock, fetch })
  await expect(http.request('eth_chainId', [])).rejects.toMatchObject({ key: 'RPC_UNREACHABLE' })
  http.close()
  await new Promise((resolve) => server.close(resolve))
})

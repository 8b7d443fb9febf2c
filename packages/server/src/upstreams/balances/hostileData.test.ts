import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createBalances } from '../balances.ts'
import { createRpcPool } from '../rpcPool.ts'

const ME = `0x${'a'.repeat(40)}`
const BAD = `0x${'1'.repeat(40)}`
const GOOD = `0x${'2'.repeat(40)}`
const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'
const ANSWER_LIMIT = 100_000
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])

/** What a contract says to a call; undefined where it reverts. `allGas`: it takes all the gas that it is given. */
type Says = Hex | undefined | 'allGas'
type Token = Partial<Record<'balanceOf' | 'name' | 'symbol' | 'decimals', Says>>
type Call = { readonly id: number; readonly method: string; readonly params: readonly [{ to: Hex; data: Hex }] }

/** A node's honest answer, over a token that is not. */
function answerHonestly(token: Token, calls: readonly Call[], chainId: string): unknown {
  const good: Token = { balanceOf: number(5n), name: text('Moss'), symbol: text('MOSS'), decimals: number(0n) }
  const run = (to: string, data: Hex): Says => {
    if (to === MULTICALL) {
      const decoded = decodeFunctionData({ abi: multicall3Abi, data })
      if (decoded.functionName !== 'aggregate3') return number(10n ** 18n)
      const results = decoded.args[0].map((each) => run(each.target.toLowerCase(), each.callData))
      if (results.includes('allGas')) return 'allGas'
      const result = results.map((each) => ({ success: each !== undefined, returnData: (each ?? '0x') as Hex }))
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
    }
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    return (to === GOOD ? good : token)[functionName as keyof Token]
  }
  return calls.map(({ id, method, params }) => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: chainId }
    if (method === 'eth_getBalance') return { jsonrpc: '2.0', id, result: toHex(10n ** 18n) }
    const result = run(params[0].to.toLowerCase(), params[0].data)
    if (result === undefined || result === 'allGas')
      return { jsonrpc: '2.0', id, error: { code: -32000, message: 'out of gas' } }
    return { jsonrpc: '2.0', id, result }
  })
}

/** Two chains: `answer` may say something else than the first one's node; the second one's is honest. */
function setUp(options: { token?: Token; answer?: (signal: AbortSignal) => Response | Promise<Response> }) {
  const asked: string[] = []
  const { chains } = parseConfig({
    chains: ['1', '2'].map((reference) => ({
      id: `eip155:${reference}`,
      name: reference,
      rpc: [`https://node${reference}.example`],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: reference === '1' ? [{ address: BAD }, { address: GOOD }] : [],
    })),
  })
  const pools = new Map(
    chains.map((chain) => {
      const node: typeof fetch = async (_url, init) => {
        const body = JSON.parse(String(init?.body)) as Call | Call[]
        const calls = Array.isArray(body) ? body : [body]
        asked.push(chain.id)
        const isFirstCall = calls[0]?.method === 'eth_chainId'
        if (chain.id === 'eip155:1' && !isFirstCall && options.answer !== undefined)
          return options.answer(init?.signal as AbortSignal)
        const said = answerHonestly(options.token ?? {}, calls, `0x${chain.id.slice(-1)}`) as unknown[]
        return Response.json(Array.isArray(body) ? said : said[0])
      }
      const clock = { now: () => 0 }
      return [
        chain.id,
        createRpcPool({ chain, fetch: node, clock, log, timeoutMs: 60, answerLimit: ANSWER_LIMIT }),
      ] as const
    }),
  )
  const balances = createBalances({
    chains,
    pools,
    fetchPrices: async () => new Map(),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    findReceived: async () => ({ tokens: [], coins: [], isWhole: true }),
    iconUrl: () => '',
    clock: { now: () => 0 },
  })
  return { asked, read: () => balances.fetchBalances({ address: ME, currency: 'usd' }) }
}

describe('a hostile token spoils nothing but itself', () => {
  const sound: Token = { balanceOf: number(7n), name: text('Bad'), symbol: text('BAD'), decimals: number(2n) }
  test.each<[string, Token, string | undefined]>([
    ['reverts whatever it is asked', {}, undefined],
    ['takes all gas, as a proxy that leads back to itself does', { ...sound, balanceOf: 'allGas' }, undefined],
    ['takes all gas for its name alone', { ...sound, name: 'allGas' }, 'BAD'],
    [
      'says more than an answer may hold as its balance',
      { ...sound, balanceOf: `0x${'00'.repeat(120_000)}` },
      undefined,
    ],
    ['says more than an answer may hold as its name', { ...sound, name: text('x'.repeat(120_000)) }, 'BAD'],
    ['says its balance in less than a word', { ...sound, balanceOf: '0x07' }, undefined],
    ['says a text for its decimals', { ...sound, decimals: text('eighteen') }, 'BAD'],
    ['says 255 decimals', { ...sound, decimals: number(255n) }, undefined],
    ['says 2^256-1 decimals', { ...sound, decimals: number(2n ** 256n - 1n) }, undefined],
    ['says no decimals', { ...sound, decimals: undefined }, undefined],
    ['points its name outside of what it says', { ...sound, name: number(2n ** 255n) }, 'BAD'],
    ['has a name of markup', { ...sound, symbol: text('<b>BAD</b>') }, '<b>BAD</b>'],
    ['has a symbol of 10,000 letters', { ...sound, symbol: text('B'.repeat(10_000)) }, 'B'.repeat(32)],
    ['turns its symbol around', { ...sound, symbol: text('\u202eDAB\u202c\u200b') }, 'DAB'],
  ])('one that %s', async (_what, token, symbol) => {
    const { read, asked } = setUp({ token })
    const { balances, unavailable } = await read()
    expect(balances.map((each) => each.symbol)).toContain('MOSS')
    expect(unavailable).toEqual([])
    const others = balances.filter((each) => !['ETH', 'MOSS'].includes(each.symbol))
    if (symbol === undefined) expect(others).toEqual([])
    else expect(others.map((each) => each.symbol)).toEqual([symbol])
    expect(asked.length).toBeLessThanOrEqual(12)
  })
})

describe('an amount at the edge of what a chain can hold is told to the last digit', () => {
  const most = 2n ** 256n - 1n
  test.each<[string, bigint, bigint, string | undefined]>([
    ['1 wei', 1n, 18n, '0.000000000000000001'],
    ['2^256-1 units without decimals', most, 0n, String(most)],
    ['2^256-1 units of 18 decimals', most, 18n, `${String(most).slice(0, -18)}.${String(most).slice(-18)}`],
    ['one unit of 36 decimals', 1n, 36n, `0.${'0'.repeat(35)}1`],
    ['2^256-1 units of 36 decimals', most, 36n, `${String(most).slice(0, -36)}.${String(most).slice(-36)}`],
    ['one unit of 37 decimals, which no token is believed to have', 1n, 37n, undefined],
    ['one unit of 255 decimals, which no token is believed to have', 1n, 255n, undefined],
  ])('%s', async (_what, amount, decimals, numeric) => {
    const token = { balanceOf: number(amount), name: text('Bad'), symbol: text('BAD'), decimals: number(decimals) }
    const { balances } = await setUp({ token }).read()
    expect(balances.find(({ symbol }) => symbol === 'BAD')?.quantity.numeric).toBe(numeric)
    expect(balances.map(({ symbol }) => symbol)).toContain('MOSS')
  })
})

describe('a hostile node is named as unavailable, and the other chain is answered', () => {
  const whole = '{"jsonrpc":"2.0","id":0,"result":"0x0"}'
  /** A body that gives a piece whenever it is read, `everyMs` apart, and never ends by itself. */
  const endless = (piece: string, everyMs: number, signal: AbortSignal): Response =>
    new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, everyMs))
          if (signal.aborted) controller.error(signal.reason)
          else controller.enqueue(new TextEncoder().encode(piece))
        },
      }),
    )
  test.each<[string, (signal: AbortSignal) => Response | Promise<Response>]>([
    ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
    ['nothing', () => new Response('')],
    ['JSON that ends in the middle', () => new Response(whole.slice(0, -5))],
    ['JSON of wrong types', () => Response.json({ jsonrpc: 2, id: {}, result: [] })],
    ['an answer to another question', () => Response.json({ jsonrpc: '2.0', id: 99, result: '0x0' })],
    ['a number where a quantity belongs', () => Response.json({ jsonrpc: '2.0', id: 0, result: 12 })],
    ['JSON that nests 10,000 levels deep', () => new Response(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['more than an answer may hold', () => new Response(`["${'x'.repeat(ANSWER_LIMIT)}"]`)],
    ['a body without an end', (signal) => endless('x'.repeat(10_000), 0, signal)],
    ['a letter now and then', (signal) => endless(' ', 5, signal)],
    [
      'no head at all',
      (signal) => new Promise((_yes, no) => signal.addEventListener('abort', () => no(signal.reason))),
    ],
    ['that it has too much to do', () => new Response('', { status: 429 })],
    ['a way elsewhere', () => new Response('', { status: 302, headers: { location: 'http://169.254.169.254/' } })],
  ])('one that answers %s', async (_what, answer) => {
    const { read, asked } = setUp({ answer })
    const { balances, unavailable } = await read()
    expect(unavailable).toEqual(['eip155:1'])
    expect(balances.map(({ chainId }) => chainId)).toEqual(['eip155:2'])
    expect(asked.filter((id) => id === 'eip155:1').length).toBeLessThanOrEqual(12)
  })
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AGGREGATORS, NATIVE_TOKEN } from '@latchkey/wire/swap'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { type ConfigError, parseConfig } from '../../config.ts'
import { createAggregatorMarket } from './aggregatorMarket.ts'
import { createAskAggregator } from './askAggregator.ts'
import { createInchSwap } from './inchSwap.ts'
import { createKyberSwap } from './kyberSwap.ts'
import type { Market, SwapTerms } from './market.ts'

const me = `0x${'a1'.repeat(20)}` as const
const thief = `0x${'bd'.repeat(20)}` as const
const executor = `0x${'ab'.repeat(20)}` as const
const dollar = `0x${'d0'.repeat(20)}` as const
const pine = `0x${'f1'.repeat(20)}` as const
const NOW = 1_800_000_000_000

const kyberAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution)',
])
const inchAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
])

type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: unknown }
type Answer = { status?: number; body: unknown } | 'hang'
type Service = { url: string; asked: Asked[]; answer: (asked: Asked) => Answer }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An HTTP server that answers as told, and keeps what it was asked. */
async function serve(answer: (asked: Asked) => Answer): Promise<Service> {
  const service: Service = { url: '', asked: [], answer }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://service.example'),
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    service.asked.push(asked)
    const told = service.answer(asked)
    if (told === 'hang') return
    response.writeHead(told.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof told.body === 'string' ? told.body : JSON.stringify(told.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

const SUMMARY = {
  tokenIn: dollar,
  amountIn: '1000',
  amountInUsd: '1000',
  tokenOut: pine,
  amountOut: '2000',
  amountOutUsd: '995',
  gas: '253000',
  gasPrice: '1000000000',
  gasUsd: '0.4',
  extraFee: { feeAmount: '', chargeFeeBy: '', isInBps: false, feeReceiver: '' },
  route: [[{ pool: executor, tokenIn: dollar, tokenOut: pine, exchange: 'uniswapv3' }]],
  checksum: '8841',
}

const kyberData = (minimum: bigint, recipient: Hex = me): Hex =>
  encodeFunctionData({
    abi: kyberAbi,
    functionName: 'swap',
    args: [
      {
        callTarget: executor,
        approveTarget: executor,
        targetData: '0x1234',
        desc: {
          srcToken: dollar,
          dstToken: pine,
          srcReceivers: [executor],
          srcAmounts: [1_000n],
          feeReceivers: [],
          feeAmounts: [],
          dstReceiver: recipient,
          amount: 1_000n,
          minReturnAmount: minimum,
          flags: 0n,
          permit: '0x',
        },
        clientData: '0x56',
      },
    ],
  })

const inchData = (minimum: bigint, recipient: Hex = me): Hex =>
  encodeFunctionData({
    abi: inchAbi,
    functionName: 'swap',
    args: [
      executor,
      {
        srcToken: dollar,
        dstToken: pine,
        srcReceiver: executor,
        dstReceiver: recipient,
        amount: 1_000n,
        minReturnAmount: minimum,
        flags: 0n,
      },
      '0x1234',
    ],
  })

/** Bodies as each service documents them; `data` and `to` of what is built can be changed. */
const SERVICES = {
  kyberswap: {
    isBuild: ({ method }: Asked) => method === 'POST',
    quote: {
      code: 0,
      message: 'successfully',
      data: { routeSummary: SUMMARY, routerAddress: AGGREGATORS.kyberswap.router },
    },
    build: (data: Hex, to: string) => ({
      code: 0,
      message: 'successfully',
      data: { amountIn: '1000', amountOut: '2000', gas: '253000', data, routerAddress: to, transactionValue: '0' },
    }),
    data: kyberData,
    open: (url: string, timeoutMs: number) =>
      createKyberSwap({
        chainId: 'eip155:1',
        url,
        clientId: 'hollowpine',
        ask: createAskAggregator({ fetch, timeoutMs }),
      }),
  },
  '1inch': {
    isBuild: ({ url }: Asked) => url.pathname.endsWith('/swap'),
    quote: { dstAmount: '2000' },
    build: (data: Hex, to: string) => ({
      dstAmount: '2000',
      tx: { from: me, to, data, value: '0', gas: 0, gasPrice: '1000000000' },
    }),
    data: inchData,
    open: (url: string, timeoutMs: number) =>
      createInchSwap({
        chainId: 'eip155:1',
        url,
        apiKey: 'key-of-the-operator',
        ask: createAskAggregator({ fetch, timeoutMs }),
      }),
  },
} as const
type Kind = keyof typeof SERVICES

const KINDS: readonly Kind[] = ['kyberswap', '1inch']
const REQUEST = { sell: dollar, buy: pine, amount: 1_000n } as const
const TERMS: SwapTerms = { account: me, minimumOut: 1_980n, deadlineS: 1_800_001_000n }

async function open(
  kind: Kind,
  changes: { quote?: Answer; data?: Hex; to?: string; build?: Answer } = {},
): Promise<{ market: Market; service: Service }> {
  const known = SERVICES[kind]
  const service = await serve((asked) =>
    known.isBuild(asked)
      ? (changes.build ?? {
          body: known.build(changes.data ?? known.data(1_980n), changes.to ?? AGGREGATORS[kind].router),
        })
      : (changes.quote ?? { body: known.quote }),
  )
  // Who is not to answer is not waited for long, and who is, as long as a busy machine takes.
  const timeoutMs = changes.quote === 'hang' ? 300 : 30_000
  const findWay = known.open(service.url, timeoutMs)
  const market = createAggregatorMarket({ kind, findWay, clock: { now: () => NOW } })
  return { market, service }
}

describe.each(KINDS)('%s', (kind) => {
  test('a way is quoted and built for its router, with what the documentation asks for', async () => {
    const { market, service } = await open(kind)
    const quote = await market.quote(REQUEST, undefined)
    expect(quote).toMatchObject({
      router: AGGREGATORS[kind].router,
      amountOut: 2_000n,
      feePercent: 0,
      path: [dollar, pine],
    })
    const built = await quote?.build(TERMS)
    expect(built).toEqual({ to: AGGREGATORS[kind].router, data: SERVICES[kind].data(1_980n), value: 0n })
    const [first, second] = service.asked
    if (kind === 'kyberswap') {
      expect(quote?.priceImpact).toBeCloseTo(0.5)
      expect(`${first?.url.pathname}${first?.url.search}`).toBe(
        `/ethereum/api/v1/routes?tokenIn=${dollar}&tokenOut=${pine}&amountIn=1000`,
      )
      expect(first?.headers['x-client-id']).toBe('hollowpine')
      expect(second?.url.pathname).toBe('/ethereum/api/v1/route/build')
      // The summary goes back whole, with the fields that nobody here reads.
      expect(second?.body).toEqual({
        routeSummary: SUMMARY,
        sender: me,
        recipient: me,
        slippageTolerance: 100,
        deadline: 1_800_001_000,
        source: 'hollowpine',
      })
    } else {
      expect(quote?.priceImpact).toBeNull()
      expect(`${first?.url.pathname}${first?.url.search}`).toBe(`/1/quote?src=${dollar}&dst=${pine}&amount=1000`)
      expect(first?.headers.authorization).toBe('Bearer key-of-the-operator')
      expect(Object.fromEntries(second?.url.searchParams ?? [])).toEqual({
        src: dollar,
        dst: pine,
        amount: '1000',
        from: me,
        origin: me,
        slippage: '1',
        disableEstimate: 'true',
        compatibility: 'true',
      })
    }
  })

  test('SEC-97: what it builds for another recipient, target or form is refused, and a lower minimum says that the quote moved', async () => {
    const build = async (changes: Parameters<typeof open>[1]) => {
      const { market } = await open(kind, changes)
      const quote = await market.quote(REQUEST, undefined)
      return quote?.build(TERMS)
    }
    const refused = { code: 'UPSTREAM_UNAVAILABLE' }
    await expect(build({ data: SERVICES[kind].data(1_980n, thief) })).rejects.toMatchObject(refused)
    await expect(build({ to: thief })).rejects.toMatchObject(refused)
    await expect(build({ data: '0xa9059cbb' })).rejects.toMatchObject(refused)
    await expect(build({ build: { status: 400, body: { error: 'Bad Request' } } })).rejects.toMatchObject(refused)
    await expect(build({ data: SERVICES[kind].data(1_979n) })).rejects.toMatchObject({ code: 'QUOTE_MOVED' })
  })

  test('a pair without a way has none; what does not answer, answers too often asked or out of form is coded', async () => {
    const quote = async (answer: Answer) => (await open(kind, { quote: answer })).market.quote(REQUEST, undefined)
    expect(
      await quote({
        status: 400,
        body: { code: 4008, message: 'route not found', description: 'insufficient liquidity' },
      }),
    ).toBeUndefined()
    const down = { code: 'UPSTREAM_UNAVAILABLE' }
    await expect(quote('hang')).rejects.toMatchObject(down)
    await expect(quote({ status: 500, body: '' })).rejects.toMatchObject(down)
    await expect(quote({ status: 401, body: {} })).rejects.toMatchObject(down)
    await expect(quote({ body: '<html>' })).rejects.toMatchObject(down)
    await expect(quote({ body: { dstAmount: '-1', data: { routeSummary: { amountOut: 1 } } } })).rejects.toMatchObject(
      down,
    )
    await expect(quote({ body: `"${'x'.repeat(2 * 1024 * 1024)}"` })).rejects.toMatchObject(down)
    await expect(quote({ body: '['.repeat(10_000) + ']'.repeat(10_000) })).rejects.toMatchObject(down)
    await expect(quote({ status: 429, body: {} })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('the coin is paid as the value of the transaction', async () => {
    const seen: string[] = []
    const market = createAggregatorMarket({
      kind,
      clock: { now: () => NOW },
      findWay: async ({ sell }) => {
        seen.push(sell)
        return {
          amountOut: 2_000n,
          priceImpact: null,
          build: async () => SERVICES[kind].data(1_980n).replace(dollar.slice(2), NATIVE_TOKEN.slice(2)) as Hex,
        }
      },
    })
    const quote = await market.quote({ ...REQUEST, sell: NATIVE_TOKEN }, undefined)
    expect(await quote?.build(TERMS)).toMatchObject({ value: 1_000n })
    expect(seen).toEqual([NATIVE_TOKEN])
  })
})

test('KyberSwap: a summary of another amount, or of another router, is refused', async () => {
  const refused = { code: 'UPSTREAM_UNAVAILABLE' }
  const answer = (changes: object, router: string = AGGREGATORS.kyberswap.router): Answer => ({
    body: { code: 0, message: '', data: { routeSummary: { ...SUMMARY, ...changes }, routerAddress: router } },
  })
  for (const quote of [answer({ amountIn: '1001' }), answer({}, thief)]) {
    const { market } = await open('kyberswap', { quote })
    await expect(market.quote(REQUEST, undefined)).rejects.toMatchObject(refused)
  }
  const { market } = await open('kyberswap', { quote: answer({ amountOutUsd: '0' }) })
  expect((await market.quote(REQUEST, undefined))?.priceImpact).toBeNull()
})

test('a configuration names an aggregator with its key, on chains where its router stands', () => {
  const parse = (id: string, market: object) =>
    parseConfig({
      chains: [
        {
          id,
          name: 'Slope',
          rpc: ['https://node.example'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          swaps: [market],
        },
      ],
    }).chains[0]?.swaps
  expect(parse('eip155:1', { kind: 'kyberswap', clientId: 'hollowpine' })).toEqual([
    { kind: 'kyberswap', clientId: 'hollowpine', url: 'https://aggregator-api.kyberswap.com' },
  ])
  expect(parse('eip155:100', { kind: '1inch', apiKey: 'key' })).toHaveLength(1)
  const problemOf = (id: string, market: object): string => {
    try {
      parse(id, market)
    } catch (error) {
      return String((error as ConfigError).message)
    }
    return ''
  }
  expect(problemOf('eip155:31337', { kind: '1inch', apiKey: 'key' })).toContain('has no published router')
  expect(problemOf('eip155:1', { kind: '1inch' })).toContain('swaps[0].apiKey')
  expect(problemOf('eip155:1', { kind: 'kyberswap', clientId: 'a b' })).toContain('letters, digits')
})

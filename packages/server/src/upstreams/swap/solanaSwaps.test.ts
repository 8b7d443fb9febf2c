import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from '@latchkey/wire/swap'
import { base58 } from '@scure/base'
import { afterEach, expect, test } from 'vitest'
import { type ConfigError, parseConfig } from '../../config.ts'
import { tokenAccountAddress } from '../balances/metaplex.ts'
import { createAskAggregator } from './askAggregator.ts'
import { createJupiterSwap } from './jupiterSwap.ts'
import { createSolanaSwaps } from './solanaSwaps.ts'

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte))
const [me, thief, dollar, pool, table] = [address(1), address(2), address(3), address(4), address(5)]
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const CHAIN = JUPITER.networkId
const number = (value: bigint, width: number): readonly number[] =>
  Array.from({ length: width }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')

type Asked = { url: URL; headers: IncomingMessage['headers'] }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** What the documentation says that `/build` answers, for SOL against a dollar: 2,000 for 1,000. */
function build(query: URLSearchParams, lies: { target?: string; fee?: number; quoted?: bigint } = {}) {
  const amount = BigInt(query.get('amount') ?? 0)
  const slippage = BigInt(query.get('slippageBps') ?? 0)
  const quoted = lies.quoted ?? amount * 2n
  const owner = query.get('taker') ?? ''
  const hold = (mint: string) => tokenAccountAddress({ owner, mint, program: TOKEN })
  const wrapped = hold(WRAPPED_SOL)
  const plain = (pubkey: string) => ({ pubkey, isSigner: false, isWritable: false })
  const writable = (pubkey: string) => ({ pubkey, isSigner: false, isWritable: true })
  const payer = { pubkey: owner, isSigner: true, isWritable: true }
  const open = (mint: string) => ({
    programId: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    accounts: [
      payer,
      writable(hold(mint)),
      plain(owner),
      plain(mint),
      plain('11111111111111111111111111111111'),
      plain(TOKEN),
    ],
    data: base64([1]),
  })
  return {
    inputMint: query.get('inputMint'),
    outputMint: query.get('outputMint'),
    inAmount: `${amount}`,
    outAmount: `${quoted}`,
    otherAmountThreshold: `${(quoted * (10_000n - slippage)) / 10_000n}`,
    swapMode: 'ExactIn',
    slippageBps: Number(slippage),
    priceImpactPct: '0.0012',
    routePlan: [],
    computeBudgetInstructions: [
      {
        programId: 'ComputeBudget111111111111111111111111111111',
        accounts: [],
        data: base64([3, ...number(9_999n, 8)]),
      },
    ],
    setupInstructions: [
      open(WRAPPED_SOL),
      {
        programId: '11111111111111111111111111111111',
        accounts: [payer, writable(wrapped)],
        data: base64([...number(2n, 4), ...number(amount, 8)]),
      },
      { programId: TOKEN, accounts: [writable(wrapped)], data: base64([17]) },
      open(dollar),
    ],
    swapInstruction: {
      programId: JUPITER.program,
      accounts: [
        { pubkey: owner, isSigner: true, isWritable: false },
        ...[wrapped, lies.target ?? hold(dollar)].map(writable),
        ...[WRAPPED_SOL, dollar, TOKEN, TOKEN, JUPITER.program, pool, JUPITER.program].map(plain),
        writable(pool),
      ],
      data: base64([
        ...[0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14],
        ...[...number(amount, 8), ...number(quoted, 8), ...number(slippage, 2), ...number(BigInt(lies.fee ?? 0), 2)],
        ...[0, 0, 1, 0, 0, 0, 7],
      ]),
    },
    cleanupInstruction: {
      programId: TOKEN,
      accounts: [writable(wrapped), writable(owner), { pubkey: owner, isSigner: true, isWritable: false }],
      data: base64([9]),
    },
    otherInstructions: [],
    addressesByLookupTableAddress: { [table]: [pool] },
    blockhashWithMetadata: { blockhash: [1], lastValidBlockHeight: 9 },
  }
}

async function open(answer: (query: URLSearchParams) => { status?: number; body: unknown }) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service.example')
    asked.push({ url, headers: request.headers })
    const { status = 200, body } = answer(url.searchParams)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/swap/v2`
  const ask = createAskAggregator({ fetch, timeoutMs: 30_000 })
  const jupiter = createJupiterSwap({ url, apiKey: 'key-of-the-operator', ask })
  const { chains } = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Solana',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
        swaps: [{ kind: 'jupiter', apiKey: 'key-of-the-operator' }],
      },
    ],
  })
  const coin = {
    name: 'Sol',
    symbol: 'SOL',
    address: `${CHAIN}:${SOLANA_COIN}`,
    decimals: 9,
    logoUri: null,
    eip2612: false,
  }
  const swaps = createSolanaSwaps({ chains, askers: new Map([[CHAIN, jupiter]]), describeTokens: async () => [coin] })
  return { swaps, asked, chains, coin }
}

const PAIR = { from: `${CHAIN}:${SOLANA_COIN}`, to: `${CHAIN}:${dollar}`, amount: '1000' }
const SWAP = { ...PAIR, userAddress: `${CHAIN}:${me}`, slippage: 1, disableEstimate: false }

test('SOL is quoted and built for an account, with what the documentation asks for; what is paid for being first is left to the wallet', async () => {
  const { swaps, asked, coin } = await open((query) => ({ body: build(query) }))
  expect(await swaps.listTokens({ networkId: CHAIN })).toEqual([coin])
  const [quote] = await swaps.fetchQuotes({ ...PAIR, userAddress: me })
  expect(quote).toMatchObject({ toAmount: '2000', router: JUPITER.program, priceImpact: 0.12, feePercent: 0 })
  const { tx } = await swaps.buildSwap({ ...SWAP, minimum: '1980' })
  expect(tx).toMatchObject({
    to: `${CHAIN}:${JUPITER.program}`,
    data: '0x',
    value: '0',
    amount: '2000',
    minimum: '1980',
  })
  expect(tx.solana?.tables).toEqual({ [table]: [pool] })
  expect(tx.solana?.calls.map(({ programAddress }) => programAddress)).not.toContain(
    'ComputeBudget111111111111111111111111111111',
  )
  expect(tx.solana?.calls).toHaveLength(6)
  expect(tx.solana?.calls[4]?.accounts[0]).toEqual({ address: me, role: 2 })
  const [first, second] = asked
  expect(first?.url.pathname).toBe('/swap/v2/build')
  expect(first?.headers['x-api-key']).toBe('key-of-the-operator')
  expect(Object.fromEntries(second?.url.searchParams ?? [])).toEqual({
    inputMint: WRAPPED_SOL,
    outputMint: dollar,
    amount: '1000',
    taker: me,
    slippageBps: '100',
  })
})

test('a least that the slippage would miss is met by a smaller one, and one that the market misses says that the quote moved', async () => {
  const { swaps, asked } = await open((query) => ({ body: build(query) }))
  const { tx } = await swaps.buildSwap({ ...SWAP, minimum: '1981' })
  expect(asked.map(({ url }) => url.searchParams.get('slippageBps'))).toEqual(['100', '95'])
  expect(tx.minimum).toBe('1981')
  await expect(swaps.buildSwap({ ...SWAP, minimum: '2001' })).rejects.toMatchObject({ code: 'QUOTE_MOVED' })
})

test('SEC-97: what the aggregator builds for another recipient, or with a fee, is refused, and what answers another question is none', async () => {
  const refused = { code: 'UPSTREAM_UNAVAILABLE' }
  for (const lies of [{ target: thief }, { fee: 10 }]) {
    const { swaps } = await open((query) => ({ body: build(query, lies) }))
    await expect(swaps.buildSwap(SWAP)).rejects.toMatchObject(refused)
  }
  const { swaps } = await open((query) => ({ body: { ...build(query), inAmount: '999' } }))
  await expect(swaps.fetchQuotes(PAIR)).rejects.toMatchObject(refused)
})

test('a pair without a way, another chain, one token on both sides and a service that is down are coded', async () => {
  const { swaps, asked } = await open(() => ({ status: 400, body: { error: 'No routes found' } }))
  await expect(swaps.fetchQuotes(PAIR)).rejects.toMatchObject({ code: 'LIQUIDITY_INSUFFICIENT' })
  // Where nobody said who swaps an address that is nobody's is asked for.
  expect(asked[0]?.url.searchParams.get('taker')).toBe('1nc1nerator11111111111111111111111111111111')
  const other = `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${dollar}`
  await expect(swaps.fetchQuotes({ ...PAIR, to: other })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  await expect(swaps.fetchQuotes({ ...PAIR, to: PAIR.from })).rejects.toMatchObject({ code: 'ASSET_UNSUPPORTED' })
  await expect(
    swaps.fetchQuotes({ ...PAIR, from: other, to: `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${pool}` }),
  ).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
  await expect(swaps.listTokens({ networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })).rejects.toMatchObject({
    code: 'CHAIN_UNSUPPORTED',
  })
  const { swaps: down } = await open(() => ({ status: 500, body: {} }))
  await expect(down.fetchQuotes(PAIR)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('without an aggregator nothing is swapped on Solana, and a configuration keeps each market to its chains', async () => {
  const { chains } = await open(() => ({ body: {} }))
  const none = createSolanaSwaps({ chains, askers: new Map(), describeTokens: async () => [] })
  expect(await none.listTokens({ networkId: CHAIN })).toEqual([])
  await expect(none.fetchQuotes(PAIR)).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
  const chain = (id: string, swaps: readonly object[]) => ({
    chains: [
      {
        id,
        name: 'Here',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'C', symbol: 'C', decimals: 9 },
        swaps,
      },
    ],
  })
  const problems = (config: object): unknown => {
    try {
      parseConfig(config)
      return undefined
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  expect(problems(chain('eip155:1', [{ kind: 'jupiter', apiKey: 'a' }]))).toMatchObject([{ key: 'chains[0].swaps[0]' }])
  expect(problems(chain(CHAIN, [{ kind: 'uniswap' }]))).toMatchObject([{ problem: 'swaps on EVM chains alone' }])
})

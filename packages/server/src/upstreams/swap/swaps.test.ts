import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { readReceipt } from '@latchkey/testing/readReceipt.ts'
import { createUniswapMaker, type UniswapPlaces } from '@latchkey/testing/uniswap/placeUniswap.ts'
import { checkApproval, checkSwap, NATIVE_TOKEN, readSwap } from '@latchkey/wire/swap'
import {
  type Address,
  createTestClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount, signTypedData } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createMarketServices } from '../../createMarketServices.ts'
import { createLog } from '../../gateway/createLog.ts'
import { createRpcPool } from '../rpcPool.ts'

const CHAIN = 'eip155:31337'
/** The first accounts of anvil's mnemonic; their keys are public. Source: Foundry's book. */
const MAKER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ALICE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ALICE = privateKeyToAccount(ALICE_KEY)
const OPERATOR: Address = `0x${'fe'.repeat(20)}`
const FEES = [500, 3_000, 10_000]

let anvil: Anvil
let node: ReturnType<typeof connect>
let places: UniswapPlaces
let maker: ReturnType<typeof createUniswapMaker>
let dollar: Address
let pine: Address
let lonely: Address

function connect(url: string) {
  return createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
}

beforeAll(async () => {
  anvil = await startAnvil()
  node = connect(anvil.url)
  await node.setBalance({ address: MAKER, value: parseEther('100000') })
  await placeMulticall(anvil.url)
  maker = createUniswapMaker({ rpcUrl: anvil.url, chainId: 31_337, maker: MAKER })
  places = await maker.place()
  const token = () => maker.deploy('ERC20', ['uint256'], [parseEther('100000000')])
  dollar = await token()
  pine = await token()
  lonely = await token()
  const ether = places.wrappedNative
  await maker.call(ether, 'deposit', [], parseEther('2000'))
  const pool = (fee: number | undefined, a: [Address, string], b: [Address, string]) =>
    maker.fill(places, {
      fee,
      first: { token: a[0], amount: parseEther(a[1]) },
      second: { token: b[0], amount: parseEther(b[1]) },
    })
  await pool(undefined, [ether, '100'], [dollar, '300000'])
  await pool(3_000, [ether, '100'], [dollar, '300100'])
  await pool(500, [ether, '200'], [dollar, '600000'])
  await pool(3_000, [ether, '80'], [pine, '80000'])
  await pool(undefined, [ether, '50'], [pine, '50000'])
}, 60_000)

afterAll(() => anvil.stop())

function open(market: Record<string, unknown> = {}, answer?: (method: string) => unknown) {
  const config = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Slope',
        rpc: [anvil.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [
          { address: dollar, name: 'Dollar', symbol: 'USD' },
          { address: pine, symbol: 'PINE', name: 'Pine' },
        ],
        wrappedNative: places.wrappedNative,
        multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
        swaps: [
          {
            kind: 'uniswap',
            router: places.router,
            quoter: places.quoter,
            v2Router: places.v2Router,
            fees: FEES,
            ...market,
          },
        ],
      },
    ],
  })
  const [chain] = config.chains
  if (chain === undefined) throw new Error('the chain is there')
  const asked: string[] = []
  const clock = { now: () => Date.now() }
  const pool = createRpcPool({
    chain,
    clock,
    log: createLog('silent'),
    timeoutMs: 5_000,
    fetch: async (input, init) => {
      const calls = JSON.parse(String(init?.body)) as { id: number; method: string }[] | { id: number; method: string }
      for (const { method } of [calls].flat()) asked.push(method)
      const own = answer?.([calls].flat()[0]?.method ?? '')
      return own === undefined ? fetch(input, init) : Response.json(own)
    },
  })
  const { swaps } = createMarketServices({
    config,
    pools: new Map([[CHAIN, pool]]),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    fetchPrices: async () => new Map(),
    iconUrl: () => '',
    fetch,
    clock,
  })
  return { swaps, asked }
}

const id = (address: string): string => `${CHAIN}:${address}`
const me = id(ALICE.address)

async function balances(...tokens: readonly Address[]): Promise<readonly bigint[]> {
  return Promise.all(
    tokens.map((address) =>
      address === NATIVE_TOKEN
        ? node.getBalance({ address: ALICE.address })
        : node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [ALICE.address] }),
    ),
  )
}

/** Sends what was built, as a wallet does, and gives the receipt. */
async function send({ to, data, value }: { to: string; data: string; value?: string | undefined }) {
  const target = to.split(':').at(-1) as Address
  const hash = await node.sendTransaction({
    account: ALICE.address,
    chain: foundry,
    to: target,
    data: data as Hex,
    value: BigInt(value ?? 0),
    gas: 1_000_000n,
  })
  return readReceipt(node, hash)
}

async function give(token: Address, amount: bigint): Promise<void> {
  const { request } = await node.simulateContract({
    account: MAKER,
    chain: foundry,
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [ALICE.address, amount],
  })
  await readReceipt(node, await node.writeContract(request))
}

const PAIRS = [
  ['the coin for a token', () => [NATIVE_TOKEN, dollar]],
  ['a token for the coin', () => [dollar, NATIVE_TOKEN]],
  ['a token for another over two pools', () => [pine, dollar]],
] as const

describe.each([
  ['both versions', {}],
  ['both versions with a fee of the operator', { fee: { percent: 0.5, recipient: OPERATOR } }],
  ["version 2's router alone", { router: undefined, quoter: undefined }],
])('over %s', (_name, market) => {
  test.each(PAIRS)(
    '%s comes out as it was quoted, to the wei, and reads back as it was seen',
    async (_pair, tokens) => {
      const [sell, buy] = tokens() as [Address, Address]
      const { swaps } = open(market)
      const amount = parseEther('3')
      if (sell !== NATIVE_TOKEN) await give(sell, amount)
      const [quote] = await swaps.fetchQuotes({ from: id(sell), to: id(buy), amount: `${amount}` })
      const routers = [{ address: quote?.router ?? '', wrappedNative: places.wrappedNative, kind: 'uniswap' as const }]
      const terms = { sell, buy, amount, account: ALICE.address, routers, nowS: Math.floor(Date.now() / 1000) }
      if (sell !== NATIVE_TOKEN) {
        const { tx } = await swaps.buildApproval({ from: id(sell), userAddress: me, amount: `${amount}` })
        expect(checkApproval({ to: sell, data: tx.data, value: 0n }, terms)).toBeUndefined()
        await send(tx)
        expect(await swaps.fetchAllowance({ tokenAddress: id(sell), userAddress: me })).toBe(`${amount}`)
      }
      const { tx } = await swaps.buildSwap({
        from: id(sell),
        to: id(buy),
        amount: `${amount}`,
        userAddress: me,
        slippage: 1,
        minimum: quote?.toAmount ?? '',
        disableEstimate: false,
      })
      const wish = { ...terms, minimumOut: BigInt(quote?.toAmount ?? 0), feeBips: 50 }
      const built = { to: tx.to.split(':').at(-1) ?? '', data: tx.data, value: BigInt(tx.value) }
      expect(checkSwap(built, wish)).toBeUndefined()
      // A later second: the first swap of one writes what a trial within the second of the last did not.
      await node.increaseTime({ seconds: 10 })
      const [soldBefore = 0n, boughtBefore = 0n] = await balances(sell, buy)
      const receipt = await send(tx)
      const [sold = 0n, bought = 0n] = await balances(sell, buy)
      expect(receipt.status).toBe('success')
      expect(receipt.gasUsed).toBeLessThanOrEqual(BigInt(tx.eip155?.gas ?? 0))
      const paid = receipt.gasUsed * receipt.effectiveGasPrice
      expect(bought - boughtBefore + (buy === NATIVE_TOKEN ? paid : 0n)).toBe(BigInt(quote?.toAmount ?? 0))
      expect(soldBefore - sold - (sell === NATIVE_TOKEN ? paid : 0n)).toBe(amount)
    },
  )
})

test('the coin and what wraps it change one for one, by that contract itself and without an allowance', async () => {
  const { swaps } = open()
  const amount = parseEther('2')
  const wrapped = places.wrappedNative
  const routers = [{ address: wrapped, wrappedNative: wrapped, kind: 'wrap' as const }]
  for (const [sell, buy] of [
    [NATIVE_TOKEN, wrapped],
    [wrapped, NATIVE_TOKEN],
  ] as const) {
    const swap = { from: id(sell), to: id(buy), amount: `${amount}` }
    const [quote] = await swaps.fetchQuotes(swap)
    expect(quote).toMatchObject({ toAmount: `${amount}`, priceImpact: 0, feePercent: 0, router: wrapped.toLowerCase() })
    const { tx } = await swaps.buildSwap({
      ...swap,
      userAddress: me,
      slippage: 1,
      minimum: `${amount}`,
      router: wrapped,
      disableEstimate: false,
    })
    const built = { to: tx.to.split(':').at(-1) ?? '', data: tx.data, value: BigInt(tx.value) }
    const terms = { sell, buy, amount, minimumOut: amount, account: ALICE.address, routers, feeBips: 0, nowS: 0 }
    expect(checkSwap(built, terms)).toBeUndefined()
    const [before = 0n, coinBefore = 0n] = await balances(wrapped, NATIVE_TOKEN)
    const receipt = await send(tx)
    const [after = 0n, coinAfter = 0n] = await balances(wrapped, NATIVE_TOKEN)
    const paid = receipt.gasUsed * receipt.effectiveGasPrice
    expect(receipt.gasUsed).toBeLessThanOrEqual(BigInt(tx.eip155?.gas ?? 0))
    expect([after - before, coinAfter - coinBefore + paid]).toEqual(
      buy === wrapped ? [amount, -amount] : [-amount, amount],
    )
  }
  // What is called is not what may spend.
  await expect(
    swaps.buildApproval({ from: id(dollar), userAddress: me, spender: wrapped, amount: '1' }),
  ).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
})

test('a swap that was built before the price moved takes nothing but the fee', async () => {
  const { swaps } = open()
  const amount = parseEther('1')
  const wish = { from: id(NATIVE_TOKEN), to: id(pine), amount: `${amount}`, userAddress: me, disableEstimate: true }
  const { tx } = await swaps.buildSwap({ ...wish, slippage: 1 })
  const large = await swaps.buildSwap({ ...wish, amount: `${parseEther('20')}`, slippage: 5 })
  const other = await swaps.buildSwap({ ...wish, amount: `${parseEther('20')}`, slippage: 5 })
  expect((await send(large.tx)).status).toBe('success')
  const [coins = 0n, pines = 0n] = await balances(NATIVE_TOKEN, pine)
  const receipts = [await send(tx), await send(other.tx)]
  expect(receipts.map(({ status }) => status)).toEqual(['reverted', 'reverted'])
  const paid = receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n)
  expect(await balances(NATIVE_TOKEN, pine)).toEqual([coins - paid, pines])
})

test('the best of all pools is taken, in two round trips, and its impact on the price is told', async () => {
  const { swaps, asked } = open()
  const small = await swaps.fetchQuotes({ from: id(NATIVE_TOKEN), to: id(dollar), amount: `${parseEther('0.1')}` })
  expect(asked.filter((method) => method === 'eth_call')).toHaveLength(2)
  const large = await swaps.fetchQuotes({ from: id(NATIVE_TOKEN), to: id(dollar), amount: `${parseEther('40')}` })
  expect(small[0]?.priceImpact).toBeLessThan(0.2)
  expect(large[0]?.priceImpact).toBeGreaterThan(5)
  expect(large[0]?.path).toEqual([places.wrappedNative.toLowerCase(), dollar.toLowerCase()])
})

test('a permit comes along with the swap and allows its amount alone', async () => {
  const { swaps } = open()
  const amount = parseEther('7')
  await give(dollar, amount)
  const nonce = await node.readContract({
    address: dollar,
    abi: [
      {
        type: 'function',
        name: 'nonces',
        stateMutability: 'view',
        inputs: [{ type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ],
    functionName: 'nonces',
    args: [ALICE.address],
  })
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 600)
  const signature = await signTypedData({
    privateKey: ALICE_KEY,
    domain: { name: 'Uniswap V2', version: '1', chainId: 31_337, verifyingContract: dollar },
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
        (field) => {
          const [name = '', type = ''] = field.split(' ')
          return { name, type }
        },
      ),
    },
    primaryType: 'Permit',
    message: { owner: ALICE.address, spender: places.router, value: amount, nonce, deadline },
  })
  const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')
  const v = Number.parseInt(signature.slice(130), 16)
  const permit = `0x${word(amount)}${word(deadline)}${word(v)}${signature.slice(2, 130)}`
  const { tx } = await swaps.buildSwap({
    from: id(dollar),
    to: id(NATIVE_TOKEN),
    amount: `${amount}`,
    userAddress: me,
    slippage: 1,
    permit,
    disableEstimate: true,
  })
  expect(readSwap(ALICE.address, tx.data)?.permit).toEqual({ token: dollar.toLowerCase(), amount })
  const [before = 0n] = await balances(dollar)
  expect((await send(tx)).status).toBe('success')
  expect(before - ((await balances(dollar))[0] ?? 0n)).toBe(amount)
})

test('a price that moved against the visitor is refused, before anything is signed', async () => {
  const { swaps } = open()
  const swap = { from: id(NATIVE_TOKEN), to: id(dollar), amount: `${parseEther('1')}`, userAddress: me, slippage: 1 }
  const [quote] = await swaps.fetchQuotes(swap)
  const minimum = `${BigInt(quote?.toAmount ?? 0) + 1n}`
  await expect(swaps.buildSwap({ ...swap, minimum, disableEstimate: true })).rejects.toMatchObject({
    code: 'QUOTE_MOVED',
  })
})

test.each([
  ['a token without a pool', () => ({ from: id(NATIVE_TOKEN), to: id(lonely) }), 'LIQUIDITY_INSUFFICIENT'],
  ['a contract that is no token', () => ({ from: id(NATIVE_TOKEN), to: id(places.quoter) }), 'LIQUIDITY_INSUFFICIENT'],
  ['a token for itself', () => ({ from: id(NATIVE_TOKEN), to: id(NATIVE_TOKEN) }), 'ASSET_UNSUPPORTED'],
  ['another chain', () => ({ from: id(NATIVE_TOKEN), to: `eip155:1:${dollar}` }), 'INPUT_INVALID'],
  [
    'a chain that is not served',
    () => ({ from: `eip155:5:${NATIVE_TOKEN}`, to: `eip155:5:${dollar}` }),
    'CHAIN_UNSUPPORTED',
  ],
])('%s has no quote and says why', async (_name, changed, code) => {
  const { swaps } = open()
  const query = { amount: '1000000', ...changed() }
  await expect(swaps.fetchQuotes(query)).rejects.toMatchObject({ code })
})

test('the coin and the tokens of the list can be swapped, and it is known which take a permit', async () => {
  const { swaps } = open()
  expect(await swaps.listTokens({ networkId: CHAIN })).toMatchObject([
    { symbol: 'ETH', address: id(NATIVE_TOKEN), eip2612: false },
    { symbol: 'USD', address: id(dollar.toLowerCase()), decimals: 18, eip2612: true },
    { symbol: 'PINE', eip2612: true },
  ])
  expect(await swaps.fetchAllowance({ tokenAddress: id(NATIVE_TOKEN), userAddress: me })).toBe(`${2n ** 256n - 1n}`)
})

test('gas has three prices, one above the other, and a chain without a base fee its own', async () => {
  const { swaps } = open()
  const gas = await swaps.fetchGasPrice({ networkId: CHAIN })
  const [standard, fast, instant] = [gas.standard, gas.fast, gas.instant].map(BigInt) as [bigint, bigint, bigint]
  expect(standard).toBeGreaterThan(0n)
  expect(fast).toBeGreaterThanOrEqual(standard)
  expect(instant).toBeGreaterThanOrEqual(fast)
  const plain = open({}, (method) =>
    method === 'eth_feeHistory'
      ? [
          { jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'no such method' } },
          { jsonrpc: '2.0', id: 1, result: '0x64' },
        ]
      : undefined,
  )
  expect(await plain.swaps.fetchGasPrice({ networkId: CHAIN })).toEqual({
    standard: '100',
    fast: '125',
    instant: '150',
  })
})

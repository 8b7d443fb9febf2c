import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult, erc20Abi, type Hex, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createBalances } from '../balances.ts'
import type { OwnedTokens } from '../nfts/ownedTokens.ts'
import type { RpcCall, RpcPool } from '../rpcPool.ts'
import { judgeToken, skeleton } from './trust.ts'

const ME = `0x${'a'.repeat(40)}` as const
const contract = (index: number): Hex => `0x${(index + 1).toString(16).padStart(40, '0')}`
type Coin = { name: string; symbol: string; decimals?: number; amount?: bigint }

/** A chain of these coins behind Multicall3; the first `listed` of them stand in the configuration. */
function setUp(coins: readonly Coin[], options: { listed: number; received?: OwnedTokens }) {
  const asked: string[][] = []
  function run(to: Hex, data: Hex): Hex {
    const coin = coins[Number(BigInt(to)) - 1]
    if (coin === undefined) {
      const decoded = decodeFunctionData({ abi: multicall3Abi, data })
      if (decoded.functionName !== 'aggregate3') return encodeAbiParameters([{ type: 'uint256' }], [10n ** 18n])
      const result = decoded.args[0].map(({ target, callData }) => ({
        success: true,
        returnData: run(target, callData),
      }))
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
    }
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'balanceOf') return encodeAbiParameters([{ type: 'uint256' }], [coin.amount ?? 100n])
    if (functionName === 'decimals') return encodeAbiParameters([{ type: 'uint8' }], [coin.decimals ?? 2])
    return encodeAbiParameters([{ type: 'string' }], [functionName === 'name' ? coin.name : coin.symbol])
  }
  const pool: RpcPool = {
    networkId: 'eip155:1',
    async send(calls: readonly RpcCall[]) {
      asked.push(calls.map(({ method }) => method))
      return calls.map(({ params }) => {
        const [{ to, data }] = params as [{ to: Hex; data: Hex }]
        return { result: run(to, data) }
      })
    },
  }
  const { chains } = parseConfig({
    chains: [
      {
        id: 'eip155:1',
        name: 'One',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: coins
          .slice(0, options.listed)
          .map(({ name, symbol }, index) => ({ address: contract(index), name, symbol, decimals: 2 })),
      },
    ],
  })
  const found = coins.slice(options.listed).map((_coin, index) => contract(options.listed + index))
  const time = { now: 0 }
  const balances = createBalances({
    chains,
    pools: new Map([['eip155:1', pool]]),
    fetchPrices: async (assets) => new Map(assets.map((asset) => [asset, { amount: 2, at: 0 }])),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    findReceived: options.received ?? (async () => ({ tokens: [], coins: found, isWhole: true })),
    iconUrl: () => '',
    clock: { now: () => time.now },
  })
  return { asked, time, read: () => balances.fetchBalances({ address: ME, currency: 'usd' }) }
}

const coin = (index: number): Coin => ({ name: `Coin ${index}`, symbol: `C${index}` })

test('balances of 1, 10 and 100 tokens are one round trip each', async () => {
  for (const count of [1, 10, 100]) {
    const { asked, read } = setUp(
      Array.from({ length: count }, (_one, index) => coin(index)),
      { listed: count },
    )
    expect((await read()).balances).toHaveLength(count + 1)
    expect(asked, `${count} tokens`).toEqual([['eth_call']])
  }
})

test('tokens that came to the account are found beside the list, without anybody waiting for the search', async () => {
  const { read, time } = setUp([coin(1), coin(2), coin(3)], { listed: 1 })
  const first = await read()
  expect(first.balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'C1'])
  expect(first.incomplete).toEqual(['eip155:1'])
  time.now += 60_000
  const second = await read()
  expect(second.balances.map(({ symbol, trust }) => [symbol, trust])).toEqual([
    ['ETH', 'listed'],
    ['C1', 'listed'],
    ['C2', 'unlisted'],
    ['C3', 'unlisted'],
  ])
  expect(second.incomplete).toEqual([])
})

test('a search that never ends, or fails, holds nothing up', async () => {
  for (const received of [
    () => new Promise<never>(() => undefined),
    async () => Promise.reject(new Error('no logs')),
  ] satisfies OwnedTokens[]) {
    const { read } = setUp([coin(1)], { listed: 1, received })
    expect(await read()).toMatchObject({ balances: [{ symbol: 'ETH' }, { symbol: 'C1' }], incomplete: ['eip155:1'] })
  }
})

test('SEC-96: look-alikes and advertisements that came are marked, and none of them is worth anything in a total', async () => {
  const { read, time } = setUp(
    [
      { name: 'Demo Dollar', symbol: 'dUSD' },
      { name: 'Demo Dollar', symbol: 'dUSD' },
      { name: 'Tether', symbol: 'USD₮' },
      { name: 'USDC', symbol: 'X' },
      { name: 'Visit claim-usdc.com', symbol: '$ClaimUSDC.com' },
      { name: 'Moss', symbol: 'MOSS' },
    ],
    { listed: 1 },
  )
  await read()
  time.now += 60_000
  const { balances } = await read()
  expect(balances.slice(2).map(({ symbol, trust, imitates }) => [symbol, trust, imitates])).toEqual([
    ['$ClaimUSDC.com', 'spam', null],
    ['MOSS', 'unlisted', null],
    ['USD₮', 'lookAlike', 'USDT'],
    ['X', 'lookAlike', 'USDC'],
    ['dUSD', 'lookAlike', 'dUSD'],
  ])
  expect(balances.filter(({ value }) => value !== undefined).map(({ symbol }) => symbol)).toEqual(['ETH', 'dUSD'])
})

test.each([
  ['decimals of 0', { decimals: 0, amount: 7n }, '7'],
  ['decimals of 36', { decimals: 36, amount: 1n }, `0.${'0'.repeat(35)}1`],
  ['one base unit', { decimals: 18, amount: 1n }, '0.000000000000000001'],
  [
    'all that 256 bits hold',
    { decimals: 18, amount: 2n ** 256n - 1n },
    '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
  ],
] as const)('%s are told exactly', async (_what, own, numeric) => {
  const { read, time } = setUp([{ ...coin(1), ...own }], { listed: 0 })
  await read()
  time.now += 60_000
  expect((await read()).balances.find(({ symbol }) => symbol === 'C1')?.quantity.numeric).toBe(numeric)
})

test('a token that says 255 decimals, or a symbol of signs that cannot be seen, is left out', async () => {
  const { read, time } = setUp([{ ...coin(1), decimals: 255 }, { name: '\u202e', symbol: '\u200b\u202e' }, coin(2)], {
    listed: 0,
  })
  await read()
  time.now += 60_000
  expect((await read()).balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'C2'])
})

test('symbols look alike by letters of other scripts, signs and spaces, and no others', () => {
  for (const text of ['USDC', 'usdc', 'U S D C', 'USDС', 'US\u200bDC', 'U.S.D.C', 'ՍSDC'])
    expect(skeleton(text), text).toBe(skeleton('USDC'))
  for (const symbol of ['USD', 'UNICORN', 'PINE', 'LINKS'])
    expect(judgeToken({ name: 'A token', symbol }, []).trust, symbol).toBe('unlisted')
})

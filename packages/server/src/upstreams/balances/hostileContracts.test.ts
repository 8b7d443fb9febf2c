/** Contracts made to break whoever asks them, on a real chain behind Multicall3. */
import { startAnvil } from '@latchkey/testing/anvil.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { concat, createTestClient, type Hex, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createBalances } from '../balances.ts'
import { createRpcPool } from '../rpcPool.ts'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const ME = at('a')
const [GOOD, BAD, OTHER] = [at('1'), at('2'), at('3')]
/** Hands every call on, as EIP-1167 says. */
const proxyOf = (to: Hex): Hex => concat(['0x363d3d373d3d3d363d73', to, '0x5af43d82803e903d91602b57fd5bf3'])
/** Answers 5 to whatever it is asked. */
const FIVE: Hex = '0x600560005260206000f3'

let chain: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  chain = await startAnvil({})
  await placeMulticall(chain.url)
})
afterAll(() => chain?.stop())

test.each<[string, readonly (readonly [Hex, Hex])[]]>([
  [
    'two proxies that lead to each other without end',
    [
      [BAD, proxyOf(OTHER)],
      [OTHER, proxyOf(BAD)],
    ],
  ],
  ['a proxy that leads to itself', [[BAD, proxyOf(BAD)]]],
  ['a contract that never comes to an end', [[BAD, '0x5b600056']]],
  ['a contract that takes all gas and says so', [[BAD, '0xfe']]],
  ['a contract that answers a megabyte of nothing', [[BAD, '0x621000006000f3']]],
  ['a contract that reverts with a megabyte', [[BAD, '0x621000006000fd']]],
  ['a contract that answers nothing', [[BAD, '0x00']]],
  ['an address without a contract', [[BAD, '0x']]],
])('%s hides neither the coin nor what the other tokens say', async (_what, codes) => {
  const node = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  for (const [address, bytecode] of [[GOOD, FIVE] as const, ...codes]) await node.setCode({ address, bytecode })
  const { chains } = parseConfig({
    chains: [
      {
        id: `eip155:${chain.chainId}`,
        name: 'Local',
        rpc: [chain.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [
          // Nothing is known of it but what it says itself.
          { address: BAD },
          { address: GOOD, name: 'Moss', symbol: 'MOSS', decimals: 0 },
        ],
      },
    ],
  })
  const [configured] = chains
  if (configured === undefined) throw new Error('No chain')
  const clock = { now: () => 0 }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const balances = createBalances({
    chains,
    pools: new Map([[configured.id, createRpcPool({ chain: configured, fetch, clock, log, timeoutMs: 20_000 })]]),
    fetchPrices: async () => new Map(),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    findReceived: async () => ({ tokens: [], coins: [], isWhole: true }),
    iconUrl: () => '',
    clock,
  })
  const found = await balances.fetchBalances({ address: ME, currency: 'usd' })
  expect(found.unavailable).toEqual([])
  expect(found.balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
    ['ETH', '0'],
    ['MOSS', '5'],
  ])
})

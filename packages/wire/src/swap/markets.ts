import type { Hex } from '../guard/readAbi.ts'

/**
 * Contracts of a market on one chain that quote and swap. `router` is Uniswap's SwapRouter02, `quoter` its QuoterV2, `v2Router` a
 * router of Uniswap v2's kind. Where `router` stands, it swaps through pools of both kinds.
 */
export type Market = {
  readonly wrappedNative: Hex
  readonly router?: Hex | undefined
  readonly quoter?: Hex | undefined
  readonly v2Router?: Hex | undefined
}

/** SwapRouter02 and QuoterV2 where they stand on several chains at the same address. */
const ROUTER_02: Hex = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const QUOTER_V2: Hex = '0x61ffe014ba17989e743c5f6cb21bf9697530b21e'
/** Router of v2 where it stands on several chains at the same address. */
const V2_ROUTER: Hex = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'

/**
 * Published markets by CAIP-2 id. Sources: Uniswap's documentation, pages "V2 Deployment Addresses" and "V3 Deployments" of each
 * chain, read in November 2026; wrapped coins as those routers name them (`WETH9()`). The other networks of the
 * specification (eip155:100, 250, 324, 8217 and 1313161554) have none there that this list could take: an operator names theirs.
 */
export const PUBLISHED_MARKETS: Readonly<Record<string, Market>> = {
  'eip155:1': {
    wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    router: ROUTER_02,
    quoter: QUOTER_V2,
    v2Router: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  },
  'eip155:10': {
    wrappedNative: '0x4200000000000000000000000000000000000006',
    router: ROUTER_02,
    quoter: QUOTER_V2,
    v2Router: '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2',
  },
  'eip155:56': {
    wrappedNative: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
    router: '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2',
    quoter: '0x78d78e420da98ad378d7799be8f4af69033eb077',
    v2Router: V2_ROUTER,
  },
  'eip155:137': {
    wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    router: ROUTER_02,
    quoter: QUOTER_V2,
    v2Router: '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
  },
  'eip155:8453': {
    wrappedNative: '0x4200000000000000000000000000000000000006',
    router: '0x2626664c2603336e57b271c5c0b26f421741e481',
    quoter: '0x3d4e44eb1374240ce5f1b871ab261cd16335b76a',
    v2Router: V2_ROUTER,
  },
  'eip155:42161': {
    wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    router: ROUTER_02,
    quoter: QUOTER_V2,
    v2Router: V2_ROUTER,
  },
  'eip155:43114': {
    wrappedNative: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
    router: '0xbb00ff08d01d300023c629e8ffffcb65a5a578ce',
    quoter: '0xbe0f5544ec67e9b3b2d979aaa43f18fd87e6257f',
    v2Router: V2_ROUTER,
  },
}

/** Whose contract a router is, which says what the data of a swap looks like; `wrap` is the one that wraps the coin, one for one. */
export type RouterKind = 'uniswap' | 'kyberswap' | '1inch' | 'wrap' | 'jupiter'

/** What stands for SOL where a token is asked for, and the mint of what it is wrapped in. Sources: the specification; SPL Token. */
export const SOLANA_COIN = 'So11111111111111111111111111111111111111111'
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/**
 * Jupiter's program, and the network of Solana where it stands. Source: Jupiter's documentation, "Build" and its published interface
 * description, read on 25 November 2026.
 */
export const JUPITER = {
  program: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
} as const

/** A contract that may be called and allowed to spend; `wrappedNative` wraps the coin where the router itself pays none. */
export type SwapRouter = {
  readonly address: string
  readonly wrappedNative: string | undefined
  readonly kind: RouterKind
}

/** A service that finds ways over many markets: its router, and the EVM chains where that stands, by their number. */
export type Aggregator = { readonly router: Hex; readonly chains: Readonly<Record<string, string>> }

/**
 * Published aggregators, each chain with its name in the aggregator's address. Sources, read in November 2026: KyberSwap's
 * documentation, pages "Aggregator Contract Addresses" (MetaAggregationRouterV2) and "EVM Swaps"; 1inch's documentation of its
 * Aggregation Router v6 and of the Classic Swap API 6.1. Of the specified networks those that stand there. zkSync has routers at
 * other addresses and is left out.
 */
export const AGGREGATORS: Readonly<Record<'kyberswap' | '1inch', Aggregator>> = {
  kyberswap: {
    router: '0x6131b5fae19ea4f9d964eac0408e4408b66337b5',
    chains: {
      'eip155:1': 'ethereum',
      'eip155:10': 'optimism',
      'eip155:56': 'bsc',
      'eip155:137': 'polygon',
      'eip155:250': 'fantom',
      'eip155:8453': 'base',
      'eip155:42161': 'arbitrum',
      'eip155:43114': 'avalanche',
    },
  },
  '1inch': {
    router: '0x111111125421ca6dc452d289314280a0f8842a65',
    chains: {
      'eip155:1': '1',
      'eip155:10': '10',
      'eip155:56': '56',
      'eip155:100': '100',
      'eip155:137': '137',
      'eip155:8453': '8453',
      'eip155:42161': '42161',
      'eip155:43114': '43114',
    },
  },
}

/** Every published router of a chain: those that a swap may go to where nobody configured another (SEC-97). */
export function findRouters(networkId: string): readonly SwapRouter[] {
  const { wrappedNative, router, v2Router } = PUBLISHED_MARKETS[networkId] ?? {}
  const own = [router, v2Router].flatMap((address): SwapRouter[] =>
    address === undefined ? [] : [{ address, wrappedNative, kind: 'uniswap' }],
  )
  const others = (['kyberswap', '1inch'] as const).flatMap((kind): SwapRouter[] =>
    AGGREGATORS[kind].chains[networkId] === undefined
      ? []
      : [{ address: AGGREGATORS[kind].router, wrappedNative: undefined, kind }],
  )
  const solana: readonly SwapRouter[] =
    networkId === JUPITER.networkId ? [{ address: JUPITER.program, wrappedNative: undefined, kind: 'jupiter' }] : []
  return [...own, ...others, ...toWrapper(wrappedNative), ...solana]
}

/** What wraps the coin of a chain, as a contract that such a swap may go to; it is never allowed to spend. */
export function toWrapper(wrappedNative: string | undefined): readonly SwapRouter[] {
  return wrappedNative === undefined ? [] : [{ address: wrappedNative, wrappedNative, kind: 'wrap' }]
}

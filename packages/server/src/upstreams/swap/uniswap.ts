/**
 * Swaps through Uniswap's contracts, or others of their kind, asked on the chain itself. Sources: Uniswap/v2-periphery (Router02),
 * Uniswap/v3-periphery (QuoterV2), Uniswap/swap-router-contracts (SwapRouter02).
 */
import { ADDRESS_THIS, NATIVE_TOKEN } from '@latchkey/wire/swap'
import { decodeFunctionResult, encodeFunctionData, encodePacked, type Hex, parseAbi, sliceHex } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { type ContractCall, callMany } from '../multicall.ts'
import type { RpcPool } from '../rpcPool.ts'
import type { Market, MarketQuote, SwapRequest, SwapTerms, SwapTransaction } from './market.ts'
import { listRoutes, type Route } from './routes.ts'

const v2Abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])
const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])
const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Path { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
  'function exactInput(Path params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
])

/** Part of the amount that the pools' own price is told by. */
const PROBE_PART = 1_000n

/** Fewest base units of an answer to such a probe by which a percentage can be told: rounding is below a tenth of a percent. */
const PROBE_LEAST = 1_000n

/** Where a market of this kind stands on a chain, in lower case. */
export type UniswapPlaces = {
  readonly wrappedNative: Hex
  readonly router: Hex | undefined
  readonly quoter: Hex | undefined
  readonly v2Router: Hex | undefined
  readonly fees: readonly number[]
  readonly via: readonly Hex[]
  readonly fee: { readonly percent: number; readonly recipient: Hex } | undefined
}

/** A market on a chain. One of `router` and `v2Router` is there. */
export function createUniswapMarket(parameters: {
  pool: RpcPool
  chain: Pick<ChainConfig, 'multicall'>
  places: UniswapPlaces
}): Market {
  const { pool, chain, places } = parameters
  const isRouter02 = places.router !== undefined
  const router = (places.router ?? places.v2Router) as Hex
  const feeBips = isRouter02 && places.fee ? BigInt(Math.round(places.fee.percent * 100)) : 0n
  const unwrap = (token: Hex): Hex => (token === NATIVE_TOKEN ? places.wrappedNative : token)
  const lessFee = (amount: bigint): bigint => amount - (amount * feeBips) / 10_000n

  /** Least that there must be for `rest` to be left after the fee: the router compares before it takes it. */
  function addFee(rest: bigint): bigint {
    let least = (rest * 10_000n) / (10_000n - feeBips)
    while (lessFee(least) < rest) least += 1n
    while (least > 0n && lessFee(least - 1n) >= rest) least -= 1n
    return least
  }

  return {
    kind: 'uniswap',
    router,
    takesPermit: isRouter02,
    async quote(request, signal) {
      const [sell, buy] = [unwrap(request.sell), unwrap(request.buy)]
      // Wrapping the coin is no swap: `createWrapMarket` has it, one for one.
      if (sell === buy) return undefined
      const routes = listRoutes({
        sell,
        buy,
        via: [places.wrappedNative, ...places.via],
        fees: places.router !== undefined && places.quoter !== undefined ? places.fees : [],
        hasV2: places.v2Router !== undefined,
      })
      const answers = await callMany(
        pool,
        chain,
        routes.map((route) => ask(places, route, request.amount)),
        signal,
      )
      const best = findBest(routes, answers)
      if (best === undefined) return undefined
      const { route, amountOut } = best
      const quoted: MarketQuote = {
        router,
        amountOut: lessFee(amountOut),
        priceImpact: await readImpact(route, request.amount, amountOut, signal),
        feePercent: Number(feeBips) / 100,
        path: route.tokens,
        build: async (terms) =>
          isRouter02 ? buildRouter02(route, request, terms) : buildV2(router, route, request, terms),
      }
      return quoted
    },
  }

  /** The same route for a small amount tells the pools' own price: what is missing at the whole amount is the impact. */
  async function readImpact(
    route: Route,
    amount: bigint,
    amountOut: bigint,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    const probe = amount / PROBE_PART
    if (probe === 0n) return null
    const [data] = await callMany(pool, chain, [ask(places, route, probe)], signal)
    const probeOut = data && readOut(route, data)
    if (probeOut === undefined || probeOut < PROBE_LEAST) return null
    const perMillion = (amountOut * probe * 1_000_000n) / (probeOut * amount)
    return Math.max(0, Number(1_000_000n - perMillion) / 10_000)
  }

  function buildRouter02(route: Route, request: SwapRequest, terms: SwapTerms): SwapTransaction {
    const isCoinOut = request.buy === NATIVE_TOKEN
    const staysWithRouter = isCoinOut || feeBips > 0n
    const tokenOut = route.tokens.at(-1) as Hex
    const least = addFee(terms.minimumOut)
    const calls: Hex[] = []
    if (terms.permit !== undefined) calls.push(encodePermit(request.sell, terms.permit))
    calls.push(encodeTrade(route, request.amount, least, staysWithRouter ? ADDRESS_THIS : terms.account))
    if (staysWithRouter) calls.push(encodeClosing(isCoinOut ? undefined : tokenOut, least, terms.account))
    return {
      to: router,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [terms.deadlineS, calls] }),
      value: request.sell === NATIVE_TOKEN ? request.amount : 0n,
    }
  }

  function encodeClosing(token: Hex | undefined, least: bigint, account: Hex): Hex {
    const fee = feeBips > 0n ? places.fee?.recipient : undefined
    if (token !== undefined && fee !== undefined) {
      const args = [token, least, account, feeBips, fee] as const
      return encodeFunctionData({ abi: routerAbi, functionName: 'sweepTokenWithFee', args })
    }
    return fee === undefined
      ? encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [least, account] })
      : encodeFunctionData({
          abi: routerAbi,
          functionName: 'unwrapWETH9WithFee',
          args: [least, account, feeBips, fee],
        })
  }
}

function ask(places: UniswapPlaces, route: Route, amount: bigint): ContractCall {
  if (route.fees === undefined) {
    return {
      target: places.v2Router as Hex,
      callData: encodeFunctionData({ abi: v2Abi, functionName: 'getAmountsOut', args: [amount, route.tokens] }),
    }
  }
  return {
    target: places.quoter as Hex,
    callData: encodeFunctionData({
      abi: quoterAbi,
      functionName: 'quoteExactInput',
      args: [encodePath(route.tokens, route.fees), amount],
    }),
  }
}

function findBest(
  routes: readonly Route[],
  answers: readonly (Hex | undefined)[],
): { readonly route: Route; readonly amountOut: bigint } | undefined {
  let best: { route: Route; amountOut: bigint } | undefined
  for (const [index, route] of routes.entries()) {
    const data = answers[index]
    const amountOut = data && readOut(route, data)
    if (amountOut !== undefined && amountOut > (best?.amountOut ?? 0n)) best = { route, amountOut }
  }
  return best
}

/** What comes out at the end; undefined where the answer is none. */
function readOut(route: Route, data: Hex): bigint | undefined {
  try {
    return route.fees === undefined
      ? decodeFunctionResult({ abi: v2Abi, functionName: 'getAmountsOut', data }).at(-1)
      : decodeFunctionResult({ abi: quoterAbi, functionName: 'quoteExactInput', data })[0]
  } catch {
    // A contract at the configured place that answers something else has no price.
    return undefined
  }
}

/** Tokens with the fee between them, as v3's routers read a path. */
function encodePath(tokens: readonly Hex[], fees: readonly number[]): Hex {
  return tokens.reduce<Hex>((path, token, index) => {
    if (index === 0) return token
    return encodePacked(['bytes', 'uint24', 'address'], [path, fees[index - 1] ?? 0, token])
  }, '0x')
}

function encodeTrade(route: Route, amountIn: bigint, least: bigint, recipient: Hex): Hex {
  const [tokenIn, tokenOut] = [route.tokens[0] as Hex, route.tokens.at(-1) as Hex]
  if (route.fees === undefined) {
    return encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, least, route.tokens, recipient],
    })
  }
  const [fee] = route.fees
  if (route.fees.length === 1 && fee !== undefined) {
    const args = [
      { tokenIn, tokenOut, fee, recipient, amountIn, amountOutMinimum: least, sqrtPriceLimitX96: 0n },
    ] as const
    return encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args })
  }
  const path = encodePath(route.tokens, route.fees)
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'exactInput',
    args: [{ path, recipient, amountIn, amountOutMinimum: least }],
  })
}

function encodePermit(token: Hex, permit: Hex): Hex {
  const word = (index: number): Hex => sliceHex(permit, index * 32, index * 32 + 32)
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'selfPermit',
    args: [token, BigInt(word(0)), BigInt(word(1)), Number(BigInt(word(2)) & 0xffn), word(3), word(4)],
  })
}

function buildV2(router: Hex, { tokens }: Route, request: SwapRequest, terms: SwapTerms): SwapTransaction {
  const { account, minimumOut, deadlineS } = terms
  const { amount } = request
  if (request.sell === NATIVE_TOKEN) {
    const args = [minimumOut, tokens, account, deadlineS] as const
    return {
      to: router,
      data: encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args }),
      value: amount,
    }
  }
  const functionName = request.buy === NATIVE_TOKEN ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  const args = [amount, minimumOut, tokens, account, deadlineS] as const
  return { to: router, data: encodeFunctionData({ abi: v2Abi, functionName, args }), value: 0n }
}

import { AGGREGATORS, checkSwap, NATIVE_TOKEN } from '@latchkey/wire/swap'
import type { Hex } from 'viem'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import type { Market, SwapRequest, SwapTerms } from './market.ts'
import { movedError } from './movedError.ts'

/** What an aggregator found. */
export type AggregatorWay = {
  readonly amountOut: bigint
  /** As `MarketQuote` has it. */
  readonly priceImpact: number | null
  /** Data for the router, whose result may be worse by so many percent. */
  build(terms: { readonly account: Hex; readonly slippage: number; readonly deadlineS: bigint }): Promise<Hex>
}

/** Asks one aggregator for a way; undefined where it has none. */
export type FindWay = (request: SwapRequest, signal: AbortSignal | undefined) => Promise<AggregatorWay | undefined>

/**
 * An aggregator as a market. What it builds is read and compared with what was asked before anybody sees it (SEC-97): its router,
 * tokens, amount, minimum and recipient are not the aggregator's to choose.
 */
export function createAggregatorMarket(parameters: {
  kind: keyof typeof AGGREGATORS
  findWay: FindWay
  clock: Clock
}): Market {
  const { kind, clock } = parameters
  const { router } = AGGREGATORS[kind]

  function check(request: SwapRequest, terms: SwapTerms, data: Hex, value: bigint): void {
    const wrong = checkSwap(
      { to: router, data, value },
      {
        ...request,
        account: terms.account,
        minimumOut: terms.minimumOut,
        feeBips: 0,
        routers: [{ address: router, wrappedNative: undefined, kind }],
        nowS: Math.floor(clock.now() / 1000),
      },
    )
    if (wrong === 'minimum') throw movedError()
    if (wrong !== undefined) {
      throw new RequestError('UPSTREAM_UNAVAILABLE', `The aggregator built another swap than was asked for: ${wrong}.`)
    }
  }

  return {
    kind,
    router,
    takesPermit: false,
    async quote(request, signal) {
      const way = await parameters.findWay(request, signal)
      if (way === undefined || way.amountOut === 0n) return undefined
      const { amountOut, priceImpact } = way
      return {
        router,
        amountOut,
        priceImpact,
        feePercent: 0,
        path: [request.sell, request.buy],
        async build(terms) {
          const { account, minimumOut, deadlineS } = terms
          const data = await way.build({ account, slippage: readSlippage(amountOut, minimumOut), deadlineS })
          const value = request.sell === NATIVE_TOKEN ? request.amount : 0n
          check(request, terms, data, value)
          return { to: router, data, value }
        },
      }
    },
  }
}

/** Percent by which a minimum is below an amount, to a hundredth and never above. */
function readSlippage(amountOut: bigint, minimumOut: bigint): number {
  return minimumOut >= amountOut ? 0 : Number(((amountOut - minimumOut) * 10_000n) / amountOut) / 100
}

/**
 * KyberSwap's aggregator. Source: KyberSwap's documentation, "EVM Swaps" (`GET /{chain}/api/v1/routes`, `POST
 * /{chain}/api/v1/route/build`), read on 23 November 2026. Held against bodies made from it; the service was not asked.
 */
import { AGGREGATORS } from '@latchkey/wire/swap'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { FindWay } from './aggregatorMarket.ts'
import type { AskAggregator } from './askAggregator.ts'
import { amount, hexData } from './readAggregatorAnswer.ts'

const routes = v.object({
  data: v.object({
    /** Goes back as it came. */
    routeSummary: v.record(v.string(), v.unknown()),
    routerAddress: v.string(),
  }),
})
const worth = v.optional(v.pipe(v.string(), v.transform(Number), v.finite()))
const summary = v.object({ amountIn: amount, amountOut: amount, amountInUsd: worth, amountOutUsd: worth })
const built = v.object({ data: v.object({ data: hexData, routerAddress: v.string() }) })

/** Asks it for the ways of one chain. `clientId` is your name with the service, by which it counts. */
export function createKyberSwap(parameters: {
  chainId: string
  url: string
  clientId: string
  ask: AskAggregator
}): FindWay {
  const { ask } = parameters
  const { router, chains } = AGGREGATORS.kyberswap
  const base = `${parameters.url.replace(/\/+$/, '')}/${chains[parameters.chainId]}/api/v1`
  const headers = { 'x-client-id': parameters.clientId }
  const isOurs = (address: string): boolean => address.toLowerCase() === router
  const refuse = (): never => {
    throw new RequestError('UPSTREAM_UNAVAILABLE', 'The aggregator answers what was not asked.', { field: 'chainId' })
  }

  return async ({ sell, buy, amount: paid }, signal) => {
    const url = new URL(`${base}/routes`)
    for (const [name, value] of Object.entries({ tokenIn: sell, tokenOut: buy, amountIn: `${paid}` })) {
      url.searchParams.set(name, value)
    }
    const answer = await ask({ url, headers, signal }, routes)
    if (answer === undefined) return undefined
    const { routeSummary, routerAddress } = answer.data
    const way = v.safeParse(summary, routeSummary)
    if (!way.success || !isOurs(routerAddress) || way.output.amountIn !== paid) return refuse()
    return {
      amountOut: way.output.amountOut,
      priceImpact: toImpact(way.output.amountInUsd, way.output.amountOutUsd),
      async build({ account, slippage, deadlineS }) {
        const body = {
          routeSummary,
          sender: account,
          recipient: account,
          slippageTolerance: Math.round(slippage * 100),
          deadline: Number(deadlineS),
          source: parameters.clientId,
        }
        const done = await ask({ url: new URL(`${base}/route/build`), headers, body, signal }, built)
        if (done === undefined || !isOurs(done.data.routerAddress)) return refuse()
        return done.data.data
      },
    }
  }
}

/** Percent of worth that is lost on the way; null where a worth is not known. */
function toImpact(paid: number | undefined, received: number | undefined): number | null {
  if (paid === undefined || received === undefined || paid <= 0 || received <= 0) return null
  return Math.max(0, (1 - received / paid) * 100)
}

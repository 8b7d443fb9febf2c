/**
 * 1inch's aggregator. Source: 1inch's Classic Swap API 6.1 as its OpenAPI document describes it (`/{chain}/quote`, `/{chain}/swap`), read on
 * 23 November 2026. Held against bodies made from it; the service was not asked.
 */
import { AGGREGATORS } from '@latchkey/wire/swap'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { FindWay } from './aggregatorMarket.ts'
import type { AskAggregator } from './askAggregator.ts'
import { amount, hexData } from './readAggregatorAnswer.ts'

const quoted = v.object({ dstAmount: amount })
const built = v.object({ dstAmount: amount, tx: v.object({ to: v.string(), data: hexData }) })

/** Asks it for the ways of one chain, with your key. */
export function createInchSwap(parameters: {
  chainId: string
  url: string
  apiKey: string
  ask: AskAggregator
}): FindWay {
  const { ask } = parameters
  const { router, chains } = AGGREGATORS['1inch']
  const base = `${parameters.url.replace(/\/+$/, '')}/${chains[parameters.chainId]}`
  const headers = { authorization: `Bearer ${parameters.apiKey}` }

  function toUrl(path: string, fields: Readonly<Record<string, string>>): URL {
    const url = new URL(`${base}/${path}`)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url
  }

  return async ({ sell, buy, amount: paid }, signal) => {
    const pair = { src: sell, dst: buy, amount: `${paid}` }
    const answer = await ask({ url: toUrl('quote', pair), headers, signal }, quoted)
    if (answer === undefined) return undefined
    return {
      amountOut: answer.dstAmount,
      priceImpact: null,
      async build({ account, slippage }) {
        const url = toUrl('swap', {
          ...pair,
          from: account,
          origin: account,
          slippage: `${slippage}`,
          // Whether the account has the tokens and has allowed them is asked elsewhere, and is not so before an approval.
          disableEstimate: 'true',
          // Only the form of the router that says recipient and minimum, and is therefore read.
          compatibility: 'true',
        })
        const done = await ask({ url, headers, signal }, built)
        if (done === undefined || done.tx.to.toLowerCase() !== router) {
          throw new RequestError('UPSTREAM_UNAVAILABLE', 'The aggregator answers what was not asked.', {
            field: 'chainId',
          })
        }
        return done.tx.data
      },
    }
  }
}

import {
  buildApproveOperation,
  buildSwapOperation,
  getAllowanceOperation,
  getConvertQuotesOperation,
  getConvertTokensOperation,
  getGasPriceOperation,
} from '@latchkey/wire/convert'
import { RequestError } from '../../RequestError.ts'
import { serve } from '../route.ts'

/** Swaps: what can be swapped, for how much, and the transactions that do it. */
export const convert = [
  serve(getConvertTokensOperation, { rateClass: 'data', cost: 2 }, async ({ input }, { services }) => ({
    tokens: await services.swaps.listTokens({ networkId: input.chainId, address: input.address }),
  })),
  serve(getConvertQuotesOperation, { rateClass: 'data', cost: 2 }, async ({ input, context }, { services }) => ({
    quotes: await services.swaps.fetchQuotes({ ...input, signal: context.get('signal') }),
  })),
  serve(getAllowanceOperation, { rateClass: 'data' }, async ({ input, context }, { services }) => ({
    allowance: await services.swaps.fetchAllowance({ ...input, signal: context.get('signal') }),
  })),
  serve(getGasPriceOperation, { rateClass: 'data' }, async ({ input, context }, { services }) =>
    services.swaps.fetchGasPrice({ networkId: input.chainId, signal: context.get('signal') }),
  ),
  serve(buildApproveOperation, { rateClass: 'data' }, async ({ input, context }, { services }) =>
    services.swaps.buildApproval({ ...input, signal: context.get('signal') }),
  ),
  serve(buildSwapOperation, { rateClass: 'data', cost: 3 }, async ({ body, context }, { services }) => {
    const terms = body.userAddress.startsWith('solana:') ? body.solana : body.eip155
    if (terms === undefined) {
      const field = body.userAddress.startsWith('solana:') ? 'solana' : 'eip155'
      throw new RequestError('INPUT_INVALID', `${field} must say the slippage.`, { field })
    }
    return services.swaps.buildSwap({ ...body, ...terms, signal: context.get('signal') })
  }),
]

import { isIP } from 'node:net'
import {
  generateOnrampUrlOperation,
  getOnrampOrdersOperation,
  getOnrampQuoteOperation,
  receiveOnrampNewsOperation,
} from '@latchkey/wire/onramp'
import { getOnrampOptionsOperation } from '@latchkey/wire/onrampOptions'
import { serve } from '../route.ts'

/** Purchases: what is sold, for how much, the page to pay on, and what became of it. */
export const onramp = [
  serve(getOnrampOptionsOperation, { rateClass: 'data' }, async (_request, { services }) =>
    services.onramp.fetchOptions(),
  ),
  serve(getOnrampQuoteOperation, { rateClass: 'data', cost: 2 }, async ({ body, context }, { services }) =>
    services.onramp.fetchQuote({
      provider: body.provider,
      purchaseCurrency: body.purchaseCurrency,
      paymentCurrency: body.paymentCurrency.id,
      paymentMethod: body.paymentMethod,
      amount: body.amount,
      network: body.network,
      signal: context.get('signal'),
    }),
  ),
  serve(generateOnrampUrlOperation, { rateClass: 'signIn', cost: 4 }, async (request, { services }) => {
    const { body, context, project } = request
    const [wallet] = body.destinationWallets
    const visitor = context.get('clientAddress')
    return services.onramp.createOrder({
      projectId: project?.id ?? '',
      provider: body.provider,
      address: wallet?.address ?? '',
      network: body.defaultNetwork ?? wallet?.blockchains?.[0],
      symbol: wallet?.assets?.[0],
      paymentAmount: body.presetFiatAmount === undefined ? undefined : String(body.presetFiatAmount),
      paymentCurrency: body.paymentCurrency,
      paymentMethod: body.paymentMethod,
      quotedAmount: body.quotedAmount,
      orderKey: body.orderKey,
      // Providers ask for the visitor's own address, which is kept nowhere.
      ip: isIP(visitor) === 0 ? undefined : visitor,
      signal: context.get('signal'),
    })
  }),
  serve(getOnrampOrdersOperation, { rateClass: 'data' }, async ({ input, project }, { services }) => ({
    orders: await services.onramp.fetchOrders({ projectId: project?.id ?? '', ids: input.ids }),
  })),
  serve(receiveOnrampNewsOperation, { rateClass: 'signIn', cost: 1 }, async ({ input, context }, { services }) => {
    const header = (name: string): string | undefined => context.req.header(name)
    await services.onramp.takeMessage(input.provider, { text: context.get('bodyText') ?? '', header })
    return { received: true } as const
  }),
]

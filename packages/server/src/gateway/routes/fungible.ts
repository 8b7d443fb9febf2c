import { getPricesOperation } from '@latchkey/wire/fungible'
import { serve } from '../route.ts'

/** What assets are called and worth. */
export const fungible = serve(
  getPricesOperation,
  { rateClass: 'data', cost: 2 },
  async ({ body, context }, { services }) =>
    services.fetchAssetPrices({ assets: body.addresses, currency: body.currency, signal: context.get('signal') }),
)

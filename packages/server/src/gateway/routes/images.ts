import {
  getAssetImageOperation,
  getCurrencyImageOperation,
  getNftImageOperation,
  getTokenImageOperation,
  getWalletImageOperation,
} from '@latchkey/wire/images'
import { type Route, type RouteOptions, serve } from '../route.ts'

const options: RouteOptions = { rateClass: 'images' }

/** Pictures of wallets, networks, currencies and tokens. Also used straight in `<img>`, so they need no headers. */
export const images: readonly Route[] = [
  serve(getWalletImageOperation, options, async ({ input }, { services }) =>
    services.directory.image('wallet', input.imageId),
  ),
  serve(getAssetImageOperation, options, async ({ input }, { services }) =>
    services.directory.image('asset', input.imageId),
  ),
  serve(getCurrencyImageOperation, options, async ({ input }, { services }) =>
    services.directory.image('currency', input.id),
  ),
  serve(getTokenImageOperation, options, async ({ input }, { services }) =>
    services.directory.image('token', input.id),
  ),
  serve(getNftImageOperation, options, async ({ input }, { services }) =>
    services.fetchNftPicture(input.imageId, input.size),
  ),
]

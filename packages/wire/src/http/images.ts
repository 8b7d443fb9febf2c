import * as v from 'valibot'
import { definePicture } from '../endpoint.ts'

const imageId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/, 'expected letters, digits, dot, colon or hyphen'))

/** Logo of a wallet, by its record's `image_id`. Source: service reference, section 3.2. */
export const getWalletImage = definePicture({
  name: 'getWalletImage',
  path: '/getWalletImage/{imageId}',
  input: v.object({ imageId }),
})

/** Logo of a network or connector, by asset id or, for a network, its CAIP-2 id. */
export const getAssetImage = definePicture({
  name: 'getAssetImage',
  path: '/public/getAssetImage/{imageId}',
  input: v.object({ imageId }),
})

/** Badge of a fiat currency, by its code: `USD`. */
export const getCurrencyImage = definePicture({
  name: 'getCurrencyImage',
  path: '/public/getCurrencyImage/{id}',
  input: v.object({ id: imageId }),
})

/** Logo of a token, by its symbol: `USDC`. */
export const getTokenImage = definePicture({
  name: 'getTokenImage',
  path: '/public/getTokenImage/{id}',
  input: v.object({ id: imageId }),
})

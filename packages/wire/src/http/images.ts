import * as v from 'valibot'
import { defineOperation, definePicture, type Endpoint, type Operation } from '../endpoint.ts'

const imageId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/, 'expected letters, digits, dot, colon or hyphen'))

function definePictureOperation<E extends Endpoint>(endpoint: E, summary: string): Operation<E> {
  return defineOperation(endpoint, {
    tag: 'directory',
    summary,
    holds: 'The picture',
    access: 'open',
    cache: 'public, max-age=86400, stale-while-revalidate=604800',
    isTagged: true,
  })
}

/** Logo of a wallet, by its record's `image_id`. */
export const getWalletImage = definePicture({
  name: 'getWalletImage',
  path: '/getWalletImage/{imageId}',
  input: v.object({ imageId }),
})

/** How `getWalletImage` is served. */
export const getWalletImageOperation = /* @__PURE__ */ definePictureOperation(
  getWalletImage,
  "Logo of a wallet, by its record's image_id",
)

/** Logo of a network or connector, by asset id or, for a network, its CAIP-2 id. */
export const getAssetImage = definePicture({
  name: 'getAssetImage',
  path: '/public/getAssetImage/{imageId}',
  input: v.object({ imageId }),
})

/** How `getAssetImage` is served. */
export const getAssetImageOperation = /* @__PURE__ */ definePictureOperation(
  getAssetImage,
  'Logo of a network or connector, by asset id or CAIP-2 id',
)

/** Badge of a fiat currency, by its code: `USD`. */
export const getCurrencyImage = definePicture({
  name: 'getCurrencyImage',
  path: '/public/getCurrencyImage/{id}',
  input: v.object({ id: imageId }),
})

/** How `getCurrencyImage` is served. */
export const getCurrencyImageOperation = /* @__PURE__ */ definePictureOperation(
  getCurrencyImage,
  'Badge of a currency, by its code',
)

/** Logo of a token, by its symbol: `USDC`. */
export const getTokenImage = definePicture({
  name: 'getTokenImage',
  path: '/public/getTokenImage/{id}',
  input: v.object({ id: imageId }),
})

/** How `getTokenImage` is served. */
export const getTokenImageOperation = /* @__PURE__ */ definePictureOperation(
  getTokenImage,
  'Logo of a token, by its symbol',
)

const IMAGE_ID =
  /^(?:eip155:\d{1,16}:0x[0-9a-f]{40}:\d{1,78}|solana:[1-9A-HJ-NP-Za-km-z]{32}:[1-9A-HJ-NP-Za-km-z]{32,44}:0)$/

/**
 * Picture of an NFT, by chain, contract and token id joined by colons: `eip155:1:0x…:7`; on Solana by the mint, with id 0. Always a still WebP that the gateway
 * has drawn anew.
 */
export const getNftImage = definePicture({
  name: 'getNftImage',
  path: '/public/getNftImage/{imageId}',
  input: v.object({
    imageId: v.pipe(v.string(), v.regex(IMAGE_ID, 'expected chain, contract and token id, joined by colons')),
    /** At most 320 pixels wide and high, or 1024. */
    size: v.optional(v.picklist(['preview', 'detail']), 'preview'),
  }),
})

/** How `getNftImage` is served. */
export const getNftImageOperation = /* @__PURE__ */ defineOperation(getNftImage, {
  tag: 'directory',
  summary: 'Picture of an NFT, drawn anew as a still',
  holds: 'The picture',
  access: 'open',
  cache: 'public, max-age=86400, stale-while-revalidate=604800',
  isTagged: true,
  codes: ['CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

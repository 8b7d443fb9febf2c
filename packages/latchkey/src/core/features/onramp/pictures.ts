import type { Options } from '../../types/options.ts'
import { toPictureAddress } from '../../values/pictureAddress.ts'

type Site = Pick<Options, 'gatewayUrl' | 'projectId'>

/** Where the picture of what is bought comes from: the gateway has them by symbol, and a letter stands in where it has none. */
export function getPurchasePicture(site: Site, symbol: string): string | undefined {
  return toPicture(site, `/public/getTokenImage/${encodeURIComponent(symbol)}`)
}

/** Where the badge of a currency comes from. */
export function getCurrencyPicture(site: Site, currency: string): string | undefined {
  return toPicture(site, `/public/getCurrencyImage/${encodeURIComponent(currency)}`)
}

function toPicture(site: Site, path: string): string | undefined {
  return site.gatewayUrl ? toPictureAddress(site, site.gatewayUrl.replace(/\/$/, '') + path) : undefined
}

import type { Network } from '../types/network.ts'
import type { Options } from '../types/options.ts'
import { toPictureAddress } from './pictureAddress.ts'

/**
 * Where the picture of a network comes from: the site's own, else the gateway's by CAIP-2 id, else nowhere, and a letter
 * stands in.
 */
export function getNetworkImage(
  options: Pick<Options, 'gatewayUrl' | 'projectId'>,
  network: Network | undefined,
): string | undefined {
  if (network?.assets?.imageUrl) return network.assets.imageUrl
  if (!network || !options.gatewayUrl) return undefined
  const path = `/public/getAssetImage/${encodeURIComponent(network.caipNetworkId)}`
  return toPictureAddress(options, options.gatewayUrl.replace(/\/$/, '') + path)
}

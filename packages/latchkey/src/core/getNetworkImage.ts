import type { Network } from './network.ts'
import type { Options } from './options.ts'

/**
 * Where the picture of a network comes from: the site's own, else the gateway's by CAIP-2 id, else nowhere, and a letter
 * stands in. The gateway answers pictures without a project (services 3.2), so the address needs no key.
 */
export function getNetworkImage(
  options: Pick<Options, 'gatewayUrl'>,
  network: Network | undefined,
): string | undefined {
  if (network?.assets?.imageUrl) return network.assets.imageUrl
  if (!network || !options.gatewayUrl) return undefined
  return `${options.gatewayUrl.replace(/\/$/, '')}/public/getAssetImage/${encodeURIComponent(network.caipNetworkId)}`
}

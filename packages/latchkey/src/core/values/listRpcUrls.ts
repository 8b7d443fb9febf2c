import type { Network } from '../types/network.ts'
import type { Options } from '../types/options.ts'

/** Where a network is read: the site's own addresses, the gateway's, the network's. */
export function listRpcUrls(
  { customRpcUrls, gatewayUrl, projectId }: Pick<Options, 'customRpcUrls' | 'gatewayUrl' | 'projectId'>,
  network: Network,
): readonly string[] {
  const id = network.caipNetworkId
  const own = customRpcUrls[id] ?? []
  const proxied = gatewayUrl
    ? [`${gatewayUrl.replace(/\/+$/, '')}/v1?${new URLSearchParams({ chainId: id, ...(projectId && { projectId }) })}`]
    : []
  return [...own, ...proxied, ...network.rpcUrls.default.http]
}

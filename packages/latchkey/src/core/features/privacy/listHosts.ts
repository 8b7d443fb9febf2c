import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Instance } from '../../types/latchkey.ts'
import type { Network } from '../../types/network.ts'
import { listRelayUrls } from '../../values/listRelayUrls.ts'

/** One host that the modal may ask, and what for; `networks` are the names of those that are read there. */
export type Contacted = {
  readonly host: string
  readonly purposes: readonly ('gateway' | 'relay' | 'analytics')[]
  readonly networks: readonly string[]
}

/**
 * Every host that the modal may ask, as the site configured it: its gateway, the relay, whom it sends events to (with `isShared`),
 * and the nodes of its networks. Wallets talk to hosts of their own, which no site knows.
 */
export function listHosts(
  { options, services }: Pick<Instance, 'options' | 'services'>,
  { networks, isShared }: { readonly networks: readonly Network[]; readonly isShared: boolean },
): readonly Contacted[] {
  const origin = services.browser.origin()
  const found = new Map<string, { purposes: Set<Contacted['purposes'][number]>; networks: Set<string> }>()
  const at = (url: string | undefined) => {
    const host = url && parseUrl(url, origin || undefined)?.host
    if (!host) return undefined
    const known = found.get(host) ?? { purposes: new Set(), networks: new Set() }
    found.set(host, known)
    return known
  }
  at(options.gatewayUrl)?.purposes.add('gateway')
  if (services.walletConnect !== null) {
    for (const url of listRelayUrls(options, origin)) at(url)?.purposes.add('relay')
  }
  if (isShared) at(options.analyticsUrl)?.purposes.add('analytics')
  for (const network of networks) {
    const own = options.customRpcUrls[network.caipNetworkId] ?? []
    for (const url of [...own, ...network.rpcUrls.default.http]) at(url)?.networks.add(network.name)
  }
  return [...found].map(([host, { purposes, networks: names }]) => ({
    host,
    purposes: [...purposes],
    networks: [...names],
  }))
}

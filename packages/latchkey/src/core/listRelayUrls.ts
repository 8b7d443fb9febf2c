import type { Options } from './options.ts'

/**
 * Addresses of the relay, tried in turn: the site's, else `/relay` of its gateway. Empty where the site has neither: then
 * WalletConnect is not offered. `origin` is the page's own, for a gateway on the same site.
 * Source: decisions, section 1, "Default hosts".
 */
export function listRelayUrls(
  { relayUrl, gatewayUrl }: Pick<Options, 'relayUrl' | 'gatewayUrl'>,
  origin: string,
): readonly string[] {
  if (relayUrl !== undefined) return [relayUrl].flat()
  if (gatewayUrl === undefined) return []
  const base = URL.canParse(gatewayUrl, origin || undefined) ? new URL(gatewayUrl, origin || undefined).href : ''
  return base === '' ? [] : [`${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/relay`]
}

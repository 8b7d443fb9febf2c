import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Options } from '../types/options.ts'

/**
 * Addresses of the relay, tried in turn: the site's, else `/relay` of its gateway. Empty where the site has neither: then
 * WalletConnect is not offered. `origin` is the page's own, for a gateway on the same site.
 */
export function listRelayUrls(
  { relayUrl, gatewayUrl }: Pick<Options, 'relayUrl' | 'gatewayUrl'>,
  origin: string,
): readonly string[] {
  if (relayUrl !== undefined) return [relayUrl].flat()
  if (gatewayUrl === undefined) return []
  const base = parseUrl(gatewayUrl, origin || undefined)?.href
  return base === undefined ? [] : [`${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/relay`]
}

import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Options } from '../types/options.ts'
import { isDataImage } from './isDataImage.ts'

/**
 * Whether an address may be shown as a picture (SEC-84): the gateway's, the page's own origin, one that the site itself
 * configured (https), or a short `data:` picture. No `blob:`, no plain http from elsewhere, nothing else.
 */
export function isTrustedImage(
  src: string,
  site: Pick<Options, 'gatewayUrl' | 'customWallets' | 'networks' | 'metadata' | 'connectorImages' | 'tokens'> & {
    readonly origin: string
  },
): boolean {
  if (src.startsWith('data:')) return isDataImage(src)
  const url = parseUrl(src, site.origin || undefined)
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.origin === site.origin) return true
  const gateway = site.gatewayUrl === undefined ? undefined : parseUrl(site.gatewayUrl, site.origin || undefined)
  if (gateway !== undefined && url.origin === gateway.origin && url.pathname.startsWith(toFolder(gateway.pathname)))
    return true
  if (url.protocol !== 'https:') return false
  return (
    site.customWallets.some((wallet) => wallet.imageUrl === src) ||
    site.networks.some((network) => network.assets?.imageUrl === src) ||
    site.metadata.icons.includes(src) ||
    Object.values(site.connectorImages).includes(src) ||
    Object.values(site.tokens).some((token) => token?.image === src)
  )
}

function toFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}

import { fillBrowseLink, parseBrowseLinks } from '@latchkey/wire/browseLinks'
import type { WalletListing } from '../types/listing.ts'
import type { Namespace } from '../types/network.ts'
import type { Platform } from './platform.ts'

/**
 * The link that opens this page in a wallet's own browser on this phone, for wallets that take no pairing in a namespace.
 * Undefined where the wallet has none, is in this browser already, or this is no phone. In an in-app browser a scheme of another
 * app leads nowhere, so only web links are left there (F-21).
 */
export function toBrowseLink(
  wallet: WalletListing,
  parameters: { readonly namespace: Namespace; readonly platform: Platform; readonly page: string | undefined },
): string | undefined {
  const { namespace, platform, page } = parameters
  if (platform.os === 'other' || page === undefined) return undefined
  if (wallet.connectors.some((way) => way.namespace === namespace)) return undefined
  const found = parseBrowseLinks(wallet.links.browse).find(({ namespaces }) => namespaces.includes(namespace))
  const target = found?.[platform.os]
  const link = target && fillBrowseLink(target, page)
  return link && platform.isInApp && !link.startsWith('https:') ? undefined : link
}

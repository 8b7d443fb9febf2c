import type { WalletListing } from '../types/listing.ts'

/** A way to a wallet: its extension, its app by a link, a code to scan, its web page, its program on this machine. */
export type Way = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop'

/** Every way that a chosen wallet offers here, best first; without a wallet, the code alone. None means the wallet has to be got. */
export function listWays(
  wallet: WalletListing | undefined,
  parameters: { readonly isMobile: boolean },
): readonly Way[] {
  if (!wallet) return ['qrcode']
  const { isMobile } = parameters
  const { mobileLink, webappLink, desktopLink } = wallet.links
  const ways: readonly (Way | undefined)[] = [
    wallet.isInstalled ? 'browser' : undefined,
    mobileLink ? (isMobile ? 'mobile' : 'qrcode') : undefined,
    webappLink ? 'web' : undefined,
    desktopLink && !isMobile ? 'desktop' : undefined,
  ]
  return ways.filter((way) => way !== undefined)
}

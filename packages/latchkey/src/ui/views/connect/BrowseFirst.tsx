import { type ReactNode, useState } from 'react'
import type { WalletListing } from '../../../core/types/listing.ts'
import { BrowsePanel } from './BrowsePanel.tsx'
import { useBrowseLink } from './useBrowseLink.ts'

/** The wallet's own browser, where that is the way to it on this phone; else, or where the visitor wants another way, the pairing. */
export function BrowseFirst({ wallet, children }: { readonly wallet: WalletListing; readonly children: ReactNode }) {
  const link = useBrowseLink(wallet)
  const [wantsPairing, setWantsPairing] = useState(false)
  if (link === undefined || wantsPairing) return children
  return <BrowsePanel wallet={wallet} link={link} otherWays={() => setWantsPairing(true)} />
}

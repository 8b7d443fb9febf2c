import { useState } from 'react'
import { LegalGate } from '../LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { BrowsePanel } from './BrowsePanel.tsx'
import { Pairing } from './Pairing.tsx'
import { useBrowseLink } from './useBrowseLink.ts'

/**
 * Connects one wallet by whatever way it has, or any wallet by its code. A wallet that takes no pairing in the namespace in use is
 * offered its own browser first. Source: views, A6 and A8.
 */
export function ConnectingWalletConnect() {
  const data = useViewData('ConnectingWalletConnect')
  const link = useBrowseLink(data.wallet)
  const [wantsPairing, setWantsPairing] = useState(false)
  return (
    <LegalGate>
      {data.wallet === undefined || link === undefined || wantsPairing ? (
        <Pairing {...data} />
      ) : (
        <BrowsePanel wallet={data.wallet} link={link} otherWays={() => setWantsPairing(true)} />
      )}
    </LegalGate>
  )
}

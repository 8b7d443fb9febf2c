import { useState } from 'react'
import { RoomWords } from '../../RoomWords.tsx'
import { pairingWords } from '../../text/rooms/pairingWords.ts'
import { LegalGate } from '../LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { Pairing } from './Pairing.tsx'
import { useBrowseLink } from './useBrowseLink.ts'
import { usePairingRoom } from './usePairingRoom.ts'

/**
 * Connects one wallet by whatever way it has, or any wallet by its code. A wallet that takes no pairing in the namespace in use is
 * offered its own browser first.
 */
export function ConnectingWalletConnect() {
  return (
    <RoomWords words={pairingWords}>
      <Codes />
    </RoomWords>
  )
}

function Codes() {
  const data = useViewData('ConnectingWalletConnect')
  const link = useBrowseLink(data.wallet)
  const [wantsPairing, setWantsPairing] = useState(false)
  const isBrowsed = data.wallet !== undefined && link !== undefined && !wantsPairing
  const room = usePairingRoom(isBrowsed)
  return (
    <LegalGate>
      {!isBrowsed ? (
        <Pairing {...data} />
      ) : room ? (
        <room.BrowsePanel wallet={data.wallet} link={link} otherWays={() => setWantsPairing(true)} />
      ) : (
        <span hidden data-loading="" />
      )}
    </LegalGate>
  )
}

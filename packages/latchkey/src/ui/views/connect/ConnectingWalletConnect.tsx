import { readPlatform } from '../../../core/values/platform.ts'
import { useInstance } from '../../hooks.ts'
import { RoomWords } from '../../RoomWords.tsx'
import { pairingWords } from '../../text/rooms/pairingWords.ts'
import { LegalGate } from '../legal/LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { Pairing } from './Pairing.tsx'
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
  const { wallet } = data
  const { os } = readPlatform(useInstance().services.walletWindow)
  const mayBrowse = wallet?.links.browse !== undefined && os !== 'other'
  const room = usePairingRoom(mayBrowse)
  return (
    <LegalGate>
      {!mayBrowse ? (
        <Pairing {...data} />
      ) : room ? (
        <room.BrowseFirst wallet={wallet}>
          <Pairing {...data} />
        </room.BrowseFirst>
      ) : (
        <span hidden data-loading="" />
      )}
    </LegalGate>
  )
}

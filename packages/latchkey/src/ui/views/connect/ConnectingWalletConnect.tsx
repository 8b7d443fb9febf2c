import { LegalGate } from '../LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { Pairing } from './Pairing.tsx'

/** Connects one wallet by whatever way it has, or any wallet by its code. Source: views, A6. */
export function ConnectingWalletConnect() {
  return (
    <LegalGate>
      <Pairing {...useViewData('ConnectingWalletConnect')} />
    </LegalGate>
  )
}

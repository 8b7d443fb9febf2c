import { LegalGate } from '../legal/LegalGate.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** The wallet list on its own, where Connect shows one button for it. */
export function ConnectWallets() {
  return (
    <LegalGate>
      <WalletChoices />
    </LegalGate>
  )
}

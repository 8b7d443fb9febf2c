import { LegalGate } from '../legal/LegalGate.tsx'
import { WalletFinderScreen } from './WalletFinderScreen.tsx'

/** Finds any wallet of the directory, once the legal checkbox is ticked where the site asks for it. */
export function AllWallets() {
  return (
    <LegalGate>
      <WalletFinderScreen />
    </LegalGate>
  )
}

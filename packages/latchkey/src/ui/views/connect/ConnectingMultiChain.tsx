import { LegalGate } from '../legal/LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { FamilyChoice } from './FamilyChoice.tsx'

/** Chooses the family of networks to use a wallet for, once the legal checkbox is ticked where the site asks for it. */
export function ConnectingMultiChain() {
  return (
    <LegalGate>
      <FamilyChoice {...useViewData('ConnectingMultiChain')} />
    </LegalGate>
  )
}

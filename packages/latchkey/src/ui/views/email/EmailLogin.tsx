import { LegalGate } from '../legal/LegalGate.tsx'
import { EmailPart } from './EmailPart.tsx'

/** The e-mail part of Connect alone. */
export function EmailLogin() {
  return (
    <LegalGate>
      <EmailPart />
    </LegalGate>
  )
}

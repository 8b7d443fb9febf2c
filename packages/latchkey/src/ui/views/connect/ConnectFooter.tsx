import { useInstance } from '../../hooks.ts'
import { LegalSentence } from '../LegalSentence.tsx'

/** The legal sentence under the wallets; nothing where the site asks by checkbox or has nothing to accept. Source: views, 1.3. */
export function ConnectFooter() {
  const { options } = useInstance()
  if (options.features.legalCheckbox) return null
  if (options.termsConditionsUrl === undefined && options.privacyPolicyUrl === undefined) return null
  return (
    <p>
      <LegalSentence kind="says" />
    </p>
  )
}

import { useInstance, useText } from '../../hooks.ts'
import { FooterLink } from '../FooterLink.tsx'
import { LegalSentence } from '../LegalSentence.tsx'

/** The legal sentence under the wallets, where the site has one and does not ask by checkbox, and the way to what is kept and told. */
export function ConnectFooter() {
  const t = useText()
  return (
    <p>
      {useInstance().options.features.legalCheckbox ? null : <LegalSentence kind="says" />}{' '}
      <FooterLink view="PrivacyAndData">{t('title.PrivacyAndData')}</FooterLink>
    </p>
  )
}

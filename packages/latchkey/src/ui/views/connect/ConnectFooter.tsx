import { useInstance, useText } from '../../hooks.ts'
import { FooterLink } from '../FooterLink.tsx'
import { hasLegal, useLegalRoom } from '../legal/useLegalRoom.ts'

/** The legal sentence under the wallets, where the site has one and does not ask by checkbox, and the way to what is kept and told. */
export function ConnectFooter() {
  const { options } = useInstance()
  const t = useText()
  return (
    <p>
      {hasLegal(options) && !options.features.legalCheckbox ? <LegalLine /> : null}{' '}
      <FooterLink view="PrivacyAndData">{t('title.PrivacyAndData')}</FooterLink>
    </p>
  )
}

function LegalLine() {
  const { room } = useLegalRoom()
  return room && <room.LegalSentence kind="says" />
}

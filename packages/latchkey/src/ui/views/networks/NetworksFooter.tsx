import { useText } from '../../hooks.ts'
import { FooterLink } from '../FooterLink.tsx'

/** What a wallet may not know, and where to read what a network is. */
export function NetworksFooter() {
  const t = useText()
  return (
    <p>
      <span>{t('networks.note')}</span>{' '}
      <FooterLink view="WhatIsANetwork" event="CLICK_NETWORK_HELP">
        {t('networks.help')}
      </FooterLink>
    </p>
  )
}

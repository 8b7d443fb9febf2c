import { useText } from '../../hooks.ts'
import { FooterLink } from '../FooterLink.tsx'

/** Who sells, and where to read how. */
export function OnRampFooter() {
  const t = useText()
  return (
    <p>
      {t('onramp.note')}{' '}
      <FooterLink view="WhatIsABuy" event="SELECT_WHAT_IS_A_BUY">
        {t('onramp.help')}
      </FooterLink>
    </p>
  )
}

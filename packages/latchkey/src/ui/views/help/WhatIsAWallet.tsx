import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Points } from './Points.tsx'

/** Explains wallets to a newcomer in three points. Source: views, M1a. */
export function WhatIsAWallet() {
  const instance = useInstance()
  const t = useText()
  return (
    <>
      <Points
        points={[
          { drawing: 'key', heading: t('help.wallet.key'), text: t('help.wallet.key.more') },
          { drawing: 'place', heading: t('help.wallet.place'), text: t('help.wallet.place.more') },
          { drawing: 'hold', heading: t('help.wallet.hold'), text: t('help.wallet.hold.more') },
        ]}
      />
      <Button
        kind="main"
        wide
        focusKey="getWallet"
        onPress={() => {
          instance.track('CLICK_GET_WALLET_HELP', {})
          pushView(instance, { view: 'GetWallet' }, 'getWallet')
        }}
      >
        {t('action.getWallet')}
      </Button>
    </>
  )
}

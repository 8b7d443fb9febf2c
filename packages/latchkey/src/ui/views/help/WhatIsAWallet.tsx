import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { helpWords } from '../../text/rooms/helpWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Points } from './Points.tsx'

/** Explains wallets to a newcomer in three points. */
export function WhatIsAWallet() {
  const instance = useInstance()
  const t = useRoomText(helpWords)
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

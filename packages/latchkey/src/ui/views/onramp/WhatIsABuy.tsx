import { goBack } from '../../../core/flow/goBack.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Explains buying, in one paragraph. */
export function WhatIsABuy() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  return (
    <>
      <p className="text-block">{t('onramp.help.more')}</p>
      <Button kind="plain" wide focusKey="back" onPress={() => goBack(instance)}>
        {t('shell.close')}
      </Button>
    </>
  )
}

import { userMessage } from '../../core/errors/userMessage.ts'
import { relayOf } from '../../core/ways/walletConnect/relay.ts'
import { retryRelay } from '../../core/ways/walletConnect/retryRelay.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { ViewNotice } from './ViewNotice.tsx'

/** What keeps the relay of the session away, for as long as it does. Source: F-10 to F-12. */
export function RelayNotice() {
  const instance = useInstance()
  const t = useText()
  const trouble = useLatchkeyState(relayOf, (state) => state.trouble)
  if (trouble === undefined) return null
  const message = userMessage(trouble)
  const values = { wallet: '', network: '', other: '', family: '', coin: '', amount: '' }
  return (
    <ViewNotice
      code={message.code}
      kind="notice"
      title={t(message.sentence, values)}
      sentence={message.more && t(message.more, values)}
    >
      {message.remedy === 'retry' ? (
        <Button kind="plain" wide focusKey="relay" onPress={() => void retryRelay(instance)}>
          {t(message.button, values)}
        </Button>
      ) : null}
    </ViewNotice>
  )
}

import { userMessage } from '../../core/errors/userMessage.ts'
import { retryRelay } from '../../core/kernel/wallet/walletConnect/retryRelay.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { Told } from './Told.tsx'

/** What keeps the relay of the session away, for as long as it does. Source: failures, F-10 to F-12. */
export function RelayTold() {
  const instance = useInstance()
  const t = useText()
  const trouble = useLatchkeyState('connection', (state) => state.relayTrouble)
  if (trouble === undefined) return null
  const message = userMessage(trouble)
  const values = { wallet: '', network: '', other: '', family: '', coin: '', amount: '' }
  return (
    <Told
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
    </Told>
  )
}

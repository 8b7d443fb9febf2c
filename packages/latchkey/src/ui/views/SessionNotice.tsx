import { FAILURE_CODES } from '../../core/errors/failureCodes.ts'
import { userMessage } from '../../core/errors/userMessage.ts'
import { openModal } from '../../core/flow/openModal.ts'
import { pushView } from '../../core/flow/pushView.ts'
import { dismissNotice, noticeOf, type SessionNotice as SessionState } from '../../core/kernel/connections/notice.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { toOpening } from './toOpening.ts'
import { ViewNotice } from './ViewNotice.tsx'

/** What became of a connection, and the way on. Nothing while all is well. Source: F-15, F-16 and F-24. */
export function SessionNotice() {
  const instance = useInstance()
  const t = useText()
  const notice = useLatchkeyState(noticeOf, (state) => state.notice)
  if (notice === undefined) return null
  const message = userMessage(notice.code)
  const [namespace] = notice.namespaces
  const values = {
    wallet: notice.walletName || t('pairing.someWallet'),
    network: '',
    other: '',
    family: namespace === undefined ? '' : t(`family.${namespace}`),
    coin: '',
    amount: '',
  }
  return (
    <ViewNotice
      code={notice.code}
      kind={FAILURE_CODES[notice.code]}
      title={toOpening(t, t(message.sentence, values), notice.walletName)}
      sentence={message.more && t(message.more, values)}
      onDismiss={() => dismissNotice(instance)}
    >
      <Button kind="plain" wide focusKey="notice" onPress={() => goOn(instance, notice)}>
        {t(message.button, values)}
      </Button>
    </ViewNotice>
  )
}

/** To the wallets of the family that is missing, or to the same wallet with a fresh code. */
function goOn(instance: Instance, { code, wallet, namespaces }: SessionState): void {
  dismissNotice(instance)
  if (code === 'NAMESPACES_PARTIAL') void openModal(instance, { view: 'Connect', namespace: namespaces[0] })
  else pushView(instance, { view: 'ConnectingWalletConnect', data: { wallet } }, 'notice')
}

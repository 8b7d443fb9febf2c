import { offersAllWallets } from '../../../core/flow/offersAllWallets.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { noticeOf } from '../../../core/kernel/connections/notice.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { pick } from '../../pick.ts'
import { RoomWords } from '../../RoomWords.tsx'
import { late } from '../../shell/late.tsx'
import { pairingWords } from '../../text/rooms/pairingWords.ts'
import { LegalGate } from '../legal/LegalGate.tsx'
import { Pairing } from './Pairing.tsx'
import { WalletChoices } from './WalletChoices.tsx'

const LateSessionNotice = late(
  () => import('../SessionNotice.tsx').then(pick('SessionNotice')),
  <span hidden data-loading="" />,
)

/**
 * First view of a site without adapters: the code that any wallet reads, and the way to the list; on a phone, which cannot
 * scan its own screen, the list itself.
 */
export function ConnectingWalletConnectBasic() {
  return (
    <RoomWords words={pairingWords}>
      <Codes />
    </RoomWords>
  )
}

function Codes() {
  const instance = useInstance()
  const t = useText()
  const hasAll = offersAllWallets(instance)
  const hasNotice = useLatchkeyState(noticeOf, (state) => state.notice !== undefined)
  return (
    <LegalGate>
      {hasNotice ? <LateSessionNotice /> : null}
      {instance.services.browser.isMobile() ? (
        <WalletChoices />
      ) : (
        <Pairing
          end={
            <Button
              kind="plain"
              wide
              icon={hasAll ? 'search' : 'wallet'}
              focusKey="wallets"
              onPress={() => {
                if (hasAll) instance.track('CLICK_ALL_WALLETS', {})
                pushView(instance, { view: hasAll ? 'AllWallets' : 'Connect', data: {} }, 'wallets')
              }}
            >
              {t(hasAll ? 'connect.search' : 'connect.list')}
            </Button>
          }
        />
      )}
    </LegalGate>
  )
}

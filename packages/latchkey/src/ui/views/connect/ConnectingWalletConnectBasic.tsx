import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { LegalGate } from '../LegalGate.tsx'
import { SessionTold } from '../SessionTold.tsx'
import { Pairing } from './Pairing.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/**
 * First view of a site without adapters: the code that any wallet reads, and the way to the list; on a phone, which cannot
 * scan its own screen, the list itself. Source: views, A7.
 */
export function ConnectingWalletConnectBasic() {
  const instance = useInstance()
  const t = useText()
  return (
    <LegalGate>
      <SessionTold />
      {instance.services.browser.isMobile() ? (
        <WalletChoices />
      ) : (
        <Pairing
          end={
            <Button
              kind="plain"
              wide
              icon="wallet"
              focusKey="wallets"
              onPress={() => pushView(instance, { view: 'Connect' }, 'wallets')}
            >
              {t('connect.list')}
            </Button>
          }
        />
      )}
    </LegalGate>
  )
}

import { offersAllWallets } from '../../../core/kernel/shell/offersAllWallets.ts'
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
  const hasAll = offersAllWallets(instance)
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

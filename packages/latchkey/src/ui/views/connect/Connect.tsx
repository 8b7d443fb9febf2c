import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { LateSessionNotice } from '../LateSessionNotice.tsx'
import { LegalGate } from '../LegalGate.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Chooses a wallet. */
export function Connect() {
  const instance = useInstance()
  const { options, adapters, services } = instance
  const t = useText()
  const canReachWallets = Object.keys(adapters).length > 0 || services.walletConnect !== null
  const hasWallets = options.features.connectMethodsOrder.includes('wallet') && canReachWallets
  // Alone, the list is what one came for.
  const isCollapsed = options.features.collapseWallets && options.features.connectMethodsOrder.length > 1
  return (
    <LegalGate>
      <LateSessionNotice />
      {hasWallets && isCollapsed ? (
        <Button
          kind="plain"
          wide
          icon="wallet"
          focusKey="wallets"
          onPress={() => pushView(instance, { view: 'ConnectWallets' }, 'wallets')}
        >
          {t('connect.collapsed')}
        </Button>
      ) : hasWallets ? (
        <WalletChoices />
      ) : (
        <Empty picture={WALLET_DRAWING} text={t('connect.noMethod')} />
      )}
    </LegalGate>
  )
}

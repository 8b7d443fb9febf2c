import { useInstance, useText } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { LegalGate } from '../LegalGate.tsx'
import { SessionTold } from '../SessionTold.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Chooses a wallet. Source: views, A1. */
export function Connect() {
  const { options, adapters, services } = useInstance()
  const t = useText()
  const canReachWallets = Object.keys(adapters).length > 0 || services.walletConnect !== null
  const hasWallets = options.features.connectMethodsOrder.includes('wallet') && canReachWallets
  return (
    <LegalGate>
      <SessionTold />
      {hasWallets ? <WalletChoices /> : <Empty picture="wallet" text={t('connect.noMethod')} />}
    </LegalGate>
  )
}

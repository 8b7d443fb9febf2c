import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { getConnection } from '../../../core/kernel/wallet/connection.ts'
import { listKept } from '../../../core/kernel/wallet/kept.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'

/** Says which wallet the account is of, and leads to all that are connected. Source: views, D1. */
export function WalletSwitch() {
  const instance = useInstance()
  const t = useText()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const wallet = useLatchkeyState('connection', (state) => getConnection(state, namespace)?.connector.name)
  const count = useLatchkeyState('connection', (state) => listKept(state).length)
  if (wallet === undefined) return null
  return (
    <Button
      kind="quiet"
      small
      icon="wallet"
      focusKey="wallets"
      onPress={() => pushView(instance, { view: 'ProfileWallets' }, 'wallets')}
    >
      {count > 1 ? t('wallets.more', { wallet, count: count - 1 }) : wallet}
    </Button>
  )
}

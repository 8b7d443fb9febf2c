import { pushView } from '../../../core/flow/pushView.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { listConnections } from '../../../core/kernel/connections/connectionList.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'

/** Says which wallet the account is of, and leads to all that are connected. */
export function WalletSwitch() {
  const instance = useInstance()
  const t = useText()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const wallet = useLatchkeyState('connection', (state) => getConnection(state, namespace)?.connector.name)
  const count = useLatchkeyState('connection', (state) => listConnections(state).length)
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

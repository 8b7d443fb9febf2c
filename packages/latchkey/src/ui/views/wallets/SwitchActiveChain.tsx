import { pushView } from '../../../core/flow/pushView.ts'
import { getStart } from '../../../core/flow/showHome.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useViewData } from '../useViewData.ts'
import styles from './wallets.css?inline'

/** The chosen network belongs to a family that no connected wallet serves: connect one for it, and the others stay. */
export function SwitchActiveChain() {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const { networkId } = useViewData('SwitchActiveChain')
  const network = useLatchkeyState('networks', (networks) => findNetwork(networks, networkId))
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const wallet = useLatchkeyState('connection', (state) => getConnection(state, active)?.connector.name)
  if (network === undefined) return null
  const family = t(`family.${network.chainNamespace}`)
  return (
    <div className="wallets">
      <div className="portrait">
        <Picture src={getNetworkImage(instance.options, network)} name={network.name} size="large" round />
      </div>
      <p className="lead">
        {wallet === undefined ? t('family.without', { family }) : t('family.needed', { wallet, family })}
      </p>
      <Button
        kind="main"
        wide
        focusKey="family"
        onPress={() => {
          instance.stores.modal.set((modal) => ({ ...modal, namespace: network.chainNamespace }))
          // Where the wallet is asked to be, once it is connected.
          instance.stores.networks.set((state) => ({
            ...state,
            activeByNamespace: { ...state.activeByNamespace, [network.chainNamespace]: networkId },
          }))
          pushView(instance, getStart(instance), 'family')
        }}
      >
        {t('wallets.add', { family })}
      </Button>
    </div>
  )
}

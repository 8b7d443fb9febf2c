import { pushView } from '../../../core/flow/pushView.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { planSwitch } from '../../../core/kernel/networks/planSwitch.ts'
import { switchNetwork } from '../../../core/kernel/networks/switchNetwork.ts'
import type { Network } from '../../../core/types/network.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'

/** A network to go to. A connected wallet is asked in a view of its own; without one the network is simply the chosen one. */
export function NetworkRow({ network, note, isOff = false }: NetworkRow.Props) {
  const instance = useInstance()
  const { caipNetworkId: networkId } = network
  const isCurrent = useLatchkeyState('networks', (networks) => getActiveNetworkId(networks) === networkId)
  const focusKey = `network:${networkId}`
  return (
    <Row
      plain
      picture={<Picture src={getNetworkImage(instance.options, network)} name={network.name} round />}
      title={<bdi>{network.name}</bdi>}
      note={note}
      end={note === undefined || isOff ? undefined : <Icon name="chevron" small turns />}
      isCurrent={isCurrent}
      disabledReason={isOff ? note : undefined}
      focusKey={focusKey}
      onPress={() => {
        if (isCurrent) return
        const plan = planSwitch(instance, networkId)
        if (plan.kind === 'connect') pushView(instance, { view: 'SwitchActiveChain', data: { networkId } }, focusKey)
        else if (plan.kind === 'ask') pushView(instance, { view: 'SwitchNetwork', data: { networkId } }, focusKey)
        // Nobody is asked, so nothing can be refused; a failure would be in the attempt.
        else switchNetwork(instance, { networkId }).catch(() => {})
      }}
    />
  )
}
export declare namespace NetworkRow {
  type Props = {
    readonly network: Network
    /** Why the wallet in use does not serve it. */
    readonly note?: string | undefined
    /** No other wallet of the site would serve it either. */
    readonly isOff?: boolean | undefined
  }
}

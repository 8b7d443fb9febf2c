import { useId, useState } from 'react'
import { namesOf } from '../../../core/features/names/state.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { NAMESPACES, type Namespace } from '../../../core/types/network.ts'
import { fitsFamily } from '../../../core/values/fitsFamily.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { receiveWords } from '../../text/rooms/receiveWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { ReceivePanel } from './ReceivePanel.tsx'
import styles from './receive.css?inline'
import { useAwake } from './useAwake.ts'
import { useReceiver } from './useReceiver.ts'

/** An account's address as a code and a text, of one family at a time, with the networks that it can be paid on. */
export function WalletReceive() {
  useStyles(styles)
  useAwake()
  const instance = useInstance()
  const t = useRoomText(receiveWords)
  const panelId = useId()
  const [chosen, setChosen] = useState<Namespace>()
  const { namespace, account, networks } = useReceiver(chosen)
  const byNamespace = useLatchkeyState('accounts', (state) => state.byNamespace)
  const names = useLatchkeyState(namesOf, (state) => state)
  const wallet = useLatchkeyState('connection', (state) => getConnection(state, namespace)?.connector.name)
  const families = NAMESPACES.filter((family) => byNamespace[family] !== undefined)
  const [network] = networks
  if (account === undefined || network === undefined) return null

  const panel = fitsFamily(namespace, account.address) ? (
    <ReceivePanel
      key={`${network.caipNetworkId}:${account.address}`}
      account={account}
      name={names.address === account.address ? names.name : undefined}
      networks={networks}
      network={network}
    />
  ) : (
    <Notice kind="bad">
      <p>
        {t('receive.misfit', { wallet: wallet ?? instance.options.metadata.name, family: t(`family.${namespace}`) })}
      </p>
    </Notice>
  )
  if (families.length < 2) return <div className="receive">{panel}</div>
  return (
    <div className="receive">
      <Tabs
        label={t('wallets.families')}
        tabs={families.map((id) => ({ id, label: t(`family.${id}`) }))}
        current={namespace}
        panelId={panelId}
        onChange={setChosen}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`family.${namespace}`)} className="receive">
        {panel}
      </div>
    </div>
  )
}

import { useId, useState } from 'react'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { listConnections } from '../../../core/kernel/connections/connectionList.ts'
import { isServed } from '../../../core/kernel/saved/readSavedState.ts'
import { NAMESPACES, type Namespace } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { AddWallet } from './AddWallet.tsx'
import { ConnectedWallet } from './ConnectedWallet.tsx'
import { DisconnectAll } from './DisconnectAll.tsx'
import { RecentWallets } from './RecentWallets.tsx'
import styles from './wallets.css?inline'

/**
 * Every connected wallet with its accounts, a family of networks at a time: use another one, add one, end one or all, forget one
 * that was here before.
 */
export function ProfileWallets() {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const panelId = useId()
  const all = useLatchkeyState('networks', (networks) => networks.all)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const state = useLatchkeyState('connection', (connection) => connection)
  const families = NAMESPACES.filter(
    (namespace) => all.some(({ chainNamespace }) => chainNamespace === namespace) && isServed(instance, namespace),
  )
  const [chosen, setChosen] = useState<Namespace>()
  const namespace = chosen ?? active
  const current = getConnection(state, namespace)
  const kept = listConnections(state, namespace)

  const panel = (
    <>
      {kept.length === 0 ? (
        <Empty picture={WALLET_DRAWING} text={t('wallets.none', { family: t(`family.${namespace}`) })} />
      ) : null}
      {kept.map((connection) => (
        <ConnectedWallet
          key={connection.connector.id}
          connection={connection}
          isCurrent={connection === current && namespace === active}
        />
      ))}
      <RecentWallets namespace={namespace} />
      <AddWallet namespace={namespace} />
    </>
  )
  return (
    <div className="wallets">
      {families.length < 2 ? (
        panel
      ) : (
        <>
          <Tabs
            label={t('wallets.families')}
            tabs={families.map((id) => {
              const count = listConnections(state, id).length
              return { id, label: count === 0 ? t(`family.${id}`) : `${t(`family.${id}`)} · ${count}` }
            })}
            current={namespace}
            panelId={panelId}
            onChange={setChosen}
          />
          <div id={panelId} role="tabpanel" aria-label={t(`family.${namespace}`)} className="wallets">
            {panel}
          </div>
        </>
      )}
      {listConnections(state).length > 1 ? <DisconnectAll /> : null}
    </div>
  )
}

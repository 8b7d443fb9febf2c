import { useId, useState } from 'react'
import { getConnection } from '../../../core/kernel/wallet/connection.ts'
import { listKept } from '../../../core/kernel/wallet/kept.ts'
import { isServed } from '../../../core/kernel/wallet/readSavedState.ts'
import { NAMESPACES, type Namespace } from '../../../core/network.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { AddWallet } from './AddWallet.tsx'
import { DisconnectAll } from './DisconnectAll.tsx'
import { KeptWallet } from './KeptWallet.tsx'
import { RecentWallets } from './RecentWallets.tsx'
import styles from './wallets.css?inline'

/**
 * Every connected wallet with its accounts, a family of networks at a time: use another one, add one, end one or all, forget one
 * that was here before. Source: views, D4 and D5.
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
  const inUse = getConnection(state, namespace)
  const kept = listKept(state, namespace)

  const panel = (
    <>
      {kept.length === 0 ? (
        <Empty picture="wallet" text={t('wallets.none', { family: t(`family.${namespace}`) })} />
      ) : null}
      {kept.map((connection) => (
        <KeptWallet
          key={connection.connector.id}
          connection={connection}
          isInUse={connection === inUse && namespace === active}
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
            tabs={families.map((id) => ({ id, label: t(`family.${id}`) }))}
            current={namespace}
            panelId={panelId}
            onChange={setChosen}
          />
          <div id={panelId} role="tabpanel" aria-label={t(`family.${namespace}`)} className="wallets">
            {panel}
          </div>
        </>
      )}
      {listKept(state).length > 1 ? <DisconnectAll /> : null}
    </div>
  )
}

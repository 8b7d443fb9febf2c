import { useState } from 'react'
import { recallFamily, rememberFamily } from '../../../core/features/directory/rememberFamily.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getNamespaceNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { NAMESPACES, type Namespace } from '../../../core/types/network.ts'
import type { ViewData } from '../../../core/types/views.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import styles from './find.css?inline'

/** A wallet with several ways in, one a family of networks; the one chosen before stands first. */
export function FamilyChoice({ wallet, redirectView }: ViewData['ConnectingMultiChain']) {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const { storage } = instance.services
  const networks = useLatchkeyState('networks', (state) => state)
  // Read once: the list does not change under the hand of whoever comes back to it.
  const [recent] = useState(() => recallFamily(storage, wallet.key))
  const families = NAMESPACES.filter((namespace) => wallet.connectors.some((way) => way.namespace === namespace))
  const ordered = recent === undefined ? families : [recent, ...families.filter((namespace) => namespace !== recent)]

  const tell = (): void =>
    instance.track('SELECT_WALLET', { name: wallet.name, platform: 'browser', view: 'ConnectingMultiChain' })
  const choose = (namespace: Namespace, focusKey: string): void => {
    rememberFamily(storage, wallet.key, namespace)
    tell()
    const connectors = wallet.connectors.filter((way) => way.namespace === namespace)
    const data = { wallet: { ...wallet, connectors }, redirectView }
    pushView(instance, { view: 'ConnectingExternal', data }, focusKey)
  }
  return (
    <div className="choices">
      <div className="portrait">
        <Picture src={wallet.imageUrl} name={wallet.name} size="large" />
      </div>
      <p className="lead">{t('multi.sentence', { wallet: wallet.name })}</p>
      <List label={t('multi.list', { wallet: wallet.name })}>
        {ordered
          .filter((namespace) => families.includes(namespace))
          .map((namespace) => {
            const focusKey = `family:${namespace}`
            const network = getNamespaceNetwork(networks, namespace)
            return (
              <Row
                key={namespace}
                picture={
                  <Picture src={getNetworkImage(instance.options, network)} name={t(`family.${namespace}`)} round />
                }
                title={t(`family.${namespace}`)}
                end={
                  namespace === recent ? (
                    <Tag kind="recent">{t('tag.recent')}</Tag>
                  ) : (
                    <Icon name="chevron" small turns />
                  )
                }
                focusKey={focusKey}
                onPress={() => choose(namespace, focusKey)}
              />
            )
          })}
      </List>
      <Button
        kind="plain"
        wide
        focusKey="all"
        onPress={() => {
          tell()
          pushView(instance, { view: 'ConnectingExternal', data: { wallet, redirectView, isAll: true } }, 'all')
        }}
      >
        {t('multi.all')}
      </Button>
    </div>
  )
}

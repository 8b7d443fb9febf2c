import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Divider } from '../../parts/Divider.tsx'
import { List } from '../../parts/List.tsx'
import { DisconnectButton } from '../account/DisconnectButton.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { NetworkRow } from './NetworkRow.tsx'

/** The wallet went where this site does not work: go to one of its networks, or disconnect. */
export function UnsupportedChain() {
  const instance = useInstance()
  const t = useText()
  const network = useNetworkName()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const all = useLatchkeyState('networks', (networks) => networks.all)
  return (
    <>
      <p className="lead" data-failure="NETWORK_NOT_OFFERED">
        {t('unsupported.sentence', { site: instance.options.metadata.name, network })}
      </p>
      <div className="flush">
        <List label={t('unsupported.list')} plain>
          {all
            .filter((item) => item.chainNamespace === namespace)
            .map((item) => (
              <NetworkRow key={item.caipNetworkId} network={item} />
            ))}
        </List>
      </div>
      <Divider>{t('unsupported.or')}</Divider>
      <DisconnectButton />
    </>
  )
}

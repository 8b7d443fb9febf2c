import { toInstalledListing } from '../../../core/features/directory/toListing.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { showToast } from '../../../core/flow/showToast.ts'
import { findConnection } from '../../../core/kernel/connections/connectionByConnector.ts'
import { forgetRecent } from '../../../core/kernel/connections/recent.ts'
import type { Connector } from '../../../core/types/adapter.ts'
import type { Namespace } from '../../../core/types/network.ts'
import { getConnectorImage } from '../../../core/values/getConnectorImage.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { IconButton } from '../../parts/IconButton.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'

/** Wallets that were connected before and are here: connect one again, or forget it. */
export function RecentWallets({ namespace }: { readonly namespace: Namespace }) {
  const instance = useInstance()
  const t = useText()
  const recent = useLatchkeyState('connectors', (state) => state.recent)
  const here = useLatchkeyState('connectors', (state) => state.byNamespace[namespace])
  const state = useLatchkeyState('connection', (connection) => connection)
  const wallets = recent.flatMap((id): readonly Connector[] => {
    const connector = here?.find((known) => known.id === id)
    return connector && !findConnection(state, connector) ? [connector] : []
  })
  if (wallets.length === 0) return null
  return (
    <section className="recent">
      <h3 className="list-title">{t('wallets.recent')}</h3>
      {wallets.map((connector) => (
        <div key={connector.id} className="recent-row">
          <Row
            plain
            picture={<Picture src={getConnectorImage(instance.options, connector)} name={connector.name} />}
            title={connector.name}
            note={t('wallets.again')}
            focusKey={`recent:${connector.id}`}
            onPress={() =>
              pushView(
                instance,
                {
                  view: 'ConnectingExternal',
                  data: {
                    wallet: { ...toInstalledListing(connector, instance.options), isRecent: true },
                    redirectView: 'ProfileWallets',
                  },
                },
                `recent:${connector.id}`,
              )
            }
          />
          <IconButton
            inline
            icon="close"
            label={t('wallets.forget', { wallet: connector.name })}
            onPress={() => {
              forgetRecent(instance, connector.id)
              showToast(instance, { variant: 'success', key: 'walletRemoved' })
            }}
          />
        </div>
      ))}
    </section>
  )
}

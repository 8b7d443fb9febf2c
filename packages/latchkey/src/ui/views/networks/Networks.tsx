import { useState } from 'react'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { isServed } from '../../../core/kernel/saved/readSavedState.ts'
import type { Network } from '../../../core/types/network.ts'
import { useAnnounce, useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { List } from '../../parts/List.tsx'
import { SEARCH_DRAWING } from '../../parts/lateDrawings.tsx'
import { NetworkRow } from './NetworkRow.tsx'
import { searchNetworks } from './searchNetworks.ts'

/** Below this many networks a search is only in the way. */
const SEARCH_FROM = 6

/** Chooses a network: those of the wallet first, then those that need another one. */
export function Networks() {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const [query, setQuery] = useState('')
  const all = useLatchkeyState('networks', (networks) => networks.all)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const connection = useLatchkeyState('connection', (state) => state)
  const walletName = getConnection(connection, active)?.connector.name

  const found = searchNetworks(all, query)
  const isConnected = (network: Network): boolean => getConnection(connection, network.chainNamespace) !== undefined
  // Without a wallet every network can be chosen: it is the one that the next wallet is asked for.
  const [first, others] =
    walletName === undefined
      ? [found, []]
      : [found.filter(isConnected), found.filter((network) => !isConnected(network))]
  return (
    <>
      {all.length < SEARCH_FROM ? null : (
        <Field
          label={t('networks.search')}
          icon="search"
          value={query}
          focusKey="search"
          onChange={(value) => {
            setQuery(value)
            announce(t('networks.found', { count: searchNetworks(all, value).length }), 'polite')
          }}
        />
      )}
      {found.length === 0 ? (
        <Empty picture={SEARCH_DRAWING} text={t('networks.none', { query: query.trim() })} />
      ) : null}
      {first.length === 0 ? null : (
        <div className="flush">
          <List label={t('title.Networks')} role="listbox" plain>
            {first.map((network) => (
              <NetworkRow key={network.caipNetworkId} network={network} />
            ))}
          </List>
        </div>
      )}
      {others.length === 0 ? null : (
        <section className="flush">
          <h3 className="list-title">{t('networks.otherWallet')}</h3>
          <List label={t('networks.otherWallet')} role="listbox" plain>
            {others.map((network) => (
              <NetworkRow
                key={network.caipNetworkId}
                network={network}
                note={t('networks.cannot', { wallet: walletName ?? '' })}
                isOff={!isServed(instance, network.chainNamespace)}
              />
            ))}
          </List>
        </section>
      )}
    </>
  )
}

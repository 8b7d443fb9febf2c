import { useState } from 'react'
import { getConnection } from '../../../core/kernel/wallet/connection.ts'
import { isServed } from '../../../core/kernel/wallet/readSavedState.ts'
import { useAnnounce, useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { List } from '../../parts/List.tsx'
import { NetworkRow } from './NetworkRow.tsx'
import { searchNetworks } from './searchNetworks.ts'

/** Below this many networks a search is only in the way. */
const SEARCH_FROM = 6

/** Chooses a network: those of the wallet first, then those that need another one. Source: views, E1. */
export function Networks() {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const [query, setQuery] = useState('')
  const all = useLatchkeyState('networks', (networks) => networks.all)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const walletName = useLatchkeyState('connection', (state) => getConnection(state, active)?.connector.name)

  const found = searchNetworks(all, query)
  const usable = found.filter((network) => isServed(instance, network.chainNamespace))
  const others = found.filter((network) => !usable.includes(network))
  // Without a wallet every network can be chosen: it is the one that the next wallet is asked for.
  const [first, second] = walletName === undefined ? [found, []] : [usable, others]
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
      {found.length === 0 ? <Empty picture="search" text={t('networks.none', { query: query.trim() })} /> : null}
      {first.length === 0 ? null : (
        <div className="flush">
          <List label={t('title.Networks')} role="listbox">
            {first.map((network) => (
              <NetworkRow key={network.caipNetworkId} network={network} />
            ))}
          </List>
        </div>
      )}
      {second.length === 0 ? null : (
        <section className="flush">
          <h3 className="list-title">{t('networks.otherWallet')}</h3>
          <List label={t('networks.otherWallet')} role="listbox">
            {second.map((network) => (
              <NetworkRow
                key={network.caipNetworkId}
                network={network}
                disabledReason={t('networks.cannot', { wallet: walletName ?? '' })}
              />
            ))}
          </List>
        </section>
      )}
    </>
  )
}

import type { Session } from '@latchkey/walletconnect'
import type { ReactElement } from 'react'
import { FAMILIES, familyOf } from '../rules/families.ts'
import { ACCOUNT_COUNT } from '../rules/keys.ts'
import { Facts, ScreenTitle, Select, SiteTile, shorten } from './parts.tsx'
import { useWallet } from './useWallet.ts'
import type { Wallet } from './wallet.ts'

/** One connection: what it covers, and everything that its owner can change. */
export function SessionScreen({
  wallet,
  session,
  onBack,
}: {
  readonly wallet: Wallet
  readonly session: Session
  readonly onBack: () => void
}): ReactElement {
  useWallet(wallet)
  const { topic, peer, namespaces, expiry } = session
  const granted = Object.keys(namespaces)
  const missing = Object.keys(FAMILIES).filter((namespace) => !granted.includes(namespace))
  return (
    <>
      <button type="button" className="link" onClick={onBack}>
        Back to the wallet
      </button>
      <ScreenTitle>{peer.metadata.name || 'A connection'}</ScreenTitle>
      <div className="peer">
        <SiteTile peer={peer.metadata} origins={wallet.settings.pictureOrigins} />
        <div>
          <span className="break">{peer.metadata.url}</span>
          <span className="quiet">Lasts until {formatDay(expiry)}</span>
        </div>
      </div>
      {granted.map((key) => (
        <NamespaceCard key={key} wallet={wallet} session={session} namespace={key} isLast={granted.length === 1} />
      ))}
      {missing.length > 0 && (
        <div className="row">
          {missing.map((namespace) => (
            <button
              key={namespace}
              type="button"
              className="button"
              onClick={() => void wallet.addNamespace(topic, namespace)}
            >
              Add {FAMILIES[namespace]?.name}
            </button>
          ))}
        </div>
      )}
      <div className="row">
        <button type="button" className="button" onClick={() => void wallet.extend(topic)}>
          Extend by seven days
        </button>
        <button type="button" className="button danger" onClick={() => void wallet.disconnect(topic).then(onBack)}>
          Disconnect
        </button>
      </div>
    </>
  )
}

function NamespaceCard({
  wallet,
  session,
  namespace,
  isLast,
}: {
  readonly wallet: Wallet
  readonly session: Session
  readonly namespace: string
  readonly isLast: boolean
}): ReactElement {
  const { topic, namespaces } = session
  const family = FAMILIES[familyOf(namespace)]
  const granted = namespaces[namespace]
  const name = family?.name ?? namespace
  const here = wallet.getChain(session, namespace)
  const [account = ''] = granted?.accounts ?? []
  const address = account.slice(account.lastIndexOf(':') + 1)
  const chains = wallet.settings.chains.filter(({ id }) => familyOf(id) === familyOf(namespace))
  const index = wallet.keys.findIndex(here, address) ?? 0
  return (
    <section className="card" aria-label={name}>
      <h2>{name}</h2>
      <Select
        label={`${name} network`}
        value={here}
        options={chains.map(({ id, name: text }) => ({ value: id, text }))}
        onChange={(chain) => void wallet.switchChain(topic, chain)}
      />
      <Select
        label={`${name} account`}
        value={String(index)}
        options={Array.from({ length: ACCOUNT_COUNT }, (_, number) => ({
          value: String(number),
          text: `Account ${number + 1}, ${shorten(wallet.keys.getAddress(here, number) ?? '')}`,
        }))}
        onChange={(value) => void wallet.switchAccount(topic, namespace, Number(value))}
      />
      <Facts facts={[{ name: 'Address', value: <span className="code break">{address}</span> }]} />
      <details>
        <summary>Methods and events</summary>
        <p className="code break">{[...(granted?.methods ?? []), ...(granted?.events ?? [])].join(', ') || 'none'}</p>
      </details>
      {!isLast && (
        <button type="button" className="button" onClick={() => void wallet.removeNamespace(topic, namespace)}>
          Take {name} back
        </button>
      )}
    </section>
  )
}

/** A day and time from seconds since 1970, as the page's reader writes them. */
export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000)
}

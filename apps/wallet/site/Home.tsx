import type { ReactElement } from 'react'
import { FAMILIES, familyOf } from '../rules/families.ts'
import { ACCOUNT_COUNT, TEST_PHRASE } from '../rules/keys.ts'
import { PairCard } from './PairCard.tsx'
import { ScreenTitle, SiteTile } from './parts.tsx'
import { formatDay } from './SessionScreen.tsx'
import { useWallet } from './useWallet.ts'
import type { Pending, Wallet } from './wallet.ts'

/** Where the wallet rests: a place for a code, what waits, the connections and the accounts. */
export function Home({
  wallet,
  onOpenSession,
  onOpenPending,
}: {
  readonly wallet: Wallet
  readonly onOpenSession: (topic: string) => void
  readonly onOpenPending: () => void
}): ReactElement {
  const { sessions, pending } = useWallet(wallet)
  const { keys, settings } = wallet
  return (
    <>
      <ScreenTitle>Your wallet</ScreenTitle>
      {pending.length > 0 && (
        <section className="card" aria-label="Waiting for you">
          <h2>Waiting for you</h2>
          <ul className="plain-list">
            {pending.map((item) => (
              <li key={`${item.kind} ${item.id}`}>{describePending(item)}</li>
            ))}
          </ul>
          <button type="button" className="button main" onClick={onOpenPending}>
            Look at it now
          </button>
        </section>
      )}
      <PairCard wallet={wallet} />
      <section className="card" aria-labelledby="connections">
        <h2 id="connections">Connections</h2>
        {sessions.length === 0 ? (
          <p className="quiet">
            None yet. On a site choose “Wallet on my phone”, elsewhere called WalletConnect, and bring its code here.
          </p>
        ) : (
          <ul className="rows">
            {sessions.map((session) => (
              <li key={session.topic}>
                <button type="button" className="row-button" onClick={() => onOpenSession(session.topic)}>
                  <SiteTile peer={session.peer.metadata} origins={settings.pictureOrigins} />
                  <span>
                    <strong>{session.peer.metadata.name || 'A connection'}</strong>
                    <span className="quiet">
                      {Object.keys(session.namespaces)
                        .map((key) => FAMILIES[familyOf(key)]?.name ?? key)
                        .join(', ')}
                      , until {formatDay(session.expiry)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card" aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        {Object.entries(FAMILIES).map(([namespace, { name }]) => {
          const chain = settings.chains.find(({ id }) => familyOf(id) === namespace)
          if (!chain) return null
          return (
            <div key={namespace} className="accounts">
              <h3>{name}</h3>
              <ol>
                {Array.from({ length: ACCOUNT_COUNT }, (_, index) => keys.getAddress(chain.id, index)).map(
                  (address) => (
                    <li key={address} className="code break">
                      {address}
                    </li>
                  ),
                )}
              </ol>
            </div>
          )
        })}
        <details>
          <summary>Where the keys come from</summary>
          <p>
            From a phrase that everybody knows, so anybody can spend what these accounts hold:{' '}
            <span className="code">{TEST_PHRASE}</span>
          </p>
        </details>
      </section>
    </>
  )
}

function describePending(pending: Pending): string {
  if (pending.kind === 'proposal') return `${pending.proposal.proposer.metadata.name || 'A site'} wants to connect`
  if (pending.kind === 'signIn') return `${pending.request.requester.metadata.name || 'A site'} asks you to sign in`
  return `${pending.session.peer.metadata.name || 'A site'}: ${pending.question.title}`
}

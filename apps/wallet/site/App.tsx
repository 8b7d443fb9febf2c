import { type ReactElement, useEffect, useState } from 'react'
import { Home } from './Home.tsx'
import { ProposalScreen } from './ProposalScreen.tsx'
import { RequestScreen } from './RequestScreen.tsx'
import { SessionScreen } from './SessionScreen.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { useWallet } from './useWallet.ts'
import type { Pending, Wallet } from './wallet.ts'

const RELAY_WORDS = {
  idle: 'Relay at rest',
  connected: 'Relay connected',
  trying: 'Looking for the relay…',
  refused: 'The relay refuses this wallet',
} as const

/** The whole wallet. What waits comes first, until its owner decides or puts it off. */
export function App({
  wallet,
  wantedRequest,
}: {
  readonly wallet: Wallet
  /** A request that a link into the wallet named. */
  readonly wantedRequest?: number | undefined
}): ReactElement {
  const { pending, sessions, word, relay } = useWallet(wallet)
  const [put, setPut] = useState<readonly number[]>([])
  const [topic, setTopic] = useState<string>()
  const waiting = pending.filter(({ id }) => !put.includes(id))
  const current = waiting.find(({ id }) => id === wantedRequest) ?? waiting[0]
  const session = sessions.find((known) => known.topic === topic)

  useEffect(() => {
    document.title = waiting.length > 0 ? `(${waiting.length}) Field Wallet` : 'Hollowpine Field Wallet'
  }, [waiting.length])

  return (
    <>
      <header className="bar">
        <img src="/pictures/mark.svg" alt="" width="28" height="28" />
        <span className="brand">Hollowpine Field Wallet</span>
        <span className="relay" data-state={relay}>
          {RELAY_WORDS[relay]}
        </span>
      </header>
      <aside className="banner" aria-label="About this wallet">
        A demo wallet. Its keys are public and its money is play money: never send it anything real.
      </aside>
      <main className="page">
        {current ? (
          <>
            <div className="queue">
              <span className="quiet">
                {waiting.length === 1 ? 'One thing waits for you' : `The first of ${waiting.length} that wait for you`}
              </span>
              <button type="button" className="link" onClick={() => setPut([...put, ...waiting.map(({ id }) => id)])}>
                Decide later
              </button>
            </div>
            <PendingScreen key={`${current.kind} ${current.id}`} wallet={wallet} pending={current} />
          </>
        ) : session ? (
          <SessionScreen key={session.topic} wallet={wallet} session={session} onBack={() => setTopic(undefined)} />
        ) : (
          <Home wallet={wallet} onOpenSession={setTopic} onOpenPending={() => setPut([])} />
        )}
      </main>
      <div role="status">
        {word.text !== '' && (
          <p className="word" data-problem={word.isProblem} key={word.number}>
            {word.text}
          </p>
        )}
      </div>
    </>
  )
}

function PendingScreen({ wallet, pending }: { readonly wallet: Wallet; readonly pending: Pending }): ReactElement {
  if (pending.kind === 'proposal') return <ProposalScreen wallet={wallet} proposal={pending.proposal} />
  if (pending.kind === 'signIn') return <SignInScreen wallet={wallet} request={pending.request} />
  return <RequestScreen wallet={wallet} pending={pending} />
}

import type { Proposal } from '@latchkey/walletconnect'
import { type ReactElement, useState } from 'react'
import { describeMethods, familyOf } from '../rules/families.ts'
import { type Choice, findObstacle, listOffers, type Offer } from '../rules/grants.ts'
import { ACCOUNT_COUNT } from '../rules/keys.ts'
import { readVerification } from '../rules/verification.ts'
import { Answers, Notice, Peer, ScreenTitle, Select, shorten } from './parts.tsx'
import { useWallet } from './useWallet.ts'
import type { Wallet } from './wallet.ts'

/** A site asks to be connected: who, to what, with which account. */
export function ProposalScreen({
  wallet,
  proposal,
}: {
  readonly wallet: Wallet
  readonly proposal: Proposal
}): ReactElement {
  const { working } = useWallet(wallet)
  const { settings } = wallet
  const offers = listOffers(proposal, settings.chains)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(
      offers.map(({ namespace, chains }) => [namespace, { isGranted: chains.length > 0, accountIndex: 0 }]),
    ),
  )
  const { metadata } = proposal.proposer
  const obstacle = findObstacle(proposal, offers)
  const isNothing = offers.every(({ namespace, chains }) => !choices[namespace]?.isGranted || chains.length === 0)
  const signIns = (proposal.requests?.authentication ?? []).map((request) =>
    wallet.readSignIn(request, choices.eip155?.accountIndex ?? 0),
  )
  const unreadable = signIns.find((shown) => 'problem' in shown)
  return (
    <>
      <ScreenTitle>Connect to {metadata.name || 'this site'}?</ScreenTitle>
      <Peer peer={metadata} origins={settings.pictureOrigins} verifyContext={proposal.verifyContext} />
      {obstacle !== undefined && <Notice kind="bad">{obstacle}</Notice>}
      {offers.map((offer) => (
        <OfferCard
          key={offer.namespace}
          offer={offer}
          wallet={wallet}
          choice={choices[offer.namespace] ?? { isGranted: false, accountIndex: 0 }}
          onChange={(choice) => setChoices({ ...choices, [offer.namespace]: choice })}
        />
      ))}
      {signIns.map((shown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sign-ins of a proposal neither move nor change
        <section className="card" key={index}>
          <h2>It also asks you to sign in</h2>
          {'text' in shown ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
            <pre tabIndex={0}>{shown.text}</pre>
          ) : (
            <Notice kind="bad">{shown.problem}</Notice>
          )}
        </section>
      ))}
      <Answers
        approve={signIns.length > 0 ? 'Sign in and connect' : 'Approve'}
        isDangerous={readVerification(proposal.verifyContext, metadata.url).kind === 'scam'}
        isBlocked={obstacle !== undefined || isNothing || unreadable !== undefined}
        isWorking={working.includes(proposal.id)}
        onApprove={() => void wallet.approveProposal(proposal.id, choices)}
        onReject={() => void wallet.rejectProposal(proposal.id)}
      />
    </>
  )
}

function OfferCard({
  wallet,
  offer,
  choice,
  onChange,
}: {
  readonly wallet: Wallet
  readonly offer: Offer
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
}): ReactElement {
  const { name, namespace, chains, methods, events, lacking, isRequired } = offer
  const [first] = chains
  const isPossible = first !== undefined
  return (
    <section className="card" aria-label={name}>
      <label className="check">
        <input
          type="checkbox"
          checked={choice.isGranted && isPossible}
          disabled={!isPossible || isRequired}
          onChange={(event) => onChange({ ...choice, isGranted: event.target.checked })}
        />
        <strong>{name}</strong>
        {isRequired && <span className="quiet">the site insists on it</span>}
      </label>
      {isPossible && (
        <Select
          label={`${name} account`}
          value={String(choice.accountIndex)}
          disabled={!choice.isGranted}
          options={Array.from({ length: ACCOUNT_COUNT }, (_, index) => ({
            value: String(index),
            text: `Account ${index + 1}, ${shorten(wallet.keys.getAddress(first.id, index) ?? '')}`,
          }))}
          onChange={(value) => onChange({ ...choice, accountIndex: Number(value) })}
        />
      )}
      {isPossible && (
        <>
          <p>
            On <strong>{chains.map((chain) => chain.name).join(', ')}</strong> it may:
          </p>
          <ul className="plain-list">
            {describeMethods(methods).map((words) => (
              <li key={words}>{words}</li>
            ))}
            {methods.length === 0 && <li>see your address</li>}
          </ul>
          <details>
            <summary>Methods and events</summary>
            <p className="code break">{[...methods, ...events].join(', ') || 'none'}</p>
          </details>
        </>
      )}
      {lacking.chains.length + lacking.methods.length > 0 && (
        <p className="quiet break">
          Not here: {[...lacking.chains.map((chain) => describeLack(chain, namespace)), ...lacking.methods].join(', ')}
        </p>
      )}
    </section>
  )
}

function describeLack(chain: string, namespace: string): string {
  return familyOf(chain) === namespace ? `network ${chain}` : chain
}

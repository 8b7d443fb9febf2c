import type { ReactElement } from 'react'
import { readVerification } from '../rules/verification.ts'
import { Answers, Facts, Notice, Peer, ScreenTitle, Tree } from './parts.tsx'
import { useWallet } from './useWallet.ts'
import type { Pending, Wallet } from './wallet.ts'

/** A connected site asks for a signature, a transaction or another network. */
export function RequestScreen({
  wallet,
  pending,
}: {
  readonly wallet: Wallet
  readonly pending: Extract<Pending, { kind: 'request' }>
}): ReactElement {
  const { working } = useWallet(wallet)
  const { question, request, session, chain } = pending
  const { metadata } = session.peer
  const { title, facts, text, tree, data = [], warnings, problem, action } = question
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <Peer peer={metadata} origins={wallet.settings.pictureOrigins} verifyContext={request.verifyContext} />
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {warnings.map((warning) => (
        <Notice key={warning} kind="warn">
          {warning}
        </Notice>
      ))}
      <section className="card" aria-label="What it asks for">
        <Facts facts={[...facts, { name: 'Network', value: chain.name }]} />
        {text !== undefined && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
          <div role="group" aria-label="Message">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it */}
            <pre tabIndex={0}>{text}</pre>
          </div>
        )}
        {tree && <Tree nodes={tree} />}
        {data.map(({ name, value }) => (
          <details key={name}>
            <summary>{name}</summary>
            <p className="code break">{value}</p>
          </details>
        ))}
        <details>
          <summary>The request as it came</summary>
          <p className="code break">
            {request.params.request.method} {formatParams(request.params.request.params)}
          </p>
        </details>
      </section>
      <Answers
        approve={action}
        isDangerous={readVerification(request.verifyContext, metadata.url).kind === 'scam'}
        isBlocked={problem !== undefined}
        isWorking={working.includes(request.id)}
        onApprove={() => void wallet.approveRequest(request.id)}
        onReject={() => void wallet.rejectRequest(request.id)}
      />
    </>
  )
}

function formatParams(params: unknown): string {
  return JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)) ?? ''
}

import type { AuthRequest } from '@latchkey/walletconnect'
import { type ReactElement, useState } from 'react'
import { ACCOUNT_COUNT } from '../rules/keys.ts'
import { listSignInChains } from '../rules/signIn.ts'
import { readVerification } from '../rules/verification.ts'
import { Answers, Facts, Notice, Peer, ScreenTitle, Select, shorten } from './parts.tsx'
import { useWallet } from './useWallet.ts'
import type { Wallet } from './wallet.ts'

/** A site asks for a signed text that says who signs in. */
export function SignInScreen({
  wallet,
  request,
}: {
  readonly wallet: Wallet
  readonly request: AuthRequest
}): ReactElement {
  const { working } = useWallet(wallet)
  const [accountIndex, setAccountIndex] = useState(0)
  const { metadata } = request.requester
  const chains = listSignInChains(request.authPayload, wallet.settings.chains)
  const shown = wallet.readSignIn(request.authPayload, accountIndex)
  const isElsewhere = URL.canParse(metadata.url) && new URL(metadata.url).host !== request.authPayload.domain
  return (
    <>
      <ScreenTitle>Sign in to {metadata.name || 'this site'}?</ScreenTitle>
      <Peer peer={metadata} origins={wallet.settings.pictureOrigins} verifyContext={request.verifyContext} />
      {isElsewhere && (
        <Notice kind="warn">
          The text signs you in at {request.authPayload.domain}, which is not the address that the site gives.
        </Notice>
      )}
      <section className="card">
        <Select
          label="Account"
          value={String(accountIndex)}
          options={Array.from({ length: ACCOUNT_COUNT }, (_, index) => ({
            value: String(index),
            text: `Account ${index + 1}, ${shorten(wallet.keys.getEvm(index).address)}`,
          }))}
          onChange={(value) => setAccountIndex(Number(value))}
        />
        <Facts facts={[{ name: 'Networks', value: chains.map(({ name }) => name).join(', ') || 'none' }]} />
        {'text' in shown ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
          <pre tabIndex={0}>{shown.text}</pre>
        ) : (
          <Notice kind="bad">{shown.problem}</Notice>
        )}
        {chains.length > 1 && <p className="quiet">It is signed once for each of the {chains.length} networks.</p>}
      </section>
      <Answers
        approve="Sign in"
        isDangerous={readVerification(request.verifyContext, metadata.url).kind === 'scam'}
        isBlocked={'problem' in shown}
        isWorking={working.includes(request.id)}
        onApprove={() => void wallet.approveSignIn(request.id, accountIndex)}
        onReject={() => void wallet.rejectSignIn(request.id)}
      />
    </>
  )
}

import { FAILURE_CODES } from '../../core/errors/failureCodes.ts'
import { userMessage } from '../../core/errors/userMessage.ts'
import { getAccount } from '../../core/kernel/connections/accounts.ts'
import { getActiveNetwork } from '../../core/kernel/networks/getActiveNetwork.ts'
import { requestsOf } from '../../core/kernel/requests/requests.ts'
import { linkTarget } from '../../core/values/openLinks.ts'
import { readPlatform } from '../../core/values/platform.ts'
import { askAgain } from '../../core/ways/walletConnect/askAgain.ts'
import { relayOf } from '../../core/ways/walletConnect/relay.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { AppLink } from '../parts/AppLink.tsx'
import { Button } from '../parts/Button.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { toOpening } from './toOpening.ts'
import { ViewNotice } from './ViewNotice.tsx'

/**
 * A request that waits in a wallet elsewhere, at once, and what holds it up: with the link that opens that wallet, never by
 * itself (F-23). A signature can be asked for again; after a send nothing asks again, and what has happened can be seen on the
 * network (F-17). While the relay is away that is the news.
 */
export function RequestNotice() {
  const instance = useInstance()
  const t = useText()
  const request = useLatchkeyState(requestsOf, (state) => state.open)
  const explorer = useLatchkeyState('networks', (networks) => getActiveNetwork(networks)?.blockExplorers?.default.url)
  const isCutOff = useLatchkeyState(relayOf, (state) => state.trouble !== undefined)
  if (request === undefined || isCutOff) return null
  const { browser, walletWindow } = instance.services
  const message = request.hint && userMessage(request.hint)
  const values = {
    wallet: request.walletName || t('pairing.someWallet'),
    network: '',
    other: '',
    family: '',
    coin: '',
    amount: '',
  }
  const address = getAccount(instance, request.namespace)?.address
  const isUnanswered = request.hint === 'REQUEST_UNANSWERED'
  const mayAskAgain = isUnanswered && request.kind === 'sign'
  const activity =
    isUnanswered && request.kind === 'send' && explorer !== undefined && address !== undefined
      ? `${explorer.replace(/\/+$/, '')}/address/${encodeURIComponent(address)}`
      : undefined
  return (
    <ViewNotice
      code={request.hint ?? 'waiting'}
      kind={!request.hint || FAILURE_CODES[request.hint] === 'hint' ? 'hint' : 'notice'}
      title={message ? toOpening(t, t(message.sentence, values), request.walletName) : t('connecting.waiting', values)}
      sentence={message?.more && t(message.more, values)}
    >
      {activity === undefined ? null : (
        <LinkButton href={activity} wide focusKey="request">
          {t('action.showActivity')}
        </LinkButton>
      )}
      {mayAskAgain ? (
        <Button kind="plain" wide focusKey="request" onPress={() => void askAgain(instance)}>
          {t('action.askAgain')}
        </Button>
      ) : null}
      {activity === undefined && !mayAskAgain && request.link !== undefined ? (
        <AppLink
          href={request.link}
          target={linkTarget('mobile', readPlatform(walletWindow), browser.isFramed())}
          focusKey="request"
        >
          {t('action.openNamed', values)}
        </AppLink>
      ) : null}
    </ViewNotice>
  )
}

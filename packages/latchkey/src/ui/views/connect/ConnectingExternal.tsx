import { useLayoutEffect, useState } from 'react'
import { type UserMessage, userMessage } from '../../../core/errors/userMessage.ts'
import { goBack } from '../../../core/kernel/shell/goBack.ts'
import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { resetView } from '../../../core/kernel/shell/resetView.ts'
import type { WalletListing } from '../../../core/kernel/shell/views.ts'
import { checkAttempt } from '../../../core/kernel/wallet/checkAttempt.ts'
import { getConnection } from '../../../core/kernel/wallet/connection.ts'
import { connectWallet } from '../../../core/kernel/wallet/connectWallet.ts'
import type { Instance } from '../../../core/latchkey.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { Details } from '../Details.tsx'
import { listDownloadLinks } from '../help/downloadLinks.ts'
import { LegalGate, useLegalBlock } from '../LegalGate.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { useViewData } from '../useViewData.ts'
import { findConnector } from './findConnector.ts'

/** Waits for a browser wallet to share an account, and says what holds it up. Source: views, A5; failures, F-01 to F-09. */
export function ConnectingExternal() {
  return (
    <LegalGate>
      <Waiting />
    </LegalGate>
  )
}

function Waiting() {
  const instance = useInstance()
  const t = useText()
  const { wallet, redirectView } = useViewData('ConnectingExternal')
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const wanted = namespace ?? active
  const connector = useLatchkeyState('connectors', (state) => findConnector(state, wallet, wanted))
  // A wallet that is not in this browser may still announce itself: by its rdns, which is then its connector's id (F-07).
  const connectorId = connector?.id ?? wallet.rdns
  const connectorNamespace = connector?.namespace ?? wanted
  const network = useNetworkName()
  const attempt = useLatchkeyState('connection', ({ attempt: current }) =>
    current?.kind === 'connect' && current.connectorId === connectorId ? current : undefined,
  )
  const isConnected = useLatchkeyState(
    'connection',
    (state) => connector !== undefined && getConnection(state, connector.namespace)?.connector.id === connector.id,
  )
  const isBlocked = useLegalBlock()
  const [hasLookedElsewhere, setHasLookedElsewhere] = useState(false)

  const connect = (): void => {
    if (connectorId === undefined || instance.adapters[connectorNamespace] === undefined) return
    // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
    connectWallet(instance, { namespace: connectorNamespace, connectorId, redirectView }).catch(() => {})
  }
  const isSeen = connector !== undefined
  // Starts by itself, and again when a wallet turns up that was not there. Choosing a wallet anew asks it anew, but what
  // it is still asking is not asked twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each wallet, not at each drawing
  useLayoutEffect(() => {
    const running = instance.stores.connection.get().attempt
    const isAsking = running?.connectorId === connectorId && running?.phase === 'waiting'
    if (!isBlocked && !isAsking) connect()
  }, [connectorNamespace, connectorId, isSeen, isBlocked])

  const values = { wallet: wallet.name, network, other: network }
  const picture = <Picture src={wallet.imageUrl ?? connector?.imageUrl} name={wallet.name} size="large" />
  const wayOut = { label: t('action.otherWays'), onPress: () => leave(instance) }

  if (connector === undefined) {
    const links = listDownloadLinks(wallet.links, instance.services.browser)
    const message = userMessage('WALLET_NOT_SEEN')
    return (
      <AttemptScreen
        picture={picture}
        phase="hint"
        badge="search"
        code={message.code}
        title={t(message.sentence, values)}
        sentence={message.more && t(message.more)}
        button={
          hasLookedElsewhere || links.length === 0
            ? { label: t('action.reload'), onPress: () => instance.services.browser.reload() }
            : {
                label: t('action.getNamed', values),
                onPress: () => {
                  setHasLookedElsewhere(true)
                  getWallet(instance, wallet)
                },
              }
        }
        wayOut={wayOut}
      />
    )
  }

  const message =
    attempt?.phase === 'failed'
      ? userMessage(attempt.error)
      : attempt?.hint === undefined
        ? undefined
        : userMessage(attempt.hint)
  if (message === undefined) {
    return (
      <AttemptScreen
        picture={picture}
        phase={attempt === undefined && isConnected ? 'done' : 'waiting'}
        title={attempt === undefined && isConnected ? t('connecting.done') : t('connecting.waiting', values)}
        sentence={t('connecting.waiting.more')}
        below={instance.services.browser.isMobile() ? undefined : <NoWindow wallet={wallet.name} />}
        wayOut={wayOut}
      />
    )
  }
  const press = toPress(instance, message, connect)
  const isUnnamed = message.code === 'UNKNOWN_FAILURE' && attempt?.phase === 'failed'
  return (
    <AttemptScreen
      picture={picture}
      phase={attempt?.phase === 'failed' ? 'failed' : 'hint'}
      badge={message.code === 'WALLET_LOCKED' ? 'lock' : attempt?.phase === 'failed' ? 'close' : 'warn'}
      code={message.code}
      title={isUnnamed ? t('connecting.failed', values) : t(message.sentence, values)}
      sentence={isUnnamed ? t(message.sentence, values) : message.more && t(message.more)}
      below={isUnnamed ? <Details error={attempt.error} /> : undefined}
      button={{ label: t(message.button, values), onPress: press }}
      wayOut={message.remedy === 'ways' ? undefined : wayOut}
    />
  )
}

/** Where the wallet may be hiding. Comes by its style after a while (failures, rule 8); phones have no toolbar to look at. */
function NoWindow({ wallet }: { readonly wallet: string }) {
  const t = useText()
  return (
    <div className="late">
      <Notice kind="info" icon="puzzle">
        <strong>{t('connecting.noWindow')}</strong> {t('connecting.noWindow.more', { wallet })}
      </Notice>
    </div>
  )
}

function toPress(instance: Instance, message: UserMessage, connect: () => void): () => void {
  if (message.remedy === 'check') return () => void checkAttempt(instance)
  if (message.remedy === 'reload') return () => instance.services.browser.reload()
  return message.remedy === 'ways' ? () => leave(instance) : connect
}

/** To the other wallets: back where there is a way back, else to the list. */
function leave(instance: Instance): void {
  if (instance.stores.router.get().history.length > 1) goBack(instance)
  else resetView(instance, { view: 'Connect' })
}

/** One link opens at once, several are a choice. */
function getWallet(instance: Instance, wallet: WalletListing): void {
  const [link, ...others] = listDownloadLinks(wallet.links, instance.services.browser)
  if (link === undefined || others.length > 0) {
    pushView(instance, { view: 'Downloads', data: { wallet } }, 'remedy')
    return
  }
  instance.track('GET_WALLET', { name: wallet.name, explorerId: wallet.explorerId, type: link.type })
  instance.services.browser.openTab(link.href)
}

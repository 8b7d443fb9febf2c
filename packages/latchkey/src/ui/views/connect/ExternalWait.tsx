import { useLayoutEffect, useState } from 'react'
import type { FailureContext } from '../../../core/errors/failure.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { reloadAt } from '../../../core/flow/reloadAt.ts'
import { checkAttempt } from '../../../core/kernel/attempt/checkAttempt.ts'
import { connectNamespaces, type NamespaceWay } from '../../../core/kernel/attempt/connectNamespaces.ts'
import { connectWallet } from '../../../core/kernel/attempt/connectWallet.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { NAMESPACES, type Namespace } from '../../../core/types/network.ts'
import type { ViewData } from '../../../core/types/views.ts'
import { getConnectorImage } from '../../../core/values/getConnectorImage.ts'
import { listWays } from '../../../core/values/listWays.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { LOCK, PUZZLE } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { Details } from '../Details.tsx'
import { listDownloadLinks } from '../help/downloadLinks.ts'
import { useLegalBlock } from '../legal/LegalGate.tsx'
import { toPlaceLink } from '../toPlaceLink.ts'
import { useNetworkName } from '../useNetworkName.ts'
import connecting from './connecting.css?inline'
import { findConnector } from './findConnector.ts'
import { getWallet } from './getWallet.ts'
import { leave } from './leave.ts'
import { ToolbarPicture } from './ToolbarPicture.tsx'
import { useLateLinks } from './useLateLinks.ts'

/** Waits for a browser wallet to share an account, and says what holds it up. Source: F-01 to F-09. */
export function ExternalWait({ wallet: chosen, redirectView, isAll }: ViewData['ConnectingExternal']) {
  const instance = useInstance()
  const wallet = useLateLinks(chosen)
  const t = useText()
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const wanted = namespace ?? active
  const connector = useLatchkeyState('connectors', (state) => findConnector(state, wallet, wanted))
  // A wallet that is not in this browser may still announce itself: as what it was when it was last here (F-54), else by its rdns,
  // which is then its connector's id (F-07).
  const [known] = wallet.connectors
  const connectorId = connector?.id ?? known?.connectorId ?? wallet.rdns
  const connectorNamespace = connector?.namespace ?? NAMESPACES.find((name) => name === known?.namespace) ?? wanted
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

  const connect = (picksAccount?: boolean): void => {
    if (connectorId === undefined || instance.adapters[connectorNamespace] === undefined) return
    // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
    const first = { namespace: connectorNamespace, connectorId }
    const asked = isAll
      ? connectNamespaces(instance, {
          ways: [first, ...listOtherWays(wallet, connectorNamespace)],
          wallet,
          redirectView,
        })
      : connectWallet(instance, { ...first, redirectView, picksAccount })
    // What goes wrong is in the attempt, which this view shows.
    asked.catch(() => {})
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

  const facts = (attempt?.error?.facts ?? {}) as Partial<FailureContext>
  const values = {
    wallet: wallet.name,
    network,
    other: facts.walletNetworkName ?? t('networks.another'),
    family: '',
    coin: '',
    amount: '',
  }
  const picture = (
    <Picture src={wallet.imageUrl ?? getConnectorImage(instance.options, connector)} name={wallet.name} size="large" />
  )
  const wayOut = { label: t('action.otherWays'), onPress: () => leave(instance) }

  const message =
    attempt?.phase === 'failed'
      ? userMessage(attempt.error)
      : attempt?.hint === undefined
        ? undefined
        : userMessage(attempt.hint)
  const placeLink = message && toPlaceLink(instance, message.remedy)

  if (connector === undefined && placeLink === undefined) {
    const links = listDownloadLinks(wallet.links, instance.services)
    const unseen = userMessage('WALLET_NOT_SEEN')
    return (
      <AttemptScreen
        picture={picture}
        phase="hint"
        badge="search"
        code={unseen.code}
        title={t(unseen.sentence, values)}
        sentence={unseen.more && t(unseen.more, values)}
        button={
          hasLookedElsewhere || links.length === 0
            ? { label: t('action.reload'), onPress: () => instance.services.browser.reload() }
            : {
                label: t('action.getNamed', values),
                onPress: () => {
                  setHasLookedElsewhere(true)
                  getWallet(instance, wallet, 'remedy')
                },
              }
        }
        wayOut={wayOut}
      />
    )
  }

  if (attempt === undefined && isConnected) {
    return <AttemptScreen picture={picture} phase="done" title={t('connecting.done')} sentence={wallet.name} />
  }
  if (message === undefined) {
    return (
      <AttemptScreen
        picture={picture}
        phase="waiting"
        title={t('connecting.waiting', values)}
        sentence={t('connecting.waiting.more')}
        below={instance.services.browser.isMobile() ? undefined : <NoWindow wallet={wallet.name} />}
        wayOut={wayOut}
      />
    )
  }
  // The same wallet by its code, not by the extension that fails (F-05); where it has none, the list is the honest button.
  const onPhone = { ...wallet, connectors: [], rdns: undefined, isInstalled: false }
  const canUsePhone =
    message.remedy === 'phone' &&
    instance.services.walletConnect !== null &&
    listWays(onPhone, { isMobile: instance.services.browser.isMobile() }).length > 0
  const button =
    message.remedy === 'phone' && !canUsePhone
      ? 'action.otherWays'
      : facts.canSwitch === false
        ? 'action.checkAgain'
        : message.button
  const press = (): void => {
    if (message.remedy === 'check') void checkAttempt(instance)
    else if (message.remedy === 'reload') reloadAt(instance, wallet, connectorNamespace)
    else if (canUsePhone) {
      pushView(instance, { view: 'ConnectingWalletConnect', data: { wallet: onPhone, redirectView } }, 'remedy')
    } else if (message.remedy === 'ways' || message.remedy === 'phone') leave(instance)
    else connect(message.code === 'ACCOUNT_NOT_SHARED')
  }
  const isInToolbar =
    (message.code === 'WALLET_LOCKED' || message.code === 'PROMPT_PENDING') &&
    connector !== undefined &&
    connector.type !== 'EXTERNAL' &&
    !instance.services.browser.isMobile()
  const isUnnamed = message.code === 'UNKNOWN_FAILURE' && attempt?.phase === 'failed'
  return (
    <AttemptScreen
      picture={picture}
      phase={attempt?.phase === 'failed' ? 'failed' : 'hint'}
      badge={message.code === 'WALLET_LOCKED' ? LOCK : attempt?.phase === 'failed' ? 'close' : 'warn'}
      code={message.code}
      title={isUnnamed ? t('connecting.failed', values) : t(message.sentence, values)}
      sentence={message.more ? t(message.more, values) : isUnnamed ? t(message.sentence, values) : undefined}
      below={
        isUnnamed ? (
          <Details error={attempt.error} />
        ) : isInToolbar ? (
          <ToolbarPicture>
            <Picture
              src={getConnectorImage(instance.options, connector) ?? wallet.imageUrl}
              name={wallet.name}
              size="small"
            />
          </ToolbarPicture>
        ) : undefined
      }
      button={{ label: t(button, values), onPress: placeLink ? () => {} : press, link: placeLink }}
      wayOut={
        button === 'action.otherWays'
          ? undefined
          : isUnnamed && message.remedy === 'reload'
            ? { label: t('action.tryAgain'), onPress: () => connect() }
            : wayOut
      }
    />
  )
}

/** The wallet's ways in the namespaces beside the first one. */
function listOtherWays(wallet: WalletListing, first: Namespace): readonly NamespaceWay[] {
  return NAMESPACES.flatMap((namespace) => {
    const way = wallet.connectors.find((one) => one.namespace === namespace)
    return way === undefined || namespace === first ? [] : [{ namespace, connectorId: way.connectorId }]
  })
}

/** Where the wallet may be hiding. Comes by its style after a while (docs/failures.md, rule 8); phones have no toolbar to look at. */
function NoWindow({ wallet }: { readonly wallet: string }) {
  useStyles(connecting)
  const t = useText()
  return (
    <div className="late">
      <Notice kind="info" icon={PUZZLE}>
        <strong>{t('connecting.noWindow')}</strong> <span>{t('connecting.noWindow.more', { wallet })}</span>
      </Notice>
    </div>
  )
}

import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { isListingOf } from '../../../core/features/directory/findListing.ts'
import { isReachable } from '../../../core/features/directory/isReachable.ts'
import { listWallets } from '../../../core/features/directory/listWallets.ts'
import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { RECOMMENDED_WALLETS } from '../../../core/features/directory/state.ts'
import { tellLookalike } from '../../../core/features/directory/tellLookalike.ts'
import { offersAllWallets } from '../../../core/flow/offersAllWallets.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance, useLatchkeyState, usePreload, useText } from '../../hooks.ts'
import { afterFrame } from '../../parts/afterFrame.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { pick } from '../../pick.ts'
import { late } from '../../shell/late.tsx'
import { AllWalletsRow } from './AllWalletsRow.tsx'
import { ANY_WALLET_KEY, AnyWalletRow } from './AnyWalletRow.tsx'
import { prepareWay, readFocusKey } from './prepareWay.ts'
import { useImpressions } from './useImpressions.ts'
import { useStandingDirectory } from './useStandingDirectory.ts'
import { WalletRow } from './WalletRow.tsx'

/** Below everything, so that what comes late moves nothing. */
const LateDirectoryDown = late(
  () => import('./DirectoryDown.tsx').then(pick('DirectoryDown')),
  <span hidden data-loading="" />,
)

/**
 * The wallets to choose from. What is in the browser and what is known of the directory stand in the first frame; what its answer adds
 * comes in below.
 */
export function WalletChoices() {
  const instance = useInstance()
  const t = useText()
  const preload = usePreload()
  const connectors = useLatchkeyState('connectors', (state) => state)
  const { directory, isLoading, isDown, watched } = useStandingDirectory()
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  // A frame later: what is known stands in this one.
  useEffect(() => afterFrame(() => void loadDirectory(instance)), [instance])
  const canPair = instance.services.walletConnect !== null
  const hasAdapters = Object.keys(instance.adapters).length > 0
  const isMobile = instance.services.browser.isMobile()
  const root = useRef<HTMLDivElement>(null)
  // What the store has, and not what is made of it: a list that is as it was is not drawn again by the press that shows it.
  const byNamespace = useLatchkeyState('connection', (state) => state.byNamespace)
  const connected = Object.values(byNamespace).flatMap(({ connection, beside = [] }) =>
    [connection, ...beside].flatMap((one) => (one ? [one.connector.id, one.connector.explorerId] : [])),
  )
  const groups = useMemo(
    () =>
      listWallets({ connectors, directory, options: instance.options, namespace }).map(({ group, wallets }) => ({
        group,
        wallets: wallets.filter((wallet) => isReachable(instance, wallet)),
      })),
    [connectors, directory, instance, namespace],
  )
  const wallets = groups.flatMap((group) => group.wallets)
  useImpressions(root, 'Connect', wallets)

  const prepare = (event: PointerEvent): void => {
    const key = readFocusKey(event.target)
    const wallet = wallets.find((each) => key === `wallet:${each.key}`)
    if (wallet !== undefined || key === ANY_WALLET_KEY) prepareWay(instance, { wallet, preload })
  }
  const ghosts = isLoading ? RECOMMENDED_WALLETS - directory.recommended.length : 0
  const lookalike = wallets.find((wallet) => wallet.isLookalike)
  useEffect(() => {
    if (lookalike) tellLookalike(instance, lookalike)
  }, [instance, lookalike])
  const hasInstalled = wallets.some((wallet) => wallet.isInstalled)
  const getWallet = (
    <Button
      kind="plain"
      wide
      focusKey="getWallet"
      onPress={() => pushView(instance, { view: 'GetWallet' }, 'getWallet')}
    >
      {t('action.getWallet')}
    </Button>
  )
  const hasAll = offersAllWallets(instance) && (isLoading || directory.count > 0)
  const { walletGroupOrder } = instance.options.features
  // On a phone any other wallet is found in the whole list, where that is offered; two rows to one place are one too many.
  const hasAny = canPair && !(isMobile && hasAll) && walletGroupOrder.includes('walletConnect')
  if (wallets.length === 0 && !isLoading && !hasAny && !hasAll) {
    return (
      <>
        <Empty picture={WALLET_DRAWING} text={t('connect.none')} />
        {isDown ? <LateDirectoryDown /> : getWallet}
      </>
    )
  }
  return (
    <div ref={root} className="choices" aria-busy={isLoading} onPointerOver={prepare} {...watched}>
      {lookalike === undefined ? null : (
        <div data-failure="WALLET_LOOKALIKE" role="status">
          <Notice kind="warn">
            <strong>{t('failure.WALLET_LOOKALIKE', { wallet: lookalike.name })}</strong>{' '}
            <span>{t('failure.WALLET_LOOKALIKE.more')}</span>
          </Notice>
        </div>
      )}
      {hasInstalled || !hasAdapters || (isMobile && canPair) ? null : (
        <Notice kind="info">{canPair ? t('connect.noneScan') : t('connect.none')}</Notice>
      )}
      {wallets.length === 0 && !hasAny ? null : (
        <List label={t('connect.wallets')}>
          {walletGroupOrder.flatMap((group) =>
            group === 'walletConnect'
              ? hasAny
                ? [<AnyWalletRow key={group} />]
                : []
              : (groups.find((listed) => listed.group === group)?.wallets ?? []).map((wallet) => (
                  <WalletRow
                    key={wallet.key}
                    wallet={wallet}
                    index={wallets.indexOf(wallet)}
                    isConnected={connected.some((id) => id !== undefined && isListingOf(wallet, id))}
                    isNamesake={wallets.some((other) => other !== wallet && other.name === wallet.name)}
                  />
                )),
          )}
        </List>
      )}
      {isLoading ? <HiddenText>{t('shell.loading')}</HiddenText> : null}
      {ghosts > 0 ? (
        <div className="ghosts">
          {Array.from({ length: ghosts }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
            <Skeleton key={index} kind="row" />
          ))}
        </div>
      ) : null}
      {hasAll ? <AllWalletsRow /> : null}
      {isDown ? <LateDirectoryDown /> : null}
    </div>
  )
}

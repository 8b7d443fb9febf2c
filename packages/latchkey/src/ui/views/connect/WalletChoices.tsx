import { useEffect, useMemo } from 'react'
import { listWallets } from '../../../core/features/directory/listWallets.ts'
import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { RECOMMENDED_WALLETS } from '../../../core/features/directory/state.ts'
import { pushView } from '../../../core/kernel/shell/pushView.ts'
import type { WalletListing } from '../../../core/kernel/shell/views.ts'
import { listWays } from '../../../core/listWays.ts'
import { useInstance, useLatchkeyState, usePreload, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { AnyWalletRow } from './AnyWalletRow.tsx'
import { WalletRow } from './WalletRow.tsx'

/** The wallets to choose from. What is in the browser is there at once; the directory's wallets come in below. Source: views, A2a. */
export function WalletChoices() {
  const instance = useInstance()
  const t = useText()
  const preload = usePreload()
  const connectors = useLatchkeyState('connectors', (state) => state)
  const directory = useLatchkeyState('directory', (state) => state)
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  useEffect(() => {
    void loadDirectory(instance)
  }, [instance])
  const canPair = instance.services.walletConnect !== null
  const hasAdapters = Object.keys(instance.adapters).length > 0
  const isMobile = instance.services.browser.isMobile()
  const wallets = useMemo(() => {
    // Extensions reach nothing without an adapter, and are not to be had on phones. Source: product, section 5; views, A4.
    const needsLink = !hasAdapters || (isMobile && canPair)
    const isReachable = (wallet: WalletListing): boolean =>
      !needsLink || (hasAdapters && wallet.isInstalled) || hasWay(wallet, isMobile)
    return listWallets({ connectors, directory, options: instance.options, namespace })
      .flatMap((group) => group.wallets)
      .filter(isReachable)
  }, [canPair, connectors, directory, hasAdapters, instance, isMobile, namespace])

  // What leads into a wallet is loaded ahead: a press is answered at once, and installed wallets work offline (F-58).
  const prepare = (): void => {
    preload('ConnectingExternal')
    if (canPair) preload('ConnectingWalletConnect')
    for (const adapter of Object.values(instance.adapters)) adapter.prepare?.()
  }
  const isLoading = directory.status === 'idle' || directory.status === 'loading'
  const lookalike = wallets.find((wallet) => wallet.isLookalike)
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
  // First where a code is what most people come for; last on a phone, whose own wallets open by their links.
  const anyWallet = canPair ? [<AnyWalletRow key="walletConnect" />] : []
  if (wallets.length === 0 && !isLoading && !canPair) {
    return (
      <>
        <Empty picture="wallet" text={t('connect.none')} />
        {directory.status === 'failed' ? <DirectoryDown /> : getWallet}
      </>
    )
  }
  return (
    <div className="choices" aria-busy={isLoading} onPointerOver={prepare}>
      {lookalike === undefined ? null : (
        <Notice kind="warn">
          <strong>{t('failure.WALLET_LOOKALIKE', { wallet: lookalike.name })}</strong>{' '}
          {t('failure.WALLET_LOOKALIKE.more')}
        </Notice>
      )}
      {hasInstalled || isLoading || !hasAdapters || (isMobile && canPair) ? null : (
        <Notice kind="info">{canPair ? t('connect.noneScan') : t('connect.none')}</Notice>
      )}
      {wallets.length === 0 && !canPair ? null : (
        <List label={t('connect.wallets')}>
          {[
            ...(isMobile ? [] : anyWallet),
            ...wallets.map((wallet, index) => <WalletRow key={wallet.key} wallet={wallet} index={index} />),
            ...(isMobile ? anyWallet : []),
          ]}
        </List>
      )}
      {isLoading ? (
        <div className="ghosts">
          <HiddenText>{t('shell.loading')}</HiddenText>
          {Array.from({ length: RECOMMENDED_WALLETS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
            <Skeleton key={index} kind="row" />
          ))}
        </div>
      ) : null}
      {directory.status === 'failed' ? <DirectoryDown /> : null}
    </div>
  )
}

/** A quiet line where the directory's other wallets would be. Source: views, A1; failures, F-59. */
function DirectoryDown() {
  const instance = useInstance()
  const t = useText()
  return (
    <div className="failed-line" role="status" data-failure="DIRECTORY_DOWN">
      <p>{t('failure.DIRECTORY_DOWN')}</p>
      <Button kind="plain" small focusKey="loadAll" onPress={() => void loadDirectory(instance)}>
        {t('action.loadAll')}
      </Button>
    </div>
  )
}

/** Whether a wallet that is not in this browser can be reached all the same. */
function hasWay(wallet: WalletListing, isMobile: boolean): boolean {
  return listWays({ ...wallet, isInstalled: false }, { isMobile }).length > 0
}

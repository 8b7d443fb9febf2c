import { useEffect, useMemo } from 'react'
import { listWallets } from '../../../core/features/directory/listWallets.ts'
import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { RECOMMENDED_WALLETS } from '../../../core/features/directory/state.ts'
import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { useInstance, useLatchkeyState, usePreload, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { LegalGate } from '../LegalGate.tsx'
import { WalletRow } from './WalletRow.tsx'

/** Chooses a wallet. What is in the browser is there at once; the directory's wallets come in below. Source: views, A1 and A2a. */
export function Connect() {
  const { options, adapters } = useInstance()
  const t = useText()
  const hasWallets = options.features.connectMethodsOrder.includes('wallet') && Object.keys(adapters).length > 0
  return <LegalGate>{hasWallets ? <Wallets /> : <Empty picture="wallet" text={t('connect.noMethod')} />}</LegalGate>
}

function Wallets() {
  const instance = useInstance()
  const t = useText()
  const preload = usePreload()
  const connectors = useLatchkeyState('connectors', (state) => state)
  const directory = useLatchkeyState('directory', (state) => state)
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  useEffect(() => {
    void loadDirectory(instance)
  }, [instance])
  const wallets = useMemo(
    () =>
      listWallets({ connectors, directory, options: instance.options, namespace }).flatMap((group) => group.wallets),
    [connectors, directory, instance, namespace],
  )

  // What leads into a wallet is loaded ahead: a press is answered at once, and installed wallets work offline (F-58).
  const prepare = (): void => {
    preload('ConnectingExternal')
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
  if (wallets.length === 0 && !isLoading) {
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
      {hasInstalled || isLoading ? null : <Notice kind="info">{t('connect.none')}</Notice>}
      {wallets.length === 0 ? null : (
        <List label={t('connect.wallets')}>
          {wallets.map((wallet, index) => (
            <WalletRow key={wallet.key} wallet={wallet} index={index} />
          ))}
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

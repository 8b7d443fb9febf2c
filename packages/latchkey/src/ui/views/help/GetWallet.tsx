import { useEffect } from 'react'
import { isReachable } from '../../../core/features/directory/isReachable.ts'
import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { directoryOf } from '../../../core/features/directory/state.ts'
import { toCustomListing } from '../../../core/features/directory/toListing.ts'
import { offersAllWallets } from '../../../core/flow/offersAllWallets.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { helpWords } from '../../text/rooms/helpWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { getWallet } from '../connect/getWallet.ts'
import { listDownloadLinks } from './downloadLinks.ts'

/** Wallets offered to a newcomer: few, because nobody new can choose among many. */
const OFFERED_WALLETS = 4

/** Sends a newcomer to a wallet that can be installed. */
export function GetWallet() {
  const instance = useInstance()
  const t = useRoomText(helpWords)
  const directory = useLatchkeyState(directoryOf, (state) => state)
  useEffect(() => {
    void loadDirectory(instance)
  }, [instance])

  const custom = instance.options.customWallets.map(toCustomListing)
  const wallets = [...directory.featured, ...custom, ...directory.recommended]
    .filter((wallet, index, all) => all.findIndex((other) => other.key === wallet.key) === index)
    // What cannot be had on this device helps nobody here.
    .filter((wallet) => listDownloadLinks(wallet.links, instance.services).length > 0 && isReachable(instance, wallet))
    .slice(0, OFFERED_WALLETS)
  const isLoading = directory.status === 'idle' || directory.status === 'loading'
  if (wallets.length === 0 && !isLoading) return <Empty picture={WALLET_DRAWING} text={t('get.none')} />
  if (wallets.length === 0) {
    return (
      <div className="choices" aria-busy="true">
        <HiddenText>{t('shell.loading')}</HiddenText>
        {Array.from({ length: OFFERED_WALLETS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
          <Skeleton key={index} kind="row" />
        ))}
      </div>
    )
  }
  return (
    <div className="choices">
      <List label={t('get.list')}>
        {wallets.map((wallet) => (
          <OfferedWallet key={wallet.key} wallet={wallet} />
        ))}
      </List>
      {offersAllWallets(instance) && directory.count > OFFERED_WALLETS ? (
        <Button
          kind="plain"
          wide
          icon="search"
          focusKey="explore"
          onPress={() => {
            instance.track('CLICK_ALL_WALLETS', {})
            pushView(instance, { view: 'AllWallets', data: {} }, 'explore')
          }}
        >
          {t('get.all')}
        </Button>
      ) : null}
    </div>
  )
}

function OfferedWallet({ wallet }: { readonly wallet: WalletListing }) {
  const instance = useInstance()
  const focusKey = `wallet:${wallet.key}`
  return (
    <Row
      picture={<Picture src={wallet.imageUrl} name={wallet.name} />}
      title={<bdi>{wallet.name}</bdi>}
      end={<Icon name="chevron" small turns />}
      focusKey={focusKey}
      onPress={() => getWallet(instance, wallet, focusKey)}
    />
  )
}

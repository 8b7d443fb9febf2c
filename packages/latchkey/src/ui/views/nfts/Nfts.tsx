import { useEffect, useState } from 'react'
import { loadNfts } from '../../../core/features/nfts/loadNfts.ts'
import { toWholeness } from '../../../core/features/nfts/rules.ts'
import { nftsOf } from '../../../core/features/nfts/state.ts'
import { watchNfts } from '../../../core/features/nfts/watchNfts.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { useStyles } from '../../parts/useStyles.ts'
import { nftWords } from '../../text/rooms/nftWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { formatAgo } from '../account/formatAgo.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useGrowth } from '../useGrowth.ts'
import { NftGhosts, NftGrid } from './NftGrid.tsx'
import styles from './nfts.css?inline'

/** The NFTs that the account holds on this network, newest first. */
export function Nfts() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(nftWords)
  const announce = useAnnounce()
  const account = useActiveAccount()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(nftsOf, (nfts) => nfts)
  const [showsHidden, setShowsHidden] = useState(false)
  useEffect(() => watchNfts(instance), [instance])

  const isKnown = state.owner === `${networkId}:${account?.address}`
  const all = isKnown ? state.items : undefined
  const count = useGrowth(all?.length)
  useEffect(() => {
    if (count > 0) announce(t('nfts.loaded', { count }), 'polite')
  }, [announce, count, t])

  const hidden = all?.filter(({ isSpam }) => isSpam).length ?? 0
  const items = showsHidden ? all : all?.filter(({ isSpam }) => !isSpam)
  const wholeness = toWholeness(state)
  const hasFailed = isKnown && (state.status === 'failed' || wholeness === 'unavailable')
  const refresh = (): void => void loadNfts(instance, 'anew')
  const more = (): void => void loadNfts(instance, 'more')

  return (
    <div className="nfts" aria-busy={all === undefined && !hasFailed}>
      {hasFailed ? (
        <div className="failed-line" role="status" data-failure="DATA_UNAVAILABLE">
          <p>
            <span>{t('nfts.unavailable')}</span>
            {all === undefined || state.updatedAt === undefined ? null : (
              <small>
                {` ${t('tokens.stale', { ago: formatAgo(instance.services.clock.now() - state.updatedAt, t) })}`}
              </small>
            )}
          </p>
          <Button kind="plain" small icon={REFRESH} focusKey="retry" onPress={refresh}>
            {t('connect.retry')}
          </Button>
        </div>
      ) : isKnown && wholeness === 'partial' ? (
        <p className="nfts-note">{t('nfts.partial')}</p>
      ) : null}
      {items === undefined ? (
        hasFailed ? null : (
          <>
            <HiddenText>{t('nfts.loading')}</HiddenText>
            <NftGhosts />
          </>
        )
      ) : items.length > 0 ? (
        <div data-stale={hasFailed || undefined}>
          <NftGrid items={items} onEnd={more} />
        </div>
      ) : hasFailed || wholeness === 'partial' || state.next !== undefined || hidden > 0 ? null : (
        <Empty picture={TOKENS_DRAWING} text={t('nfts.empty')} />
      )}
      {hidden === 0 ? null : (
        <div className="failed-line">
          <p>{t('nfts.hidden', { count: hidden })}</p>
          <Button kind="quiet" small focusKey="hidden" onPress={() => setShowsHidden(!showsHidden)}>
            {t(showsHidden ? 'activity.hideAgain' : 'activity.showHidden')}
          </Button>
        </div>
      )}
      {isKnown && state.more === 'failed' ? (
        <p className="nfts-note" role="status">
          {t('nfts.moreFailed')}
        </p>
      ) : null}
      {isKnown && state.next !== undefined && items !== undefined ? (
        <Button kind="plain" wide busy={state.more === 'loading'} focusKey="more" onPress={more}>
          {t('find.loadMore')}
        </Button>
      ) : items === undefined || hasFailed ? null : (
        <Button kind="quiet" wide icon={REFRESH} busy={state.status === 'loading'} focusKey="refresh" onPress={refresh}>
          {t('activity.refresh')}
        </Button>
      )}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { toSentEntries } from '../../../core/features/activity/listSent.ts'
import { loadActivity } from '../../../core/features/activity/loadActivity.ts'
import { fitsFilter, isHidden, toWholeness, withSent } from '../../../core/features/activity/rules.ts'
import { activityFilterOf, activityOf } from '../../../core/features/activity/state.ts'
import { watchActivity } from '../../../core/features/activity/watchActivity.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { sentOf } from '../../../core/kernel/requests/sent.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AddFunds } from '../AddFunds.tsx'
import { formatAgo } from '../account/formatAgo.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { formatMoment } from '../formatTime.ts'
import { useGrowth } from '../useGrowth.ts'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityList } from './ActivityList.tsx'
import styles from './activity.css?inline'
import { ExportButton } from './ExportButton.tsx'

/** Rows drawn while entries are on their way. */
const GHOSTS = 7

/** What the account did on this network, newest first, by month. */
export function Activity() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(activityWords)
  const announce = useAnnounce()
  const account = useActiveAccount()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(activityOf, (activity) => activity)
  const sent = useLatchkeyState(sentOf, ({ list }) => list)
  const filter = useLatchkeyState(activityFilterOf, (chosen) => chosen)
  const [showsHidden, setShowsHidden] = useState(false)
  useEffect(() => watchActivity(instance), [instance])

  const owner = `${networkId}:${account?.address}`
  const isKnown = state.owner === owner
  const read = isKnown ? state.items : undefined
  const count = useGrowth(read?.length)
  useEffect(() => {
    if (count > 0) announce(t('activity.loaded', { count }), 'polite')
  }, [announce, count, t])

  const pending = toSentEntries(sent, owner)
  const all = read === undefined && pending.length === 0 ? undefined : withSent(read ?? [], pending)
  const hidden = all?.filter(isHidden).length ?? 0
  const shown = showsHidden ? all : all?.filter((item) => !isHidden(item))
  const isFiltered = filter.direction !== undefined || filter.sort !== undefined
  const items = isFiltered ? shown?.filter((item) => fitsFilter(item, filter)) : shown
  const hasFailed = isKnown && (state.status === 'failed' || toWholeness(state) === 'unavailable')
  const refresh = (): void => void loadActivity(instance)
  const more = (): void => void loadActivity(instance, { more: true })

  return (
    <div className="activity" aria-busy={all === undefined && !hasFailed}>
      {hasFailed ? (
        <div className="failed-line" role="status" data-failure="DATA_UNAVAILABLE">
          <p>
            <span>{t('activity.unavailable')}</span>
            {read === undefined || state.updatedAt === undefined ? null : (
              <small>
                {t('activity.stale', { ago: formatAgo(instance.services.clock.now() - state.updatedAt, t) })}
              </small>
            )}
          </p>
          <Button kind="plain" small icon={REFRESH} focusKey="retry" onPress={refresh}>
            {t('connect.retry')}
          </Button>
        </div>
      ) : isKnown && toWholeness(state) === 'partial' ? (
        <p className="activity-note">
          <span>{t('activity.partial')}</span> <Since />
        </p>
      ) : null}
      {hidden === 0 ? null : (
        <div className="failed-line">
          <p>{t('activity.hidden', { count: hidden })}</p>
          <Button kind="quiet" small focusKey="hidden" onPress={() => setShowsHidden(!showsHidden)}>
            {t(showsHidden ? 'activity.hideAgain' : 'activity.showHidden')}
          </Button>
        </div>
      )}
      {shown === undefined || (shown.length === 0 && !isFiltered) ? null : (
        <ActivityFilters count={items?.length ?? 0}>
          {read === undefined || read.length === 0 ? null : <ExportButton />}
        </ActivityFilters>
      )}
      {items === undefined ? (
        hasFailed ? null : (
          <div className="flush">
            <HiddenText>{t('activity.loading')}</HiddenText>
            <p className="list-title" aria-hidden="true">
              <Skeleton kind="text" />
            </p>
            {Array.from({ length: GHOSTS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
              <Skeleton key={index} kind="row" />
            ))}
          </div>
        )
      ) : items.length > 0 ? (
        <div className="flush" data-stale={hasFailed || undefined}>
          <ActivityList items={items} onEnd={more} />
        </div>
      ) : isFiltered ? (
        <div className="failed-line">
          <p>{t('activity.noneFits')}</p>
          <Button kind="quiet" small focusKey="showAll" onPress={() => activityFilterOf(instance).set(() => ({}))}>
            {t('activity.showAll')}
          </Button>
        </div>
      ) : hasFailed || state.next !== undefined || hidden > 0 ? null : (
        <Empty picture={TOKENS_DRAWING} text={t('activity.empty')} action={<AddFunds />} />
      )}
      {isKnown && state.more === 'failed' ? (
        <p className="activity-note" role="status">
          {t('activity.moreFailed')}
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

/** How far back a source has read, where it says so. */
function Since() {
  const t = useRoomText(activityWords)
  const since = useLatchkeyState(activityOf, ({ sources }) =>
    Math.max(...(sources ?? []).map((source) => source.since ?? Number.NEGATIVE_INFINITY)),
  )
  return Number.isFinite(since) ? <span>{t('activity.since', { date: formatMoment(since, t) })}</span> : null
}

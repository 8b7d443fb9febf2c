import { useEffect } from 'react'
import { isHidden } from '../../../core/features/activity/rules.ts'
import { activityOf } from '../../../core/features/activity/state.ts'
import { watchActivity } from '../../../core/features/activity/watchActivity.ts'
import type { Token } from '../../../core/features/tokens/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { tabWords } from '../../text/rooms/tabWords.ts'
import { tokenWords } from '../../text/rooms/tokenWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { ActivityRow } from '../activity/ActivityRow.tsx'
import styles from '../activity/activity.css?inline'

/** Entries shown of one token; all of them are on the account's own list. */
const SHOWN = 5

const WORDS = { ...activityWords, ...tabWords, ...tokenWords }

/** What the account did with one token, newest first, of the entries that were read so far. */
export function TokenActivity({ token }: { readonly token: Token }) {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(WORDS)
  const account = useActiveAccount()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(activityOf, (activity) => activity)
  useEffect(() => watchActivity(instance), [instance])
  const isKnown = state.owner === `${networkId}:${account?.address}`
  const items = isKnown ? state.items : undefined
  const contract = token.address?.split(':').at(-1)?.toLowerCase()
  const own = items?.filter(
    (item) =>
      !isHidden(item) && item.transfers.some(({ address, isNft }) => !isNft && address?.toLowerCase() === contract),
  )
  return (
    <section className="activity section">
      <h3 className="list-title">{t('activity.heading')}</h3>
      {own === undefined ? (
        isKnown && state.status === 'failed' ? (
          <p className="activity-note">{t('activity.unavailable')}</p>
        ) : (
          <div className="flush" aria-busy="true">
            <HiddenText>{t('activity.loading')}</HiddenText>
            <Skeleton kind="row" />
          </div>
        )
      ) : own.length === 0 ? (
        <p className="activity-note">{t('token.noActivity')}</p>
      ) : (
        <div className="flush">
          <List label={t('activity.heading')} plain>
            {own.slice(0, SHOWN).map((activity, index) => (
              <ActivityRow key={activity.id} activity={activity} index={index} isStop onFocus={() => {}} />
            ))}
          </List>
        </div>
      )}
    </section>
  )
}

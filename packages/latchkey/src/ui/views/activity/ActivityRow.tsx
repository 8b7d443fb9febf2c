import { isHidden } from '../../../core/features/activity/rules.ts'
import type { Activity } from '../../../core/features/activity/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useVeil } from '../useVeil.ts'
import { describe } from './describe.ts'
import { EntryPicture } from './EntryPicture.tsx'

/** One transaction in the list; it is read as one sentence. */
export function ActivityRow({ activity, index, isStop, onFocus }: ActivityRow.Props) {
  const instance = useInstance()
  const t = useRoomText(activityWords)
  const row = describe(activity, t, useVeil())
  const [first, second] = row.moves
  const isOff = isHidden(activity)
  return (
    <button
      type="button"
      className={`row plain entry${isOff ? ' bait' : ''}`}
      data-row=""
      data-index={index}
      data-focus-key={`activity:${activity.id}`}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => pushView(instance, { view: 'TransactionDetails', data: { activity } }, `activity:${activity.id}`)}
    >
      <EntryPicture activity={activity} row={row} />
      <span className="row-text">
        <span className="row-title">
          <span>{row.title}</span>
          <HiddenText>, </HiddenText>
        </span>
        <span className="row-note">{row.note === undefined ? row.day : <bdi>{row.note}</bdi>}</span>
        <HiddenText>, </HiddenText>
      </span>
      <span className="entry-end">
        {first === undefined ? null : (
          <bdi dir="ltr" className={`entry-move ${activity.status === 'confirmed' ? first.direction : ''}`}>
            {first.text}
          </bdi>
        )}
        {first === undefined ? null : <HiddenText>, </HiddenText>}
        <span className="entry-more">
          {row.status !== undefined ? (
            <span className={`entry-status ${activity.status}`}>
              {activity.status === 'pending' ? <Spinner /> : null}
              <span>{row.status}</span>
            </span>
          ) : second !== undefined ? (
            <bdi dir="ltr">{second.text}</bdi>
          ) : row.note === undefined ? null : (
            row.day
          )}
        </span>
        {row.rest.length === 0 ? null : <HiddenText>{`, ${row.rest.join(', ')}`}</HiddenText>}
      </span>
    </button>
  )
}
export declare namespace ActivityRow {
  type Props = {
    readonly activity: Activity
    /** Its place among all. */
    readonly index: number
    /** The one that the Tab key reaches. */
    readonly isStop: boolean
    readonly onFocus: () => void
  }
}

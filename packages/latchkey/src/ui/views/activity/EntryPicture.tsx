import { isHidden } from '../../../core/features/activity/rules.ts'
import type { Activity } from '../../../core/features/activity/state.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { type describe, MARKS } from './describe.ts'

/** What moved first, with what became of it at its corner. */
export function EntryPicture({ activity, row, isLarge }: EntryPicture.Props) {
  const mark = MARKS[row.kind]
  const isOff = isHidden(activity)
  return (
    <span className="entry-picture">
      {row.picture === undefined ? (
        <span className={`pic glyph${isLarge ? ' large' : ''}`}>
          <Icon name={row.kind === 'allowed' ? 'check' : 'settings'} />
        </span>
      ) : (
        <Picture
          src={row.picture.imageUrl}
          name={row.picture.symbol || row.picture.name || '?'}
          size={isLarge ? 'large' : 'row'}
          round={!row.picture.isNft}
        />
      )}
      {isOff || activity.status === 'failed' ? (
        <span className="entry-mark bad">
          <Icon name={isOff ? 'warn' : 'close'} />
        </span>
      ) : mark === undefined ? null : (
        <span className="entry-mark">
          <StrokeIcon name={mark} />
        </span>
      )}
    </span>
  )
}
export declare namespace EntryPicture {
  type Props = {
    readonly activity: Activity
    readonly row: describe.Row
    /** As the subject of a view instead of a row. */
    readonly isLarge?: boolean | undefined
  }
}

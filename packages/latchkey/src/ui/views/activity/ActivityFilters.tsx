import { type ReactNode, useEffect, useId } from 'react'
import { SORTS } from '../../../core/features/activity/rules.ts'
import { type ActivityFilter, activityFilterOf } from '../../../core/features/activity/state.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { DOWN } from '../../parts/laterIcons.ts'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { tabWords } from '../../text/rooms/tabWords.ts'
import { useRoomText } from '../../useRoomText.ts'

const WORDS = { ...activityWords, ...tabWords }

const DIRECTIONS = ['in', 'out'] as const

/**
 * What is looked for among the entries: two fields of the browser's own, with its keys. Says how many fit when that changes. In the
 * same line what is done with all of them, which after the list would move away with each page of it that comes.
 */
export function ActivityFilters({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const instance = useInstance()
  const t = useRoomText(WORDS)
  const announce = useAnnounce()
  const filter = useLatchkeyState(activityFilterOf, (state) => state)
  const { direction, sort } = filter
  const isOn = direction !== undefined || sort !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: said when the visitor has chosen; entries that come later are told by the list
  useEffect(() => {
    if (isOn) announce(t('activity.fitting', { count }), 'polite')
  }, [direction, sort])
  const change = (part: ActivityFilter): void => activityFilterOf(instance).set((state) => ({ ...state, ...part }))
  return (
    <div className="activity-filters">
      <Choice
        label={t('activity.direction')}
        focusKey="direction"
        value={direction}
        options={[
          [undefined, t('activity.direction.all')],
          ...DIRECTIONS.map((each) => [each, t(`activity.direction.${each}`)] as const),
        ]}
        onChange={(value) => change({ direction: value })}
      />
      <Choice
        label={t('activity.sort')}
        focusKey="sort"
        value={sort}
        options={[
          [undefined, t('activity.sort.all')],
          ...SORTS.map((each) => [each, t(each === 'nfts' ? 'nfts.heading' : `activity.sort.${each}`)] as const),
        ]}
        onChange={(value) => change({ sort: value })}
      />
      {children}
    </div>
  )
}

function Choice<Value extends string>({ label, focusKey, value, options, onChange }: Choice.Props<Value>) {
  const id = useId()
  return (
    <span className="activity-choice" data-chosen={value !== undefined || undefined}>
      <select
        id={id}
        aria-label={label}
        data-focus-key={focusKey}
        value={value ?? ''}
        onChange={(event) => onChange(options.find(([each]) => (each ?? '') === event.target.value)?.[0])}
      >
        {options.map(([each, text]) => (
          <option key={each ?? ''} value={each ?? ''}>
            {text}
          </option>
        ))}
      </select>
      <Icon name={DOWN} small />
    </span>
  )
}
declare namespace Choice {
  type Props<Value extends string> = {
    readonly label: string
    readonly focusKey: string
    readonly value: Value | undefined
    readonly options: readonly (readonly [value: Value | undefined, text: string])[]
    readonly onChange: (value: Value | undefined) => void
  }
}

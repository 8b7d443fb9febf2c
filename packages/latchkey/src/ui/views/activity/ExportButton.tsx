import { useEffect, useRef, useState } from 'react'
import { activityOf } from '../../../core/features/activity/state.ts'
import { lazy } from '../../../core/lazy.ts'
import { useAnnounce, useInstance } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { SAVE } from '../../parts/laterIcons.ts'
import { Spinner } from '../../parts/Spinner.tsx'
import { Tooltip } from '../../parts/Tooltip.tsx'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Saves the history as a file, of all entries and not of those that fit. Leaving the view ends the reading of older pages. */
export function ExportButton() {
  const instance = useInstance()
  const t = useRoomText(activityWords)
  const announce = useAnnounce()
  const left = useRef(new AbortController())
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    return () => leaving.abort()
  }, [])

  const save = async (): Promise<void> => {
    const { signal } = left.current
    const say = (text: string): void => {
      if (signal.aborted) return
      setSaid(text)
      announce(text, 'polite')
    }
    setBusy(true)
    try {
      const [{ exportActivity }, { saveFile }] = await lazy(
        instance,
        Promise.all([import('../../../core/features/activity/exportActivity.ts'), import('../saveFile.ts')]),
      )
      const file = await exportActivity(instance, signal)
      if (!file || signal.aborted) return
      const day = new Date(instance.services.clock.now()).toISOString().slice(0, 10)
      const network = (activityOf(instance).get().owner ?? '').split(':').slice(0, 2).join('-')
      saveFile(new Blob([file.csv], { type: 'text/csv;charset=utf-8' }), `activity-${network}-${day}.csv`)
      say(t(file.isWhole ? 'activity.exported' : 'activity.exportedPart', { count: file.count }))
    } catch {
      say(t('activity.exportFailed'))
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }
  return (
    <>
      <Tooltip text={t('activity.export')}>
        <button
          type="button"
          className="icon-button"
          aria-label={t('activity.export')}
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
          data-focus-key="export"
          onClick={isBusy ? undefined : () => void save()}
        >
          {isBusy ? <Spinner /> : <Icon name={SAVE} />}
        </button>
      </Tooltip>
      {said === undefined ? null : <p className="activity-note">{said}</p>}
    </>
  )
}

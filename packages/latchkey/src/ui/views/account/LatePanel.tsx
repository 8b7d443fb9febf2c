import { type ComponentType, useEffect, useState } from 'react'
import { lazy } from '../../../core/lazy.ts'
import { useInstance, useLoadedViews, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'

/**
 * What is in a tab, loaded when the tab is first opened and at hand from then on; what did not come can be asked for again. `load`
 * is the same function each time.
 */
export function LatePanel({ load }: { readonly load: () => Promise<ComponentType> }) {
  const instance = useInstance()
  const t = useText()
  const parts = useLoadedViews()
  const [tries, setTries] = useState(1)
  const [failed, setFailed] = useState<number>()
  const [, setLoaded] = useState<() => Promise<ComponentType>>()
  const Part = parts.get(load)
  useEffect(() => {
    if (Part) return
    let isOver = false
    lazy(instance, load()).then(
      (part) => {
        parts.set(load, part)
        if (!isOver) setLoaded(() => load)
      },
      () => {
        if (!isOver) setFailed(tries)
      },
    )
    return () => {
      isOver = true
    }
  }, [instance, load, parts, tries, Part])
  if (Part) return <Part />
  if (failed === tries) {
    return (
      <div className="failed-line" role="status">
        <p>{t('shell.crash.title')}</p>
        <Button kind="plain" small icon={REFRESH} focusKey="retry" onPress={() => setTries(tries + 1)}>
          {t('connect.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flush" data-loading="">
      <HiddenText>{t('shell.loading')}</HiddenText>
      <Skeleton kind="row" />
      <Skeleton kind="row" />
      <Skeleton kind="row" />
    </div>
  )
}

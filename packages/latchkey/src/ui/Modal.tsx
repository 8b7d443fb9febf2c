import { type ComponentType, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Latchkey } from '../core/types/latchkey.ts'
import { isTrustedImage } from '../core/values/isTrustedImage.ts'
import { type Announce, ModalContext, type ModalSurroundings } from './hooks.ts'
import { loadTranslate } from './loadTranslate.ts'
import { type Surroundings, SurroundingsContext } from './parts/surroundings.ts'
import { Ahead } from './shell/Ahead.tsx'
import { DialogFrame } from './shell/DialogFrame.tsx'
import type { FrameProps } from './shell/frame.ts'
import { LiveRegions } from './shell/LiveRegions.tsx'
import { preloadView } from './shell/LoadedView.tsx'
import { TipLayer, type TipPort } from './shell/TipLayer.tsx'
import type { Translate } from './text.ts'
import { adoptStyles } from './theme/styles.ts'
import type { LegalRoom } from './views/legal/legal.ts'

/** The modal of one instance, in a shadow root of its own. Shows nothing while it is closed. */
export function Modal({ latchkey, host, frame: Frame = DialogFrame, legal }: Modal.Props) {
  const { instance } = latchkey
  const announcer = useRef<Announce>(null)
  const tip = useRef<TipPort>(null)
  const [t, loadWords] = useTranslate(latchkey)
  const id = useId()

  const announce = useCallback<Announce>((text, tone) => announcer.current?.(text, tone), [])
  const hideTip = useCallback(() => tip.current?.hide() ?? false, [])
  const [styles] = useState(() => new Set<string>())
  const surroundings = useMemo<Surroundings | undefined>(
    () =>
      t && {
        after: instance.services.clock.after,
        isTrustedImage: (src) =>
          isTrustedImage(src, { ...instance.options, origin: instance.services.browser.origin() }),
        addStyles: (css) => {
          const root = host.shadowRoot
          if (root === null || styles.has(css)) return
          styles.add(css)
          adoptStyles(root, css)
        },
        showTip: (anchor, text) => tip.current?.show(anchor, text),
        region: t.region,
        words: { newTab: t('shell.newTab'), clear: t('action.clear') },
      },
    [host, instance, styles, t],
  )
  const [loadedViews] = useState<ModalSurroundings['loadedViews']>(() => new Map())
  const modal = useMemo<ModalSurroundings | undefined>(
    () =>
      t && {
        instance,
        t,
        announce,
        loadedViews,
        loadWords,
        legal,
        preload: (view) => preloadView(loadedViews, view, loadWords),
      },
    [instance, t, announce, loadedViews, loadWords, legal],
  )
  if (!t || !surroundings || !modal) return null

  const frame = (
    <Frame host={host} titleId={`${id}title`} hideTip={hideTip} t={t}>
      <LiveRegions port={announcer} clock={instance.services.clock} />
      <TipLayer port={tip} id={`${id}tip`} />
    </Frame>
  )
  return (
    <ModalContext.Provider value={modal}>
      <SurroundingsContext.Provider value={surroundings}>
        <div className="root" dir={t.direction} lang={t.locale}>
          {/* Once more: `all: initial` takes the language from the root, and with it the right shapes of Chinese and Japanese letters. */}
          <div className="contents" lang={t.locale}>
            {Frame === DialogFrame ? <Ahead host={host}>{frame}</Ahead> : frame}
          </div>
        </div>
      </SurroundingsContext.Provider>
    </ModalContext.Provider>
  )
}
export declare namespace Modal {
  type Props = {
    readonly latchkey: Latchkey
    /** The element that carries the shadow root. */
    readonly host: HTMLElement
    /** What it is in on the page, where it is no dialog over it. */
    readonly frame?: ComponentType<FrameProps> | undefined
    /** What speaks of the site's terms and policy, where it has them. */
    readonly legal?: LegalRoom | undefined
  }
}

/**
 * The words for the visitor's language, undefined until a language other than English has come, and the way to all of them.
 * English if another never comes.
 */
function useTranslate({ instance }: Latchkey): readonly [Translate | undefined, () => Promise<void>] {
  const { theme } = instance.stores
  const readTag = useCallback(() => theme.get().locale ?? document.documentElement.lang, [theme])
  const [tag, setTag] = useState(readTag)
  const [t, setT] = useState<Translate | undefined>(() => {
    const ready = loadTranslate(tag, instance)
    return typeof ready === 'function' ? ready : undefined
  })
  useEffect(() => theme.watch(() => setTag(readTag())), [theme, readTag])
  const spoken = useRef(t === undefined ? undefined : tag)
  const loadWords = useCallback(async () => {
    const whole = await t?.whole()
    // The language may have changed meanwhile.
    if (whole !== undefined) setT((now: Translate | undefined) => (now === t ? whole : now))
  }, [t])
  useEffect(() => {
    if (spoken.current === tag) return
    let isOver = false
    const use = (next: Translate): void => {
      if (isOver) return
      spoken.current = tag
      setT(() => next)
    }
    const load = async (): Promise<Translate> => {
      const next = await loadTranslate(tag, instance)
      // Whatever is on screen by now may say any word.
      return spoken.current === undefined ? next : next.whole()
    }
    load().then(use, (error: unknown) => {
      instance.services.logger.warn(`The words for ${tag} could not be loaded`, { cause: error })
      const english = loadTranslate('en')
      if (typeof english === 'function') use(english)
    })
    return () => {
      isOver = true
    }
  }, [tag, instance])
  return [t, loadWords]
}

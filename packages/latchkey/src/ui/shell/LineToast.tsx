import { useEffect, useLayoutEffect, useRef } from 'react'
import { hideToast } from '../../core/flow/hideToast.ts'
import { pauseToast } from '../../core/flow/pauseToast.ts'
import type { Toast } from '../../core/flow/toast.ts'
import { useAnnounce, useInstance, useText } from '../hooks.ts'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useStyles } from '../parts/useStyles.ts'
import styles from './toast.css?inline'

/** A toast of one line. It waits while somebody reads it; an error stays until it is dismissed. */
export function LineToast({ toast }: LineToast.Props) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  useStyles(styles)
  const toastElement = useRef<HTMLDivElement>(null)
  const text = t.find(`toast.${toast.key}`, toast.values)
  const more = t.find(`toast.${toast.key}.more`, toast.values)

  useEffect(() => {
    if (text) {
      announce(more === undefined ? text : `${text}. ${more}`, toast.variant === 'error' ? 'assertive' : 'polite')
    }
  }, [announce, toast.variant, text, more])

  useLayoutEffect(() => {
    const element = toastElement.current
    const card = element?.parentElement
    return element && card ? makeRoom(element, card) : undefined
  }, [])

  if (text === undefined) return null
  const pause = (): void => pauseToast(instance, true)
  const resume = (): void => pauseToast(instance, false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading it holds its clock, and nothing is pressed
    <div
      ref={toastElement}
      className={`toast ${toast.variant}`}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {toast.variant === 'loading' ? <Spinner /> : <Icon name={toast.variant === 'error' ? 'error' : 'done'} />}
      <span className="toast-text">
        {text}
        {more === undefined ? null : <small>{more}</small>}
      </span>
      {toast.variant === 'error' ? (
        <IconButton icon="close" inline label={t('shell.dismiss')} onPress={() => hideToast(instance)} />
      ) : null}
    </div>
  )
}

/**
 * Makes room for a toast so that no control moves: the card grows by it, and its centre stays where it was. A card that cannot
 * grow so far stays as high as it is, and what scrolls in it gives way.
 */
function makeRoom(toast: HTMLElement, card: HTMLElement): () => void {
  // Whatever motion the card is in, as it will stand then.
  card.style.setProperty('block-size', 'auto', 'important')
  const { offsetHeight } = toast
  const withToast = card.offsetHeight
  toast.style.display = 'none'
  const without = card.offsetHeight
  toast.style.display = ''
  card.style.removeProperty('block-size')
  if (withToast - without < offsetHeight) {
    card.style.maxBlockSize = `min(${without}px, 100%)`
    toast.dataset.inside = ''
    return () => void card.style.removeProperty('max-block-size')
  }
  const margin = Number.parseFloat(getComputedStyle(toast).marginBlockEnd) || 0
  card.style.setProperty('--toast', `${offsetHeight + margin}px`)
  return () => void card.style.removeProperty('--toast')
}

export declare namespace LineToast {
  type Props = { readonly toast: Exclude<Toast, { variant: 'notice' }> }
}

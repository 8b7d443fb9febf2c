import { useEffect, useLayoutEffect, useRef } from 'react'
import { hideToast } from '../../core/flow/hideToast.ts'
import { pauseToast } from '../../core/flow/pauseToast.ts'
import type { Toast } from '../../core/flow/toast.ts'
import { useAnnounce, useInstance, useText } from '../hooks.ts'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { DONE } from '../parts/laterIcons.ts'
import { Spinner } from '../parts/Spinner.tsx'
import { useStyles } from '../parts/useStyles.ts'
import { makeRoom } from './makeRoom.ts'
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
    return element && card ? makeRoom(element, card, 'end') : undefined
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
      {toast.variant === 'loading' ? <Spinner /> : <Icon name={toast.variant === 'error' ? 'error' : DONE} />}
      <span className="toast-text">
        <span>{text}</span>
        {more === undefined ? null : <small>{more}</small>}
      </span>
      {toast.variant === 'error' ? (
        <IconButton icon="close" inline label={t('shell.dismiss')} onPress={() => hideToast(instance)} />
      ) : null}
    </div>
  )
}

export declare namespace LineToast {
  type Props = { readonly toast: Exclude<Toast, { variant: 'notice' }> }
}

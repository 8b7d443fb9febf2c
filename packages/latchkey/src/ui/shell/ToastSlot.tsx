import { useEffect } from 'react'
import { hideToast } from '../../core/kernel/shell/hideToast.ts'
import { pauseToast } from '../../core/kernel/shell/pauseToast.ts'
import type { Toast } from '../../core/kernel/shell/toast.ts'
import { useAnnounce, useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { LateNotice } from './LateNotice.tsx'

/** One toast at a time over the card's foot. */
export function ToastSlot() {
  const toast = useLatchkeyState('toast', (state) => state.toast)
  if (!toast) return null
  return toast.variant === 'notice' ? (
    <LateNotice key={toast.id} toast={toast} />
  ) : (
    <LineToast key={toast.id} toast={toast} />
  )
}

/** It waits while somebody reads it; an error stays until it is dismissed. */
function LineToast({ toast }: { readonly toast: Exclude<Toast, { variant: 'notice' }> }) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const text = t.find(`toast.${toast.key}`, toast.values)
  const more = t.find(`toast.${toast.key}.more`, toast.values)

  useEffect(() => {
    if (text) {
      announce(more === undefined ? text : `${text}. ${more}`, toast.variant === 'error' ? 'assertive' : 'polite')
    }
  }, [announce, toast.variant, text, more])

  if (text === undefined) return null
  const pause = (): void => pauseToast(instance, true)
  const resume = (): void => pauseToast(instance, false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading it holds its clock, and nothing is pressed
    <div
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

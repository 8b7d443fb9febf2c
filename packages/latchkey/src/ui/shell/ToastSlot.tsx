import { useEffect } from 'react'
import { hideToast } from '../../core/kernel/shell/hideToast.ts'
import { pauseToast } from '../../core/kernel/shell/pauseToast.ts'
import { useAnnounce, useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { Spinner } from '../parts/Spinner.tsx'

/** One toast at a time over the card's foot. It waits while somebody reads it; an error stays until it is dismissed. */
export function ToastSlot() {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const toast = useLatchkeyState('toast', (state) => state.toast)
  const text = toast && t.find(`toast.${toast.key}`, toast.values)
  const more = toast && t.find(`toast.${toast.key}.more`, toast.values)

  useEffect(() => {
    if (toast && text) {
      announce(more === undefined ? text : `${text}. ${more}`, toast.variant === 'error' ? 'assertive' : 'polite')
    }
  }, [announce, toast, text, more])

  if (!toast || text === undefined) return null
  const pause = (): void => pauseToast(instance, true)
  const resume = (): void => pauseToast(instance, false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading it holds its clock, and nothing is pressed
    <div
      key={toast.id}
      className={`toast ${toast.variant}`}
      data-failure={toast.failure}
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

import { useId, useLayoutEffect, useRef } from 'react'
import { useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useStyles } from '../parts/useStyles.ts'
import covered from './covered.css?inline'

/**
 * Says that something lies over the modal, from a dialog of its own: whatever came into the top layer after the modal makes
 * it dead to presses and keys, so what is said inside it could not be answered. Source: F-57.
 */
export function CoveredNotice({ onUncover, onDismiss }: CoveredNotice.Props) {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const dismiss = useRef(onDismiss)
  dismiss.current = onDismiss
  useStyles(covered)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const stop = new AbortController()
    // Escape and Android's back gesture; the covering window keeps its place. Listened for before it shows: whatever closes it
    // earlier would leave a notice that counts as shown and is not there. It is told in a task of its own, when it may be shown again.
    element.addEventListener('close', () => element.open || dismiss.current(), { signal: stop.signal })
    element.showModal()
    return () => {
      stop.abort()
      element.close()
    }
  }, [])

  return (
    <dialog ref={dialog} className="covered" role="alertdialog" aria-labelledby={id} data-failure="DIALOG_COVERED">
      <Notice kind="warn">
        <p id={id}>{t('failure.DIALOG_COVERED')}</p>
      </Notice>
      <IconButton icon="close" inline label={t('shell.dismiss')} onPress={onDismiss} />
      <Button kind="main" wide onPress={onUncover}>
        {t('action.bringToFront')}
      </Button>
    </dialog>
  )
}
export declare namespace CoveredNotice {
  type Props = { readonly onUncover: () => void; readonly onDismiss: () => void }
}

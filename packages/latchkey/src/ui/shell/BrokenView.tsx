import { useEffect, useRef, useState } from 'react'
import { isLatchkeyError } from '../../core/errors/LatchkeyError.ts'
import { goBack } from '../../core/flow/goBack.ts'
import type { ViewName } from '../../core/types/views.ts'
import { useAnnounce, useInstance, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { BROKEN_DRAWING, Drawing } from '../parts/Drawing.tsx'

/** What stands in the place of a view that broke: what happened, and the ways on. */
export function BrokenView({ view, error, onRetry }: BrokenView.Props) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  const retry = useRef(onRetry)
  retry.current = onRetry

  // What is missing can mostly be had again once the page is back online; nobody has to press for that (F-58).
  useEffect(
    () =>
      instance.services.browser.watchOnline(() => {
        if (instance.services.browser.isOnline()) retry.current()
      }),
    [instance],
  )

  // Which view and which code; never an address, a message or a stack, which may carry one.
  const copyDetails = (): void => {
    const code = isLatchkeyError(error) ? error.code : error instanceof Error ? error.name : 'UNKNOWN_FAILURE'
    void instance.services.browser.copy(`Latchkey, view ${view}, ${code}`).then(
      () => {
        setIsCopied(true)
        announce(t('shell.crash.copied'), 'polite')
      },
      // Where copying is denied the button keeps its words, and the code is on the screen.
      () => {},
    )
  }
  return (
    <div className="broken">
      <div className="centre" role="alert">
        <Drawing>{BROKEN_DRAWING}</Drawing>
        <p className="title">{t('shell.crash.title')}</p>
        <p className="sentence">{t('shell.crash.text')}</p>
      </div>
      <Button kind="main" wide focusKey="retry" onPress={onRetry}>
        {t('action.tryAgain')}
      </Button>
      {/* Where the site was deployed anew, and in browsers that remember for as long as the page stands what did not come. */}
      {instance.services.browser.isOnline() ? (
        <Button kind="plain" wide focusKey="reload" onPress={() => instance.services.browser.reload()}>
          {t('action.reload')}
        </Button>
      ) : null}
      <div className="buttons">
        <Button kind="plain" onPress={() => goBack(instance)}>
          {t('shell.crash.back')}
        </Button>
        <Button kind="plain" icon={isCopied ? 'check' : 'copy'} onPress={copyDetails}>
          {t('shell.crash.copy')}
        </Button>
      </div>
    </div>
  )
}
export declare namespace BrokenView {
  type Props = { readonly view: ViewName; readonly error: unknown; readonly onRetry: () => void }
}

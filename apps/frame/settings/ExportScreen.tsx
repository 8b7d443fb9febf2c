import { useEffect, useLayoutEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { useSurroundings } from '../../../packages/latchkey/src/ui/parts/surroundings.ts'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { wordFailure } from './CodeScreen.tsx'
import { Screen, useTexts } from './Screen.tsx'

/** How long words are shown (ms). Source: SEC-15. */
export const SHOWN_MS = 60_000

/** The 24 words, behind a press; gone after a minute, and whenever the page is left or hidden (SEC-15). */
export function ExportScreen({
  keys,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'exportWords' | 'listSmartNetworks'>
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { after } = useSurroundings()
  const [words, setWords] = useState<readonly string[]>()
  const [failure, setFailure] = useState<unknown>()
  const [hasSmart, setSmart] = useState(false)

  useEffect(() => {
    // Without an answer nothing is said of an account that may not be there.
    keys.listSmartNetworks().then(
      ({ length }) => setSmart(length > 0),
      () => {},
    )
  }, [keys])

  // Before the words are painted, so that they never stand without what hides them.
  useLayoutEffect(() => {
    if (!words) return undefined
    const hide = () => setWords(undefined)
    const stop = after(SHOWN_MS, hide)
    window.addEventListener('blur', hide)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stop()
      window.removeEventListener('blur', hide)
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [words, after])

  const show = async () => {
    setFailure(undefined)
    try {
      setWords((await keys.exportWords()).split(' '))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Screen title={texts.exportTitle} onLeave={onLeave}>
      <Notice kind="warn">{texts.exportWarning}</Notice>
      {words ? (
        <ol className="words" dir="ltr" translate="no">
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice, and its place never changes
            <li key={index}>
              <span>{index + 1}</span> {word}
            </li>
          ))}
        </ol>
      ) : null}
      <p className="field-note bad" role="alert">
        {failure === undefined ? '' : wordFailure(failure, texts)}
      </p>
      {hasSmart ? <p>{texts.exportSmart}</p> : null}
      <div className="buttons">
        {words ? (
          <Button kind="plain" onPress={() => setWords(undefined)}>
            {texts.exportHide}
          </Button>
        ) : (
          <Button kind="plain" onPress={() => void show()}>
            {texts.exportShow}
          </Button>
        )}
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </div>
    </Screen>
  )
}

import { useEffect, useId, useMemo, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { isComposing } from '../../../packages/latchkey/src/ui/parts/isComposing.ts'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { wordFailure } from './CodeScreen.tsx'
import { Screen, useTexts } from './Screen.tsx'

/** Hands a file to the browser. Its address is given back once the browser has begun. */
const download = (file: string) => {
  const address = URL.createObjectURL(new Blob([file], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'latchkey-backup.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}

/** A backup file with its words. It counts as made once the file was taken, and one of the words typed from where it was written down (SEC-14). */
export function BackupScreen({
  keys,
  save = download,
  pick,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'makeBackup' | 'noteBackup'>
  readonly save?: ((file: string) => void) | undefined
  /** Which of the words is asked for, from 0. */
  readonly pick: (count: number) => number
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const id = useId()
  const [backup, setBackup] = useState<{ readonly file: string; readonly words: readonly string[] }>()
  const [failure, setFailure] = useState<string>('')
  const [isSaved, setSaved] = useState(false)
  const [typed, setTyped] = useState('')
  const asked = useMemo(() => pick(backup?.words.length ?? 1), [backup, pick])
  const number = String(asked + 1)

  useEffect(() => {
    let isGone = false
    keys.makeBackup().then(
      ({ file, phrase }) => {
        if (!isGone) setBackup({ file, words: phrase.split(' ') })
      },
      (error: unknown) => {
        if (!isGone) setFailure(wordFailure(error, texts))
      },
    )
    return () => {
      isGone = true
    }
  }, [keys, texts])

  const check = async () => {
    if (typed.normalize('NFKC').trim().toLowerCase() === backup?.words[asked]) {
      try {
        await keys.noteBackup()
        onDone()
      } catch (error) {
        setFailure(wordFailure(error, texts))
      }
    } else setFailure(texts.backupWrong.replace('{number}', number))
  }
  return (
    <Screen title={texts.backupTitle} onLeave={onLeave}>
      <Notice kind="info">{texts.backupText}</Notice>
      {backup && !isSaved ? (
        <>
          <h2>{texts.backupWords}</h2>
          <ol className="words" dir="ltr" translate="no">
            {backup.words.map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice, and its place never changes
              <li key={index}>
                <span>{index + 1}</span> {word}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {backup && isSaved ? (
        <>
          <label htmlFor={id}>{texts.backupCheck.replace('{number}', number)}</label>
          <input
            id={id}
            className="code"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            aria-describedby={`${id}-failure`}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Enter' && !isComposing(nativeEvent)) void check()
            }}
          />
        </>
      ) : null}
      {backup || failure ? null : <p role="status">{texts.backupMaking}</p>}
      <p className="field-note bad" id={`${id}-failure`} role="alert">
        {failure}
      </p>
      <div className="buttons">
        <Button kind="plain" onPress={onLeave}>
          {texts.cancel}
        </Button>
        {isSaved ? (
          <Button kind="main" onPress={() => void check()}>
            {texts.done}
          </Button>
        ) : (
          <Button
            kind="main"
            disabled={!backup}
            onPress={() => {
              if (!backup) return
              save(backup.file)
              setSaved(true)
            }}
          >
            {texts.backupDownload}
          </Button>
        )}
      </div>
    </Screen>
  )
}

import { useId, useRef, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import type { KeyTasks, WaysBack } from '../worker/keyTasks.ts'
import { usePasskey } from './passkey.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** The most that is read of a file: a backup is a kilobyte. */
const MOST_BYTES = 64 * 1024

/** Brings a wallet to a device that has no half of it, by what its owner holds: a passkey, or a backup file with its words. */
export function BringBackScreen({
  keys,
  passkeys,
  ask = usePasskey,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'recoverByPasskey' | 'recoverByFile'>
  readonly passkeys: WaysBack['passkeys']
  readonly ask?: typeof usePasskey | undefined
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const id = useId()
  // Browsers word their own control in their own language.
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [words, setWords] = useState('')
  const { isBusy, failure, run } = useRun()

  const byPasskey = () =>
    void run(async () => {
      const { holder, key } = await ask(passkeys)
      await keys.recoverByPasskey(holder, key)
      onDone()
    })
  const byFile = () =>
    void run(async () => {
      if (!file) return
      await keys.recoverByFile(await file.slice(0, MOST_BYTES).text(), words)
      setWords('')
      onDone()
    })
  return (
    <Screen title={texts.bringTitle} onLeave={onLeave}>
      <p className="soft">{texts.bringText}</p>
      {passkeys.length === 0 ? null : (
        <Button kind="main" busy={isBusy && !file} onPress={byPasskey}>
          {texts.passkeyUse}
        </Button>
      )}
      <Button kind="plain" onPress={() => input.current?.click()}>
        {file ? <bdi>{file.name}</bdi> : texts.file}
      </Button>
      <input
        ref={input}
        hidden
        aria-label={texts.file}
        type="file"
        accept="application/json,.json"
        onChange={(event) => setFile(event.target.files?.[0])}
      />
      <label htmlFor={`${id}-words`}>{texts.backupWords}</label>
      <textarea
        id={`${id}-words`}
        className="phrase"
        dir="ltr"
        rows={2}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Ending failure={failure} onCancel={onLeave}>
        <Button
          kind={passkeys.length === 0 ? 'main' : 'plain'}
          busy={isBusy && file !== undefined}
          disabled={!file || words.trim() === ''}
          onPress={byFile}
        >
          {texts.fileOpen}
        </Button>
      </Ending>
    </Screen>
  )
}

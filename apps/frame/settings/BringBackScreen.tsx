import { useId, useRef, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import type { KeyTasks, WaysBack } from '../worker/keyTasks.ts'
import { usePasskey } from './passkey.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** The most that is read of a file: a backup is a kilobyte. */
const MOST_BYTES = 64 * 1024

/**
 * Brings a wallet to a device that has no half of it, by what its owner holds: a passkey, or a backup file with its words; or by a link of
 * the vault's, where the vault has not let this device in: whoever came by a login that was linked is nobody to it.
 */
export function BringBackScreen({
  keys,
  passkeys,
  email,
  ask = usePasskey,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'recoverByPasskey' | 'recoverByFile' | 'startLetIn' | 'finishLetIn'>
  readonly passkeys: WaysBack['passkeys']
  /** To whom the vault's link goes; undefined: none brings the wallet here. */
  readonly email?: string | undefined
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
  const [isMailed, setMailed] = useState(false)
  const { isBusy, failure, run } = useRun()
  // A link that is waited for keeps nobody from another way.
  const link = useRun()

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
  const byLink = () =>
    void link.run(async () => {
      setMailed(false)
      await keys.startLetIn()
      setMailed(true)
      try {
        await keys.finishLetIn()
      } finally {
        setMailed(false)
      }
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
      {email === undefined ? null : (
        <>
          <p className="soft" role="status">
            {isMailed ? texts.thawLink.replace('{email}', email) : texts.bringLinkText}
          </p>
          {isMailed ? null : (
            <Button kind="plain" busy={link.isBusy} onPress={byLink}>
              {texts.bringLink}
            </Button>
          )}
        </>
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
      <Ending failure={failure || link.failure} onCancel={onLeave}>
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

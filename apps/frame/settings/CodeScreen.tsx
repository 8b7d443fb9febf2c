import { useEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { CallError } from '../channel/CallError.ts'
import type { KeyTasks, StepUpReason } from '../worker/keyTasks.ts'
import { CodeField } from './CodeField.tsx'
import { Screen, useTexts } from './Screen.tsx'
import type { Texts } from './texts/en.ts'

/** What a visitor is told of a failure. */
export const wordFailure = (error: unknown, texts: Texts): string => {
  const { reason, retryAfter } = error instanceof CallError ? error.told : {}
  if (reason === 'CODE_REFUSED') return texts.codeWrong
  if (reason === 'CHALLENGE_OVER') return texts.codeOver
  if (reason === 'TOO_OFTEN') return texts.tooOften.replace('{seconds}', String(retryAfter ?? 30))
  return (reason !== undefined && texts[REASONS[reason] ?? 'failed']) || texts.failed
}

/** Failures that have words of their own. */
const REASONS: Readonly<Record<string, keyof Texts>> = {
  PASSKEY_UNAVAILABLE: 'passkeyFailed',
  LOGIN_TOO_OLD: 'loginAgain',
  RELEASE_WAITS: 'recoverWaits',
  BACKUP_FILE_UNKNOWN: 'recoverUnknown',
  BACKUP_PHRASE_WRONG: 'recoverWrong',
  WALLET_DATA_DAMAGED: 'recoverOther',
  WALLET_FROZEN: 'thawTitle',
}

/** A fresh code, typed inside the frame alone (SEC-77). It is mailed when the screen opens. */
export function CodeScreen({
  keys,
  reason,
  email,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'startStepUp' | 'finishStepUp'>
  readonly reason: StepUpReason
  readonly email: string
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const [isMailed, setMailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: mailed again when the visitor asks for it
  useEffect(() => {
    let isGone = false
    keys.startStepUp(reason).then(
      () => {
        if (!isGone) setMailed(true)
      },
      (error: unknown) => {
        if (!isGone) setFailure(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [keys, reason, tries])

  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await keys.finishStepUp(code)
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Screen title={texts.codeTitle} onLeave={onLeave}>
      <p className="soft">{texts.codeText.replace('{email}', email)}</p>
      <CodeField
        label={texts.codeLabel}
        value={code}
        failure={failure === undefined ? '' : wordFailure(failure, texts)}
        onChange={setCode}
        onEnter={() => void send()}
      />
      <div className="buttons">
        <Button kind="plain" onPress={onLeave}>
          {texts.cancel}
        </Button>
        {isMailed ? (
          <Button kind="main" busy={isBusy} disabled={code.length !== 6} onPress={() => void send()}>
            {texts.next}
          </Button>
        ) : (
          <Button
            kind="main"
            busy={failure === undefined}
            onPress={() => {
              setFailure(undefined)
              setTries(tries + 1)
            }}
          >
            {texts.again}
          </Button>
        )}
      </div>
    </Screen>
  )
}

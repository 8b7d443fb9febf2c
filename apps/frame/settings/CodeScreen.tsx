import { useEffect, useId, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { CallError } from '../channel/CallError.ts'
import type { KeyTasks, StepUpReason } from '../worker/keyTasks.ts'
import { Screen, useTexts } from './Screen.tsx'
import type { Texts } from './texts.ts'

/** What a visitor is told of a failure. */
export const wordFailure = (error: unknown, texts: Texts): string => {
  const { reason, retryAfter } = error instanceof CallError ? error.told : {}
  if (reason === 'CODE_REFUSED') return texts.codeWrong
  if (reason === 'CHALLENGE_OVER') return texts.codeOver
  if (reason === 'TOO_OFTEN') return texts.tooOften.replace('{seconds}', String(retryAfter ?? 30))
  return texts.failed
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
  const id = useId()
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
      <label htmlFor={id}>{texts.codeLabel}</label>
      <input
        id={id}
        className="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        aria-invalid={failure !== undefined}
        aria-describedby={`${id}-failure`}
        // Mails write it in two groups: what is pasted has a space in it.
        onChange={(event) => setCode(event.target.value.replace(/\D/gu, '').slice(0, 6))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && code.length === 6) void send()
        }}
      />
      <p className="field-note bad" id={`${id}-failure`} role="alert">
        {failure === undefined ? '' : wordFailure(failure, texts)}
      </p>
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

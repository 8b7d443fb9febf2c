import { useEffect, useState } from 'react'
import { isWholeCode } from '../../../packages/latchkey/src/core/values/readCode.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { CallError } from '../channel/CallError.ts'
import { usePageLook } from '../page/context.ts'
import type { KeyTasks, StepUpReason, StepUpWay } from '../worker/keyTasks.ts'
import { CodeField } from './CodeField.tsx'
import { Ending, Screen, useTexts } from './Screen.tsx'
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
  IDENTITY_TAKEN: 'identityTaken',
}

/** A fresh code, typed inside the frame alone (SEC-77), which is mailed when the screen opens; or a login once more at the service of whoever has no address. */
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
  /** They log in at a service, and have no address to mail a code to. */
  const [isSocial, setSocial] = useState(false)
  const [way, setWay] = useState<StepUpWay>()
  const { openWindow } = usePageLook()

  // biome-ignore lint/correctness/useExhaustiveDependencies: mailed again when the visitor asks for it
  useEffect(() => {
    let isGone = false
    keys.startStepUp(reason).then(
      (found) => {
        if (isGone) return
        setWay(found)
        setSocial(found.how === 'social')
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
      await keys.finishStepUp(way?.how === 'code' ? code : undefined)
      onDone()
    } catch (error) {
      setFailure(error)
      // What was begun at a service is over with it.
      if (way?.how === 'social') setWay(undefined)
    } finally {
      setBusy(false)
    }
  }
  const begin = () => {
    setFailure(undefined)
    setTries(tries + 1)
  }
  if (isSocial) {
    return (
      <Screen title={texts.codeTitle} onLeave={onLeave}>
        <p className="soft">{texts.againText}</p>
        <Ending failure={failure === undefined ? '' : wordFailure(failure, texts)} onCancel={onLeave}>
          {way?.how === 'social' ? (
            <Button
              kind="main"
              onPress={() => {
                openWindow?.(way.uri)
                if (!isBusy) void send()
              }}
            >
              {texts.againOpen}
            </Button>
          ) : (
            <Button kind="main" busy={failure === undefined} onPress={begin}>
              {texts.again}
            </Button>
          )}
        </Ending>
      </Screen>
    )
  }
  const isMailed = way !== undefined
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
          <Button kind="main" busy={isBusy} disabled={!isWholeCode(code)} onPress={() => void send()}>
            {texts.next}
          </Button>
        ) : (
          <Button kind="main" busy={failure === undefined} onPress={begin}>
            {texts.again}
          </Button>
        )}
      </div>
    </Screen>
  )
}

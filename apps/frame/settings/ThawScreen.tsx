import { useEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { BehindCode } from './BehindCode.tsx'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

type ThawTasks = Pick<KeyTasks, 'startStepUp' | 'finishStepUp' | 'startThaw' | 'finishThaw'>

/** Ends a freeze by two factors: a fresh code of the gateway's, and a link of the vault's (SEC-80). */
export function ThawScreen({
  keys,
  email,
  onDone,
  onLeave,
}: {
  readonly keys: ThawTasks
  readonly email: string
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const [isBegun, setBegun] = useState(false)
  if (isBegun) {
    return (
      <BehindCode keys={keys} email={email} reason="thaw" onLeave={onLeave}>
        <LinkScreen keys={keys} email={email} onDone={onDone} onLeave={onLeave} />
      </BehindCode>
    )
  }
  return (
    <Screen title={texts.thawTitle} onLeave={onLeave}>
      <p className="soft">{texts.thawText}</p>
      <div className="buttons">
        <Button kind="plain" onPress={onLeave}>
          {texts.cancel}
        </Button>
        <Button kind="main" onPress={() => setBegun(true)}>
          {texts.thaw}
        </Button>
      </div>
    </Screen>
  )
}

function LinkScreen({
  keys,
  email,
  onDone,
  onLeave,
}: {
  readonly keys: ThawTasks
  readonly email: string
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { isBusy, failure, run } = useRun()
  const [isMailed, setMailed] = useState(false)
  const begin = () =>
    void run(async () => {
      setMailed(false)
      await keys.startThaw()
      setMailed(true)
      await keys.finishThaw()
      onDone()
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once; again by the visitor
  useEffect(begin, [])
  return (
    <Screen title={texts.thaw} onLeave={onLeave}>
      {isMailed ? <p role="status">{texts.thawLink.replace('{email}', email)}</p> : null}
      {isBusy ? <Spinner /> : null}
      <Ending failure={failure} onCancel={onLeave}>
        {isBusy ? null : (
          <Button kind="main" onPress={begin}>
            {texts.again}
          </Button>
        )}
      </Ending>
    </Screen>
  )
}

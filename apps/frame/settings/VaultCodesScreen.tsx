import { useEffect, useState } from 'react'
import { isWholeCode } from '../../../packages/latchkey/src/core/values/readCode.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import type { WantedCode } from '../wallet/changeEmail.ts'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { CodeField } from './CodeField.tsx'
import { Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** The vault's own codes of a new address, typed inside the frame alone (SEC-65). */
export function VaultCodesScreen({
  keys,
  isResumed = false,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'typeEmailCode' | 'mailEmailCode' | 'resumeEmailChange'>
  /** The page ended after the gateway's codes: the vault is asked anew. */
  readonly isResumed?: boolean | undefined
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const [wanted, setWanted] = useState<WantedCode | undefined>(
    isResumed ? undefined : { sender: 'vault', address: 'old' },
  )
  const [code, setCode] = useState('')
  const { isBusy, failure, run } = useRun()

  const ask = () => void run(async () => setWanted(await keys.resumeEmailChange()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; again by the visitor
  useEffect(() => {
    if (isResumed) ask()
  }, [])

  const send = () =>
    void run(async () => {
      setWanted(await keys.typeEmailCode(code))
      setCode('')
    })
  if (wanted?.sender === 'done') {
    return (
      <Screen title={texts.emailTitle} onLeave={onDone}>
        <p>{texts.emailDone}</p>
        <div className="buttons">
          <span />
          <Button kind="main" onPress={onDone}>
            {texts.done}
          </Button>
        </div>
      </Screen>
    )
  }
  const isOld = wanted?.sender === 'vault' && wanted.address === 'old'
  return (
    <Screen title={texts.emailTitle} onLeave={onLeave}>
      <p className="soft">{isOld ? texts.emailOld : texts.emailNew}</p>
      <CodeField label={texts.codeLabel} value={code} failure={failure} onChange={setCode} onEnter={send} />
      <div className="buttons">
        <Button kind="plain" disabled={isBusy} onPress={wanted ? () => void run(() => keys.mailEmailCode()) : ask}>
          {texts.again}
        </Button>
        <Button kind="main" busy={isBusy} disabled={!wanted || !isWholeCode(code)} onPress={send}>
          {texts.next}
        </Button>
      </div>
    </Screen>
  )
}

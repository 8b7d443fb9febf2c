import { useEffect, useState } from 'react'
import { tidyEmail } from '../../../packages/latchkey/src/core/values/tidyEmail.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import type { KeyTasks, SocialStep } from '../worker/keyTasks.ts'
import { AddressField, isAddress } from './AddressField.tsx'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** What is wanted of a person who is in at their service, and not yet on this device. */
export type WantedStep = Exclude<SocialStep, { readonly state: 'in' }>

/**
 * The vault lets this device in by a link that it mails. The address is typed in the frame where nobody has told one: the page around it
 * never learns it.
 */
export function LetInScreen({
  keys,
  step,
  onDone,
  onFail,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'giveSocialEmail' | 'waitForDevice'>
  readonly step: WantedStep
  readonly onDone: () => void
  /** It came to nothing. */
  readonly onFail: (error: unknown) => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const [now, setNow] = useState<WantedStep>(step)
  const [email, setEmail] = useState('')
  const { isBusy, failure, run } = useRun()
  const sentTo = now.state === 'device' ? now.sentTo : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits once for each link
  useEffect(() => {
    if (sentTo === undefined) return
    let isGone = false
    keys.waitForDevice().then(
      () => {
        if (!isGone) onDone()
      },
      (error: unknown) => {
        if (!isGone) onFail(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [keys, sentTo])

  const give = () =>
    void run(async () => {
      const next = await keys.giveSocialEmail(tidyEmail(email))
      if (next.state === 'in') onDone()
      else setNow(next)
    })
  if (sentTo !== undefined)
    return (
      <Screen title={texts.letInTitle} onLeave={onLeave}>
        <p className="soft" role="status">
          {texts.thawLink.replace('{email}', sentTo)}
        </p>
        <div className="buttons">
          <Button kind="plain" onPress={onLeave}>
            {texts.cancel}
          </Button>
        </div>
      </Screen>
    )
  return (
    <Screen title={texts.letInTitle} onLeave={onLeave}>
      <p className="soft">{texts.letInWhy}</p>
      <AddressField label={texts.letInEmail} value={email} onChange={setEmail} onEnter={give} />
      <Ending failure={failure} onCancel={onLeave}>
        <Button kind="main" busy={isBusy} disabled={!isAddress(email)} onPress={give}>
          {texts.next}
        </Button>
      </Ending>
    </Screen>
  )
}

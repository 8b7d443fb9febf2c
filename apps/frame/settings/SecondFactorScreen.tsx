import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { provePasskey } from './passkey.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** A login on a device that is new, where the wallet wants a passkey beside the code (SEC-81). */
export function SecondFactorScreen({
  keys,
  prove = provePasskey,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'askedPasskey' | 'finishWithPasskey'>
  readonly prove?: typeof provePasskey | undefined
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { isBusy, failure, run } = useRun()
  return (
    <Screen title={texts.passkeyUse} onLeave={onLeave}>
      <p className="soft">{texts.secondFactorAsk}</p>
      <Ending failure={failure} onCancel={onLeave}>
        <Button
          kind="main"
          busy={isBusy}
          onPress={() =>
            void run(async () => {
              await keys.finishWithPasskey(await prove(await keys.askedPasskey()))
              onDone()
            })
          }
        >
          {texts.passkeyUse}
        </Button>
      </Ending>
    </Screen>
  )
}

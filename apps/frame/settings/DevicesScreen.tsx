import { useEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import { CallError } from '../channel/CallError.ts'
import { usePageLook } from '../page/context.ts'
import type { DeviceEntry, KeyTasks } from '../worker/keyTasks.ts'
import { CodeScreen, wordFailure } from './CodeScreen.tsx'
import { Ending, Screen, useTexts } from './Screen.tsx'

/** Where the wallet is; another device is removed after a fresh code (SEC-77), and can do nothing from then on (SEC-09). */
export function DevicesScreen({
  keys,
  email,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'listDevices' | 'revokeDevice' | 'startStepUp' | 'finishStepUp'>
  readonly email: string
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { language } = usePageLook()
  const [devices, setDevices] = useState<readonly DeviceEntry[]>()
  const [failure, setFailure] = useState('')
  const [leaving, setLeaving] = useState<string>()
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    let isGone = false
    keys.listDevices().then(
      (list) => {
        if (!isGone) setDevices(list)
      },
      (error: unknown) => {
        if (!isGone) setFailure(wordFailure(error, texts))
      },
    )
    return () => {
      isGone = true
    }
  }, [keys, texts])

  const remove = async (thumbprint: string) => {
    setLeaving(thumbprint)
    setFailure('')
    try {
      await keys.revokeDevice(thumbprint)
      setDevices(await keys.listDevices())
      setLeaving(undefined)
    } catch (error) {
      if (error instanceof CallError && error.told.reason === 'STEP_UP_NEEDED') return setAsking(true)
      setLeaving(undefined)
      setFailure(wordFailure(error, texts))
    }
  }
  if (isAsking && leaving !== undefined) {
    return (
      <CodeScreen
        keys={keys}
        reason="devices"
        email={email}
        onLeave={() => {
          setAsking(false)
          setLeaving(undefined)
        }}
        onDone={() => {
          setAsking(false)
          void remove(leaving)
        }}
      />
    )
  }
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (
    <Screen title={texts.devicesTitle} onLeave={onLeave}>
      {devices || failure ? null : <Spinner />}
      <ul className="entries">
        {devices?.map(({ thumbprint, device, host, createdAt, isThis }) => (
          <li className="entry" key={thumbprint}>
            <div>
              <p>
                <bdi>{device}</bdi>
              </p>
              <p className="soft">
                <bdi>{host}</bdi> <span>·</span> <span>{isThis ? texts.devicesThis : dates.format(createdAt)}</span>
              </p>
            </div>
            {isThis ? null : (
              <Button
                kind="plain"
                small
                busy={leaving === thumbprint}
                disabled={leaving !== undefined}
                onPress={() => void remove(thumbprint)}
              >
                {texts.devicesRemove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Ending failure={failure}>
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </Ending>
    </Screen>
  )
}

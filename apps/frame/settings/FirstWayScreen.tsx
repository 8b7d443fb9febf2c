import { useMemo, useState } from 'react'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { BackupScreen } from './BackupScreen.tsx'
import { makePasskey } from './passkey.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'
import { Entry } from './WaysBackScreen.tsx'

/** The first way back into a wallet that is strict from its start: the wallet is made with it, and not without (SEC-10). */
export function FirstWayScreen({
  keys,
  email,
  pick,
  make = makePasskey,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'draftBackup' | 'createStrict'>
  readonly email: string
  readonly pick: (count: number) => number
  readonly make?: typeof makePasskey | undefined
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const [isFile, setFile] = useState(false)
  const { isBusy, failure, run } = useRun()
  const drafted = useMemo(
    () => ({ makeBackup: () => keys.draftBackup(), noteBackup: () => keys.createStrict() }),
    [keys],
  )

  if (isFile) return <BackupScreen keys={drafted} pick={pick} onDone={onDone} onLeave={() => setFile(false)} />
  return (
    <Screen title={texts.firstWayTitle} onLeave={onLeave}>
      <p className="soft">{texts.serversOff}</p>
      <p className="soft">{texts.firstWayText}</p>
      <ul className="entries">
        <Entry
          name={texts.passkey}
          about={texts.passkeyText}
          label={texts.passkeyAdd}
          isBusy={isBusy}
          onPress={() =>
            void run(async () => {
              await keys.createStrict(await make(email, []))
              onDone()
            })
          }
        />
        <Entry name={texts.file} about={texts.firstWayFile} label={texts.make} onPress={() => setFile(true)} />
      </ul>
      <Ending failure={failure} onCancel={onLeave}>
        {null}
      </Ending>
    </Screen>
  )
}

import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import { usePageLook } from '../page/context.ts'
import type { KeyTasks, WaysBack } from '../worker/keyTasks.ts'
import { BackupScreen } from './BackupScreen.tsx'
import { BehindCode } from './BehindCode.tsx'
import { makePasskey, provePasskey } from './passkey.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'
import { VaultCodesScreen } from './VaultCodesScreen.tsx'

export type WaysBackTasks = Pick<
  KeyTasks,
  | 'listWaysBack'
  | 'makeBackup'
  | 'noteBackup'
  | 'addPasskey'
  | 'removePasskey'
  | 'startSecondFactor'
  | 'setSecondFactor'
  | 'setCustody'
  | 'startStepUp'
  | 'finishStepUp'
  | 'resumeEmailChange'
  | 'typeEmailCode'
  | 'mailEmailCode'
>

/** A minute less than a fresh code counts, so that nothing is begun that is too late (ms). Source: SEC-77. */
const PROVEN_MS = 4 * 60_000

type Doing =
  | { readonly what: 'file' | 'passkey' | 'secondFactor' | 'servers' | 'email' }
  | { readonly what: 'remove'; readonly holder: string }

/** How the wallet comes back if this device is lost, and what the visitor may do about it: each change stands behind a fresh code. */
export function WaysBackScreen({
  keys,
  email,
  pick,
  make = makePasskey,
  prove = provePasskey,
  onLeave,
}: {
  readonly keys: WaysBackTasks
  readonly email: string
  readonly pick: (count: number) => number
  readonly make?: typeof makePasskey | undefined
  readonly prove?: typeof provePasskey | undefined
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { language } = usePageLook()
  const [ways, setWays] = useState<WaysBack>()
  const [doing, setDoing] = useState<Doing>()
  /** Until when one fresh code does for all that is done here (ms). */
  const [provenUntil, setProven] = useState(0)
  const { failure, run } = useRun()

  const load = useCallback(() => void run(async () => setWays(await keys.listWaysBack())), [keys, run])
  useEffect(load, [load])

  const back = () => {
    setDoing(undefined)
    load()
  }
  if (doing?.what === 'email') return <VaultCodesScreen keys={keys} isResumed onDone={back} onLeave={back} />
  if (ways && doing) {
    return (
      <BehindCode
        keys={keys}
        email={email}
        reason="recovery"
        isProven={provenUntil > Date.now()}
        onProven={() => setProven(Date.now() + PROVEN_MS)}
        onLeave={back}
      >
        {draw(doing, ways)}
      </BehindCode>
    )
  }
  const isStrict = ways?.custody === 'strict'
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const hasOwnWay = ways !== undefined && (ways.backupAt !== null || ways.passkeys.length > 0)
  /** What would leave no way back at all is not offered. */
  const mayRemove = ways !== undefined && (!isStrict || ways.backupAt !== null || ways.passkeys.length > 1)

  function draw(wanted: Doing, held: WaysBack): ReactNode {
    if (wanted.what === 'file') return <BackupScreen keys={keys} pick={pick} onDone={back} onLeave={back} />
    if (wanted.what === 'passkey')
      return (
        <DoScreen
          title={texts.passkeyAdd}
          text={texts.passkeyText}
          label={texts.passkeyAdd}
          run={async () => keys.addPasskey(await make(email, held.passkeys))}
          onDone={back}
          onLeave={back}
        />
      )
    if (wanted.what === 'remove')
      return (
        <DoScreen
          title={texts.passkey}
          text={texts.passkeyRemoveText}
          label={texts.devicesRemove}
          run={() => keys.removePasskey(wanted.holder)}
          onDone={back}
          onLeave={back}
        />
      )
    if (wanted.what === 'secondFactor')
      return (
        <DoScreen
          title={texts.secondFactor}
          text={held.hasSecondFactor ? texts.secondFactorOff : texts.secondFactorOn}
          label={held.hasSecondFactor ? texts.turnOff : texts.turnOn}
          run={async () =>
            keys.setSecondFactor(held.hasSecondFactor ? undefined : await prove(await keys.startSecondFactor()))
          }
          onDone={back}
          onLeave={back}
        />
      )
    const isStrict = held.custody === 'strict'
    const otherWay = held.backupAt === null ? 'passkey' : 'backup'
    return (
      <DoScreen
        title={texts.servers}
        text={isStrict ? texts.serversOn : texts.serversOff}
        label={isStrict ? texts.turnOn : texts.turnOff}
        run={() => keys.setCustody(isStrict ? 'recoverable' : 'strict', otherWay)}
        onDone={back}
        onLeave={back}
      />
    )
  }

  return (
    <Screen title={texts.waysTitle} onLeave={onLeave}>
      <p className="soft">{texts.waysText}</p>
      {ways || failure ? null : <Spinner />}
      {ways ? (
        <ul className="entries">
          <Entry
            name={texts.file}
            about={ways.backupAt === null ? texts.notMade : texts.madeAt.replace('{date}', dates.format(ways.backupAt))}
            label={texts.make}
            onPress={() => setDoing({ what: 'file' })}
          />
          {ways.passkeys.map(({ holder, device, createdAt }) => (
            <Entry
              key={holder}
              name={texts.passkey}
              about={
                <>
                  <bdi>{device}</bdi> <span>·</span> <bdi>{dates.format(createdAt)}</bdi>
                </>
              }
              label={mayRemove ? texts.devicesRemove : undefined}
              onPress={() => setDoing({ what: 'remove', holder })}
            />
          ))}
          <Entry
            name={texts.passkey}
            about={ways.passkeys.length === 0 ? texts.notMade : ''}
            label={texts.passkeyAdd}
            onPress={() => setDoing({ what: 'passkey' })}
          />
          {ways.passkeys.some(({ isProvable }) => isProvable) ? (
            <Entry
              name={texts.secondFactor}
              about={ways.hasSecondFactor ? texts.secondFactorOn : texts.secondFactorOff}
              label={ways.hasSecondFactor ? texts.turnOff : texts.turnOn}
              onPress={() => setDoing({ what: 'secondFactor' })}
            />
          ) : null}
          <Entry
            name={texts.servers}
            about={isStrict ? texts.serversOff : texts.serversOn}
            // Only who has another way back may do without this one.
            label={isStrict ? (ways.isOwnOnly ? undefined : texts.turnOn) : hasOwnWay ? texts.turnOff : undefined}
            onPress={() => setDoing({ what: 'servers' })}
          />
          {ways.hasEmailChange ? (
            <Entry
              name={texts.emailTitle}
              about={<bdi>{email}</bdi>}
              label={texts.next}
              onPress={() => setDoing({ what: 'email' })}
            />
          ) : null}
        </ul>
      ) : null}
      <Ending failure={failure}>
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </Ending>
    </Screen>
  )
}

export function Entry({
  name,
  about,
  label,
  isBusy = false,
  onPress,
}: {
  readonly name: string
  readonly about: ReactNode
  readonly label: string | undefined
  readonly isBusy?: boolean | undefined
  readonly onPress: () => void
}) {
  return (
    <li className="entry">
      <div>
        <p>{name}</p>
        <p className="soft">{about}</p>
      </div>
      {label === undefined ? null : (
        <Button kind="plain" small busy={isBusy} onPress={onPress}>
          {label}
        </Button>
      )}
    </li>
  )
}

/** Says what one press does, and does it. */
function DoScreen({
  title,
  text,
  label,
  run: task,
  onDone,
  onLeave,
}: {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly run: () => Promise<void>
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const { isBusy, failure, run } = useRun()
  return (
    <Screen title={title} onLeave={onLeave}>
      <p className="soft">{text}</p>
      <Ending failure={failure} onCancel={onLeave}>
        <Button
          kind="main"
          busy={isBusy}
          onPress={() =>
            void run(async () => {
              await task()
              onDone()
            })
          }
        >
          {label}
        </Button>
      </Ending>
    </Screen>
  )
}

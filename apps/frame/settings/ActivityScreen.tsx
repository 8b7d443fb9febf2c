import { Fragment, useEffect, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import { usePageLook } from '../page/context.ts'
import type { AuditEntry, KeyTasks } from '../worker/keyTasks.ts'
import { Screen, useTexts } from './Screen.tsx'
import type { Texts } from './texts/en.ts'
import { useRun } from './useRun.ts'

/** What the gateway's record calls things, and how they are said. One that is not here is said as it is called. */
const KINDS: Readonly<Record<string, keyof Texts>> = {
  login: 'didLogin',
  device: 'didDevice',
  deviceRemoved: 'didDeviceRemoved',
  created: 'didCreated',
  share: 'didUnlock',
  recovery: 'didRecovery',
  rotation: 'didRotation',
  stepUp: 'didStepUp',
  frozen: 'didFrozen',
  thawed: 'didThawed',
  email: 'didEmail',
  emailUndone: 'didEmailUndone',
  deletion: 'didDeletion',
  deletionUndone: 'didDeletionUndone',
  strict: 'didStrict',
  passkey: 'didPasskey',
  passkeyRemoved: 'didPasskeyRemoved',
  secondFactor: 'didSecondFactor',
  secondFactorOff: 'didSecondFactorOff',
  backup: 'didBackup',
  signature: 'didSignature',
  permission: 'didPermission',
  permissionEnded: 'didPermissionEnded',
  identity: 'didIdentity',
  identityRemoved: 'didIdentityRemoved',
  failure: 'didFailure',
}

/** What happened with the wallet, newest first, and a way to stop everything (SEC-78, SEC-80). */
export function ActivityScreen({
  keys,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'readAudit' | 'freeze'>
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const { language } = usePageLook()
  const [entries, setEntries] = useState<readonly AuditEntry[]>()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run } = useRun()

  useEffect(() => void run(async () => setEntries(await keys.readAudit())), [keys, run])
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const freeze = () =>
    void run(async () => {
      await keys.freeze()
      onLeave()
    })
  if (isAsking) {
    return (
      <Screen title={texts.freeze} onLeave={() => setAsking(false)}>
        <Notice kind="warn">{texts.freezeText}</Notice>
        <p className="field-note bad" role="alert">
          {failure}
        </p>
        <div className="buttons">
          <Button kind="plain" onPress={() => setAsking(false)}>
            {texts.cancel}
          </Button>
          <Button kind="main" busy={isBusy} onPress={freeze}>
            {texts.freeze}
          </Button>
        </div>
      </Screen>
    )
  }
  return (
    <Screen title={texts.activityTitle} onLeave={onLeave}>
      {entries || failure ? null : <Spinner />}
      <ul className="entries">
        {entries?.map(({ number, at, kind, facts }) => (
          <li className="entry" key={number}>
            <div>
              <p>{KINDS[kind] ? texts[KINDS[kind]] : kind}</p>
              <p className="soft">
                {[times.format(at), facts.device, facts.host]
                  .filter((part) => part !== undefined)
                  .map((part, place) => (
                    <Fragment key={part}>
                      <span>{place === 0 ? '' : ' · '}</span>
                      <bdi>{part}</bdi>
                    </Fragment>
                  ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="field-note bad" role="alert">
        {failure}
      </p>
      <div className="buttons">
        <Button kind="plain" onPress={() => setAsking(true)}>
          {texts.freeze}
        </Button>
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </div>
    </Screen>
  )
}

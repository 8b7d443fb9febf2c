import { IDENTITY_LIMIT } from '@latchkey/wire/custody/identities'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { isWholeCode } from '../../../packages/latchkey/src/core/values/readCode.ts'
import { tidyEmail } from '../../../packages/latchkey/src/core/values/tidyEmail.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import { CallError } from '../channel/CallError.ts'
import { usePageLook } from '../page/context.ts'
import type { IdentityEntry, KeyTasks } from '../worker/keyTasks.ts'
import { AddressField, isAddress } from './AddressField.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

export type IdentitiesTasks = Pick<
  KeyTasks,
  | 'listIdentities'
  | 'listSocials'
  | 'startLink'
  | 'finishLink'
  | 'dropLink'
  | 'startEmailLink'
  | 'finishEmailLink'
  | 'unlinkIdentity'
  | 'startStepUp'
  | 'finishStepUp'
>

type Provider = Awaited<ReturnType<KeyTasks['listSocials']>>[number]

type Step =
  | { readonly at: 'list' }
  | { readonly at: 'choose' }
  | { readonly at: 'email' }
  | { readonly at: 'service'; readonly provider: Provider }
  | { readonly at: 'unlink'; readonly identity: IdentityEntry }

type Parts = { readonly keys: IdentitiesTasks; readonly email: string; readonly onLeave: () => void }

const LIST: Step = { at: 'list' }

/** The logins of the wallet. Others are linked, and taken from it again, after a fresh code (SEC-67, SEC-77). */
export function IdentitiesScreen({ keys, email, onLeave }: Parts) {
  const texts = useTexts()
  const { language } = usePageLook()
  const [identities, setIdentities] = useState<readonly IdentityEntry[]>()
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const [step, setStep] = useState<Step>(LIST)
  const { failure, run } = useRun()

  const load = useCallback(
    () =>
      void run(async () => {
        setProviders(await keys.listSocials())
        setIdentities(await keys.listIdentities())
      }),
    [keys, run],
  )
  useEffect(load, [load])

  const back = () => setStep(LIST)
  const finish = () => {
    back()
    load()
  }
  const labelOf = (id: string): string => providers.find((provider) => provider.id === id)?.label ?? id
  const nameOf = ({ email: address, userName, provider }: IdentityEntry): string =>
    address ?? userName ?? labelOf(provider ?? '')

  if (step.at === 'choose') return <ChooseScreen providers={providers} onChoose={setStep} onLeave={back} />
  if (step.at === 'email') return <EmailScreen keys={keys} email={email} onDone={finish} onLeave={back} />
  if (step.at === 'service')
    return <ServiceScreen keys={keys} email={email} provider={step.provider} onDone={finish} onLeave={back} />
  if (step.at === 'unlink') {
    const { identity } = step
    return (
      <UnlinkScreen
        keys={keys}
        email={email}
        id={identity.id}
        name={nameOf(identity)}
        // Whoever is in by it is nobody here any more.
        onDone={identity.isThis ? onLeave : finish}
        onLeave={back}
      />
    )
  }
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (
    <Screen title={texts.identitiesTitle} onLeave={onLeave}>
      <p className="soft">{texts.identitiesText}</p>
      {identities || failure ? null : <Spinner />}
      <ul className="entries">
        {identities?.map((identity) => (
          <li className="entry" key={identity.id}>
            <div>
              <p>
                <bdi>{nameOf(identity)}</bdi>
              </p>
              <p className="soft">
                {identity.provider === null ? null : (
                  <>
                    <bdi>{labelOf(identity.provider)}</bdi> <span>·</span>{' '}
                  </>
                )}
                <span>{identity.isFirst ? texts.identityFirst : dates.format(identity.since)}</span>
              </p>
            </div>
            {identity.isFirst ? null : (
              <Button kind="plain" small onPress={() => setStep({ at: 'unlink', identity })}>
                {texts.identityUnlink}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Ending failure={failure}>
        {identities && identities.length < IDENTITY_LIMIT ? (
          <Button kind="plain" onPress={() => setStep({ at: 'choose' })}>
            {texts.identityLink}
          </Button>
        ) : null}
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </Ending>
    </Screen>
  )
}

/** By what another login shall be. */
export function ChooseScreen({
  providers,
  onChoose,
  onLeave,
}: {
  readonly providers: readonly Provider[]
  readonly onChoose: (step: Step) => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  return (
    <Screen title={texts.identityLink} onLeave={onLeave}>
      <p className="soft">{texts.identityLinkText}</p>
      <Button kind="plain" onPress={() => onChoose({ at: 'email' })}>
        {texts.identityEmail}
      </Button>
      {providers.map((provider) => (
        <Button key={provider.id} kind="plain" onPress={() => onChoose({ at: 'service', provider })}>
          <bdi>{provider.label}</bdi>
        </Button>
      ))}
      <Ending failure="" onCancel={onLeave}>
        {null}
      </Ending>
    </Screen>
  )
}

/** Runs what a fresh code is wanted for: where it is missing it is asked for, and the thing is done after it. */
function useStepUp({ keys, email, onLeave }: Parts) {
  const [retry, setRetry] = useState<{ readonly run: () => void }>()
  const { isBusy, failure, run } = useRun()
  const attempt = (task: () => Promise<void>): void =>
    void run(async () => {
      try {
        await task()
      } catch (error) {
        if (!(error instanceof CallError && error.told.reason === 'STEP_UP_NEEDED')) throw error
        setRetry({ run: () => attempt(task) })
      }
    })
  const asked: ReactNode = retry && (
    <CodeScreen
      keys={keys}
      reason="identities"
      email={email}
      onLeave={onLeave}
      onDone={() => {
        setRetry(undefined)
        retry.run()
      }}
    />
  )
  return { isBusy, failure, attempt, asked }
}

/** Links an address, by a code that is mailed to it. */
export function EmailScreen({ onDone, ...parts }: Parts & { readonly onDone: () => void }) {
  const { keys, onLeave } = parts
  const texts = useTexts()
  const [address, setAddress] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [code, setCode] = useState('')
  const { isBusy, failure, attempt, asked } = useStepUp(parts)
  const mail = () =>
    attempt(async () => {
      await keys.startEmailLink(tidyEmail(address))
      setSentTo(tidyEmail(address))
    })
  const link = () =>
    attempt(async () => {
      await keys.finishEmailLink(code)
      onDone()
    })
  if (asked) return asked
  if (sentTo === undefined)
    return (
      <Screen title={texts.identityLink} onLeave={onLeave}>
        <AddressField label={texts.letInEmail} value={address} onChange={setAddress} onEnter={mail} />
        <Ending failure={failure} onCancel={onLeave}>
          <Button kind="main" busy={isBusy} disabled={!isAddress(address)} onPress={mail}>
            {texts.next}
          </Button>
        </Ending>
      </Screen>
    )
  return (
    <Screen title={texts.identityLink} onLeave={onLeave}>
      <p className="soft">{texts.codeText.replace('{email}', sentTo)}</p>
      <CodeField label={texts.codeLabel} value={code} failure={failure} onChange={setCode} onEnter={link} />
      <div className="buttons">
        <Button kind="plain" onPress={onLeave}>
          {texts.cancel}
        </Button>
        <Button kind="main" busy={isBusy} disabled={!isWholeCode(code)} onPress={link}>
          {texts.next}
        </Button>
      </div>
    </Screen>
  )
}

/** Links a login at a service, in a window that the page opens. Whoever leaves before it is through links nothing. */
export function ServiceScreen({
  provider,
  onDone,
  ...parts
}: Parts & { readonly provider: Provider; readonly onDone: () => void }) {
  const { keys, onLeave } = parts
  const texts = useTexts()
  const { openWindow } = usePageLook()
  const [uri, setUri] = useState<string>()
  const { isBusy, failure, attempt, asked } = useStepUp(parts)
  const begin = () => attempt(async () => setUri((await keys.startLink(provider.id)).uri))
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once; again by the visitor
  useEffect(() => {
    begin()
    return () => void keys.dropLink()
  }, [])
  const link = () =>
    attempt(async () => {
      try {
        await keys.finishLink()
      } catch (error) {
        // What was begun at the service is over, but for one that waits for a code.
        if (!(error instanceof CallError && error.told.reason === 'STEP_UP_NEEDED')) setUri(undefined)
        throw error
      }
      onDone()
    })
  if (asked) return asked
  return (
    <Screen title={texts.identityLink} onLeave={onLeave}>
      <p className="soft">{texts.identityOpen.replace('{name}', provider.label)}</p>
      <Ending failure={failure} onCancel={onLeave}>
        {uri === undefined ? (
          <Button kind="main" busy={isBusy} onPress={begin}>
            {texts.again}
          </Button>
        ) : (
          <Button
            kind="main"
            onPress={() => {
              openWindow?.(uri)
              link()
            }}
          >
            {texts.againOpen}
          </Button>
        )}
      </Ending>
    </Screen>
  )
}

/** Takes a login from the wallet. */
export function UnlinkScreen({
  id,
  name,
  onDone,
  ...parts
}: Parts & { readonly id: string; readonly name: string; readonly onDone: () => void }) {
  const { keys, onLeave } = parts
  const texts = useTexts()
  const { isBusy, failure, attempt, asked } = useStepUp(parts)
  const unlink = () =>
    attempt(async () => {
      await keys.unlinkIdentity(id)
      onDone()
    })
  if (asked) return asked
  return (
    <Screen title={texts.identityUnlink} onLeave={onLeave}>
      <Notice kind="warn">{texts.identityUnlinkText.replace('{name}', name)}</Notice>
      <Ending failure={failure} onCancel={onLeave}>
        <Button kind="main" busy={isBusy} onPress={unlink}>
          {texts.identityUnlink}
        </Button>
      </Ending>
    </Screen>
  )
}

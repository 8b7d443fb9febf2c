import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import type { NameSuggestion } from '../../../core/features/names/registration.ts'
import { registrationOf } from '../../../core/features/names/registration.ts'
import {
  changeLabel,
  LABEL_DELAY_MS,
  loadOwnedName,
  loadSuggestions,
  submitLabel,
} from '../../../core/features/names/registrationActions.ts'
import { getNameStep, type NameStep, toLabel } from '../../../core/features/names/registrationRules.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { useAnnounce, useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import fieldStyles from '../../parts/field.css?inline'
import { Icon } from '../../parts/Icon.tsx'
import { isComposing } from '../../parts/isComposing.ts'
import { DONE, GLOBE } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useTyped } from '../../parts/useTyped.ts'
import { nameWords } from '../../text/rooms/nameWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { FailedNotice } from '../FailedNotice.tsx'
import { RequestNotice } from '../RequestNotice.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { Named } from './Named.tsx'
import { NamePlace } from './NamePlace.tsx'
import { NoNames } from './NoNames.tsx'
import styles from './names.css?inline'
import { type Registrar, useRegistrar } from './useRegistrar.ts'

type Ready = Extract<Registrar, { status: 'ready' }>

/** The name that the account is to have: typed or taken from what is free, and registered by one signature. */
export function RegisterAccountName() {
  useStyles(fieldStyles)
  useStyles(styles)
  const registrar = useRegistrar()
  if (registrar.status === 'none') return <NoNames reason={registrar.reason} />
  if (registrar.status === 'loading') return <NamePlace />
  const { owned } = registrar.state
  if (owned?.address === registrar.address && owned.name !== undefined) return <Owned name={owned.name} />
  return <Form registrar={registrar} />
}

function Form({ registrar }: { readonly registrar: Ready }) {
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const { address, walletName, zone, state } = registrar
  const { label, asked, phase, owned } = state
  const [rested, setRested] = useState('')
  const step = getNameStep(state, address)
  const { clock } = instance.services
  useEffect(
    () =>
      clock.after(LABEL_DELAY_MS, () => {
        setRested(label)
        void loadSuggestions(instance)
      }),
    [clock, instance, label],
  )
  const isBusy = phase === 'asking'
  const others = label === '' ? [] : (asked?.list ?? []).filter((each) => each.label !== label)
  const name = `${label}.${zone}`
  const goOn = (): void => {
    if (step === 'ready') void submitLabel(instance)
    if (step === 'unchecked') void loadSuggestions(instance)
  }
  return (
    <div className="names" data-step={step}>
      <NameField
        label={label}
        zone={zone}
        step={step}
        isRested={rested === label}
        isLocked={isBusy}
        others={others}
        onSubmit={goOn}
      />
      {others.length > 0 || step === 'ready' ? null : (
        <Notice kind="info" icon={GLOBE}>
          <p>{`${t('names.public')} ${t('names.public.more')}`}</p>
        </Notice>
      )}
      {step === 'ready' ? (
        <Facts
          facts={[
            [t('names.cost'), t('names.cost.none')],
            [t('names.sign'), t('names.sign.one')],
          ]}
        />
      ) : null}
      {owned?.status === 'failed' ? (
        <div className="failed-line">
          <span>{t('names.ownedFailed')}</span>
          <Button kind="quiet" small focusKey="owned" onPress={() => void loadOwnedName(instance, address)}>
            {t('action.tryAgain')}
          </Button>
        </div>
      ) : null}
      <RequestNotice />
      <Outcome registrar={registrar} />
      <Button
        kind="main"
        wide
        busy={isBusy}
        disabled={step !== 'ready' && step !== 'unchecked'}
        focusKey="register"
        onPress={goOn}
      >
        {isBusy ? (
          t('names.waiting', { wallet: walletName })
        ) : step === 'ready' ? (
          <Named t={t} text="names.getNamed" name={name} />
        ) : (
          t(step === 'unchecked' ? 'action.tryAgain' : 'names.get')
        )}
      </Button>
    </div>
  )
}

/** What is typed with its zone behind it, whether it can be had, and what else can: a combobox whose list stands open. */
function NameField({ label, zone, step, isRested, isLocked, others, onSubmit }: NameField.Props) {
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const announce = useAnnounce()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(-1)
  const name = `${label}.${zone}`
  const isShort = step === 'short' && isRested
  const isWrong = isShort || step === 'invalid' || step === 'taken' || step === 'unchecked'
  const said = sayStep(t, step, { name, isShort, hasOthers: others.length > 0 })
  const isNews = isWrong || step === 'ready'
  useEffect(() => {
    if (isNews) announce(said, 'polite')
  }, [announce, isNews, said])
  // The first Escape lets go of the row one is on; the next one is the dialog's, which hears keys before React does.
  useEffect(() => {
    const element = input.current
    const release = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || active < 0) return
      event.preventDefault()
      event.stopPropagation()
      setActive(-1)
    }
    element?.addEventListener('keydown', release)
    return () => element?.removeEventListener('keydown', release)
  }, [active])
  const type = (typed: string): void => {
    setActive(-1)
    changeLabel(instance, typed)
  }
  const field = useTyped({
    value: label,
    read: (typed) => toLabel(typed, registrationOf(instance).get().zones?.list ?? []),
    onChange: type,
  })
  const choose = (other: NameSuggestion | undefined): void => {
    if (!other || isLocked) return
    type(other.label)
    void loadSuggestions(instance)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      if (active >= 0) choose(others[active])
      else onSubmit()
    }
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move === 0 || others.length === 0) return
    event.preventDefault()
    setActive((now) => (now < 0 && move < 0 ? others.length - 1 : (now + move) % others.length))
  }
  return (
    <div className="field-group">
      <label className={`field name-field${isWrong ? ' wrong' : ''}`} htmlFor={id}>
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-label={t('names.label')}
          aria-autocomplete="list"
          aria-expanded={others.length > 0}
          aria-controls={others.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={others[active] ? `${id}-${active}` : undefined}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-zone ${id}-note`}
          {...field}
          size={Math.max(1, label.length)}
          readOnly={isLocked}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          data-focus-key="name"
          onKeyDown={onKeyDown}
        />
        <span className="name-zone" id={`${id}-zone`}>
          {`.${zone}`}
        </span>
        <span className="name-state">
          {step === 'checking' ? <Spinner /> : null}
          {step === 'ready' ? <Icon name={DONE} /> : null}
          {step === 'taken' || step === 'invalid' ? <Icon name="error" /> : null}
        </span>
      </label>
      <p className={`field-note${isWrong ? ' bad' : step === 'ready' ? ' good' : ''}`} id={`${id}-note`}>
        {step === 'ready' || step === 'taken' ? (
          <>
            <Named t={t} text={step === 'ready' ? 'names.free' : 'names.taken'} name={name} />
            {step === 'taken' && others.length > 0 ? <span>{` ${t('names.taken.others')}`}</span> : null}
          </>
        ) : (
          said
        )}
      </p>
      {others.length === 0 ? null : (
        <div className="name-list" id={`${id}-list`} role="listbox" aria-label={t('names.others')}>
          {others.map((other, index) => (
            <button
              key={other.name}
              type="button"
              id={`${id}-${index}`}
              className={`row plain bare${index === active ? ' active' : ''}`}
              role="option"
              aria-selected={index === active}
              // The focus stays where one types: arrow keys lead here.
              tabIndex={-1}
              onClick={() => choose(other)}
            >
              <span className="row-text">
                <span className="row-title">
                  <bdi dir="ltr">{other.name}</bdi>
                </span>
              </span>
              <span className="row-end">
                <span className="tag">{t(other.isTaken ? 'names.tag.taken' : 'names.tag.free')}</span>
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
declare namespace NameField {
  type Props = {
    readonly label: string
    readonly zone: string
    readonly step: NameStep
    /** Nothing was typed for a while. */
    readonly isRested: boolean
    readonly isLocked: boolean
    readonly others: readonly NameSuggestion[]
    readonly onSubmit: () => void
  }
}

function sayStep(
  t: Translate,
  step: NameStep,
  { name, isShort, hasOthers }: { readonly name: string; readonly isShort: boolean; readonly hasOthers: boolean },
): string {
  if (isShort) return t('names.short')
  switch (step) {
    case 'invalid':
      return t('names.invalid')
    case 'checking':
      return t('names.checking')
    case 'unchecked':
      return t('names.suggestionsFailed')
    case 'taken':
      return `${t('names.taken', { name })}${hasOthers ? ` ${t('names.taken.others')}` : ''}`
    case 'ready':
      return t('names.free', { name })
    default:
      return t('names.rule')
  }
}

/** The account has a name already. */
function Owned({ name }: { readonly name: string }) {
  const instance = useInstance()
  const t = useRoomText(nameWords)
  return (
    <div className="names" data-step="owned">
      <div role="alert">
        <Notice kind="warn">
          <p>
            <b>{t('names.owned')}</b>{' '}
            <bdi dir="ltr" className="account-name">
              {name}
            </bdi>
          </p>
        </Notice>
      </div>
      <Button kind="plain" wide focusKey="account" onPress={() => showHome(instance)}>
        {t('names.toAccount')}
      </Button>
    </div>
  )
}

/** Why the last try came to nothing. */
function Outcome({ registrar: { state, walletName } }: { readonly registrar: Ready }) {
  const t = useRoomText(nameWords)
  const network = useNetworkName()
  const { failure } = state
  if (failure === undefined) return null
  const values = { wallet: walletName, network, other: '', family: '', coin: '', amount: '' }
  return (
    <FailedNotice failure={failure.code} sentence={<Named t={t} text="names.failed" name={failure.name} />}>
      {`${sayFailure(t, failure, values)} ${t('names.failed.more')}`}
    </FailedNotice>
  )
}

type Values = Readonly<Record<'wallet' | 'network' | 'other' | 'family' | 'coin' | 'amount', string>>

function sayFailure(t: Translate, { code, name }: NonNullable<Ready['state']['failure']>, values: Values): string {
  switch (code) {
    case 'NAME_TAKEN':
      return t('names.taken', { name })
    case 'NAME_REFUSED':
    case 'SIGNATURE_REFUSED':
    case 'NOT_FOUND':
      return t('names.refused')
    case 'NAME_TEXT_REFUSED':
      return t('names.late')
    case 'NOT_CONNECTED':
      return `${t('names.noAccount')} ${t('names.reconnect')}`
    case 'NETWORK_NOT_FOUND':
      return `${t('names.noNetwork')} ${t('names.reconnect')}`
    case 'DATA_UNAVAILABLE':
    case 'UPSTREAM_UNAVAILABLE':
    case 'RATE_LIMITED':
      return t('names.noAnswer')
    default: {
      const { code: shown, sentence } = userMessage(code)
      return shown === 'UNKNOWN_FAILURE' ? '' : t(sentence, values)
    }
  }
}

import { useEffect, useId, useRef, useState } from 'react'
import { isLatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { connectEmbedded } from '../../../core/ways/embedded/connectEmbedded.ts'
import { isEmail, readLogin, sendEmail } from '../../../core/ways/embedded/logIn.ts'
import { loginOf } from '../../../core/ways/embedded/loginStore.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import field from '../../parts/field.css?inline'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './email.css?inline'
import { useRest } from './useRest.ts'

/** From so many characters on an address may be one. */
const LEAST = 4

/** One field for an address, and the way on to what the server answers to it. Sources: F-42, F-43. */
export function EmailPart() {
  useStyles(field)
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => readLogin(instance), [instance])
  const kept = useLatchkeyState(loginOf, (login) => login.email)
  const forgets = useLatchkeyState(loginOf, ({ storage }) => storage !== undefined && storage !== 'kept')
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'invalid' | 'rest' | { readonly error: unknown }>()
  const seconds = useRest()
  const text = typed ?? kept ?? ''

  const submit = async (): Promise<void> => {
    if (isBusy) return
    if (!isEmail(text)) return setProblem('invalid')
    if (seconds > 0) return setProblem('rest')
    setBusy(true)
    setProblem(undefined)
    try {
      const action = await sendEmail(instance, text)
      if (action === 'VERIFY_OTP') pushView(instance, { view: 'EmailVerifyOtp' }, 'email')
      else if (action === 'VERIFY_DEVICE') pushView(instance, { view: 'EmailVerifyDevice' }, 'email')
      else await connectEmbedded(instance, { namespace: instance.stores.modal.get().namespace })
    } catch (error) {
      // Given up by the visitor, who knows.
      if (!isLatchkeyError(error, 'ATTEMPT_CANCELLED')) setProblem({ error })
    } finally {
      setBusy(false)
    }
  }

  const failure = typeof problem === 'object' ? userMessage(problem.error) : undefined
  const isResting = seconds > 0 && (problem === 'rest' || failure?.code === 'DATA_UNAVAILABLE')
  const said =
    problem === 'invalid'
      ? t('email.invalid')
      : isResting
        ? t('email.wait', { seconds: String(seconds) })
        : failure === undefined
          ? undefined
          : t(failure.sentence as 'failure.FRAME_UNREACHABLE')
  return (
    <form
      ref={form}
      className="field-group email"
      aria-label={t('email.label')}
      data-failure={failure?.code}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={`field${said === undefined ? '' : ' wrong'}`}>
        {isBusy ? <Spinner /> : <StrokeIcon name="mail" />}
        <label htmlFor={id}>
          <HiddenText>{t('email.label')}</HiddenText>
        </label>
        <input
          id={id}
          type="text"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="go"
          maxLength={254}
          placeholder={t('email.label')}
          value={text}
          readOnly={isBusy}
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={said === undefined ? undefined : `${id}-said`}
          data-focus-key="email"
          onFocus={() => {
            if (instance.live.said.has('EMAIL_LOGIN_SELECTED')) return
            instance.live.said.add('EMAIL_LOGIN_SELECTED')
            instance.track('EMAIL_LOGIN_SELECTED', {})
          }}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        {text.trim().length < LEAST || isBusy ? null : (
          <IconButton
            icon="chevron"
            label={t('email.submit')}
            inline
            focusKey="email:go"
            onPress={() => form.current?.requestSubmit()}
          />
        )}
      </div>
      {said === undefined ? null : (
        <p className="field-note bad" id={`${id}-said`} role={isResting ? undefined : 'alert'}>
          {said}
        </p>
      )}
      {forgets ? <p className="field-note">{t('email.forgets')}</p> : null}
    </form>
  )
}

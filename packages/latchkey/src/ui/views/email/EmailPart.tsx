import { useEffect, useState } from 'react'
import { isLatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { connectEmbedded } from '../../../core/ways/embedded/connectEmbedded.ts'
import { findStep, isEmail, readLogin, sendEmail } from '../../../core/ways/embedded/logIn.ts'
import { loginOf } from '../../../core/ways/embedded/loginStore.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { EmailField } from './EmailField.tsx'
import styles from './email.css?inline'
import { useRest } from './useRest.ts'

/** One field for an address, and the way on to what the server answers to it. Sources: F-42, F-43. */
export function EmailPart() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
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
    // While a mail rests the one before is good: whoever closed the modal to read it goes on there.
    const left = seconds > 0 ? findStep(instance, text) : undefined
    if (seconds > 0 && left === undefined) return setProblem('rest')
    setBusy(true)
    setProblem(undefined)
    try {
      const action = left ?? (await sendEmail(instance, text))
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
    <>
      <EmailField
        value={text}
        isBusy={isBusy}
        hasArrow
        said={said}
        isUrgent={!isResting}
        failure={failure?.code}
        onSubmit={() => void submit()}
        onFocus={() => {
          if (instance.live.said.has('EMAIL_LOGIN_SELECTED')) return
          instance.live.said.add('EMAIL_LOGIN_SELECTED')
          instance.track('EMAIL_LOGIN_SELECTED', {})
        }}
        onChange={(next) => {
          setTyped(next)
          setProblem(undefined)
        }}
      />
      {forgets ? <p className="field-note">{t('email.forgets')}</p> : null}
    </>
  )
}

import { useState } from 'react'
import { isLatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { showToast } from '../../../core/flow/showToast.ts'
import { isWholeCode } from '../../../core/values/readCode.ts'
import { connectEmbedded } from '../../../core/ways/embedded/connectEmbedded.ts'
import { sendCode, sendEmail } from '../../../core/ways/embedded/logIn.ts'
import { loginOf } from '../../../core/ways/embedded/loginStore.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CodeField } from './CodeField.tsx'
import styles from './email.css?inline'
import { MailedTo } from './MailedTo.tsx'
import { useRest } from './useRest.ts'

/** Takes the six digits of a mail; the sixth sends them. Source: F-47. */
export function EmailVerifyOtp() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const announce = useAnnounce()
  const email = useLatchkeyState(loginOf, (login) => login.email) ?? ''
  const forgets = useLatchkeyState(loginOf, ({ storage }) => storage !== undefined && storage !== 'kept')
  const [digits, setDigits] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const seconds = useRest()
  const failure = error === undefined ? undefined : userMessage(error)

  const tell = (problem: unknown): void => {
    // Given up by the visitor, who knows.
    if (!isLatchkeyError(problem, 'ATTEMPT_CANCELLED')) setError(problem)
  }
  const check = async (otp: string): Promise<void> => {
    setChecking(true)
    announce(t('email.code.checking'), 'polite')
    try {
      await sendCode(instance, otp)
      await connectEmbedded(instance, { namespace: instance.stores.modal.get().namespace })
    } catch (problem) {
      setDigits('')
      tell(problem)
    } finally {
      setChecking(false)
    }
  }
  const resend = async (): Promise<void> => {
    setSending(true)
    setError(undefined)
    setDigits('')
    try {
      const action = await sendEmail(instance, email)
      if (action === 'VERIFY_DEVICE') replaceView(instance, { view: 'EmailVerifyDevice' })
      else showToast(instance, { variant: 'success', key: 'codeResent' })
    } catch (problem) {
      tell(problem)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="email-step" data-failure={failure?.code}>
      <MailedTo pieces={t.pieces('email.code.sent', { email })} />
      <CodeField
        value={digits}
        isBusy={isChecking}
        error={failure && t(failure.sentence as 'failure.CODE_NOT_ACCEPTED')}
        onChange={(next) => {
          setDigits(next)
          setError(undefined)
          if (isWholeCode(next)) void check(next)
        }}
      />
      <p className="email-note">{t('email.code.life')}</p>
      {forgets ? <Notice kind="info">{t('email.forgets')}</Notice> : null}
      <Button
        kind={failure ? 'main' : 'plain'}
        wide
        busy={isSending}
        disabled={seconds > 0 || isChecking}
        focusKey="resend"
        onPress={() => void resend()}
      >
        {seconds > 0 ? t('email.code.resendIn', { seconds: String(seconds) }) : t('action.sendCode')}
      </Button>
    </div>
  )
}

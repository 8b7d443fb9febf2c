import { useEffect, useState } from 'react'
import { isLatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { sendEmail, waitForDevice } from '../../../core/ways/embedded/logIn.ts'
import { loginOf } from '../../../core/ways/embedded/loginStore.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { useRest } from './useRest.ts'

/** Waits for the link of a mail that lets this device in; a code follows. */
export function EmailVerifyDevice() {
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const email = useLatchkeyState(loginOf, (login) => login.email) ?? ''
  const [error, setError] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  const [isSending, setSending] = useState(false)
  const seconds = useRest()

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits anew for each mail
  useEffect(() => {
    const over = new AbortController()
    waitForDevice(instance, over.signal).then(
      () => {
        if (!over.signal.aborted) replaceView(instance, { view: 'EmailVerifyOtp' })
      },
      (problem: unknown) => {
        if (!over.signal.aborted) setError(problem)
      },
    )
    return () => over.abort()
  }, [instance, turn])

  const resend = async (): Promise<void> => {
    setSending(true)
    try {
      const action = await sendEmail(instance, email)
      setError(undefined)
      if (action === 'VERIFY_OTP') replaceView(instance, { view: 'EmailVerifyOtp' })
      else setTurn((now) => now + 1)
    } catch (problem) {
      if (!isLatchkeyError(problem, 'ATTEMPT_CANCELLED')) setError(problem)
    } finally {
      setSending(false)
    }
  }
  const failure = error === undefined ? undefined : userMessage(error)
  // No code was typed here: what is not accepted any more is the link.
  const isOver = failure?.code === 'CODE_NOT_ACCEPTED'
  return (
    <AttemptScreen
      picture={
        <span className="pic glyph large">
          <StrokeIcon name="mail" />
        </span>
      }
      phase={failure ? 'failed' : 'waiting'}
      code={failure?.code}
      title={
        isOver
          ? t('email.device.over')
          : failure
            ? t(failure.sentence as 'failure.FRAME_UNREACHABLE')
            : t('email.device.title')
      }
      sentence={failure ? undefined : t('email.device.sent', { email })}
      beside={
        <Button
          kind={failure ? 'main' : 'plain'}
          wide
          busy={isSending}
          disabled={seconds > 0}
          focusKey="remedy"
          onPress={() => void resend()}
        >
          {seconds > 0 ? t('email.device.resendIn', { seconds: String(seconds) }) : t('email.device.resend')}
        </Button>
      }
    />
  )
}

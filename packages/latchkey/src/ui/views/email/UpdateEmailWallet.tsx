import { useState } from 'react'
import { isLatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { tidyEmail } from '../../../core/values/tidyEmail.ts'
import { startEmailChange } from '../../../core/ways/embedded/changeEmail.ts'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { FrameCallError } from '../../../core/ways/embedded/frameChannel.ts'
import { isEmail } from '../../../core/ways/embedded/logIn.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useViewData } from '../useViewData.ts'
import { EmailField } from './EmailField.tsx'
import styles from './email.css?inline'
import { useRest } from './useRest.ts'

/** A rest longer than that (s) is no rest between mails: the address was changed lately. */
const LONG_REST_S = 600

/** Asks for the new address of the wallet behind an e-mail. */
export function UpdateEmailWallet() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const { redirectView } = useViewData('UpdateEmailWallet')
  const email = useLatchkeyState(embeddedOf, ({ user }) => user?.email) ?? ''
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'invalid' | 'same' | 'rest' | { readonly error: unknown }>()
  const seconds = useRest()
  const text = typed ?? email

  const submit = async (): Promise<void> => {
    if (isBusy) return
    const newEmail = tidyEmail(text)
    if (!isEmail(newEmail)) return setProblem('invalid')
    if (newEmail.toLowerCase() === email.toLowerCase()) return setProblem('same')
    if (seconds > 0) return setProblem('rest')
    setBusy(true)
    setProblem(undefined)
    try {
      const action = await startEmailChange(instance, newEmail)
      const view = action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp'
      replaceView(instance, { view, data: { email, newEmail, redirectView } })
    } catch (error) {
      setProblem({ error })
    } finally {
      setBusy(false)
    }
  }

  const failure = typeof problem === 'object' ? userMessage(problem.error) : undefined
  const reason = typeof problem === 'object' ? readReason(problem.error) : undefined
  const hours = reason?.retryAfter && reason.retryAfter > LONG_REST_S ? Math.ceil(reason.retryAfter / 3_600) : undefined
  const isResting = hours === undefined && seconds > 0 && (problem === 'rest' || failure?.code === 'DATA_UNAVAILABLE')
  const say = (): string | undefined => {
    if (problem === 'invalid') return t('email.invalid')
    if (problem === 'same') return t('email.change.same')
    if (hours !== undefined) return t('email.change.later', { hours: String(hours) })
    if (isResting) return t('email.wait', { seconds: String(seconds) })
    if (reason?.reason === 'EMAIL_TAKEN' || reason?.reason === 'MAIL_ADDRESS_REFUSED') return t('email.change.taken')
    return failure && t(failure.sentence as 'failure.FRAME_UNREACHABLE')
  }
  return (
    <div className="email-step">
      <p className="email-said">{t('email.change.both')}</p>
      <EmailField
        value={text}
        isBusy={isBusy}
        said={say()}
        isUrgent={!isResting}
        failure={failure?.code}
        onFocus={(event) => event.currentTarget.select()}
        onSubmit={() => void submit()}
        onChange={(next) => {
          setTyped(next)
          setProblem(undefined)
        }}
      />
      <Button kind="main" wide busy={isBusy} focusKey="save" onPress={() => void submit()}>
        {t('email.change.save')}
      </Button>
      {redirectView === undefined ? null : (
        <Button kind="plain" wide disabled={isBusy} focusKey="cancel" onPress={() => goBack(instance)}>
          {t('email.change.cancel')}
        </Button>
      )}
    </div>
  )
}

/** What the frame said, with its own words for why. */
function readReason(error: unknown): FrameCallError | undefined {
  const cause = isLatchkeyError(error) ? error.cause : undefined
  return cause instanceof FrameCallError ? cause : undefined
}

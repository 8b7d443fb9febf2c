import { useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { getRoute } from '../../../core/flow/router.ts'
import { cutRoutes, resetRoute } from '../../../core/flow/routerMoves.ts'
import { showToast } from '../../../core/flow/showToast.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import type { ViewName, ViewTarget } from '../../../core/types/views.ts'
import { isWholeCode } from '../../../core/values/readCode.ts'
import { sendNewCode, sendOldCode } from '../../../core/ways/embedded/changeEmail.ts'
import { useAnnounce, useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useViewData } from '../useViewData.ts'
import { CodeField } from './CodeField.tsx'
import styles from './email.css?inline'
import { MailedTo } from './MailedTo.tsx'
import { useRest } from './useRest.ts'

/** The code of the mail to the current address. */
export function UpdateEmailPrimaryOtp() {
  return <ChangeCode view="UpdateEmailPrimaryOtp" />
}

/** The code of the mail to the new address; with it the change is done. */
export function UpdateEmailSecondaryOtp() {
  return <ChangeCode view="UpdateEmailSecondaryOtp" />
}

function ChangeCode({ view }: { readonly view: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' }) {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const announce = useAnnounce()
  const data = useViewData(view)
  const [digits, setDigits] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [error, setError] = useState<unknown>()
  const seconds = useRest()
  const failure = error === undefined ? undefined : userMessage(error)
  const isFirst = view === 'UpdateEmailPrimaryOtp'

  const check = async (otp: string): Promise<void> => {
    setChecking(true)
    announce(t('email.code.checking'), 'polite')
    try {
      if (isFirst) {
        await sendOldCode(instance, otp)
        replaceView(instance, { view: 'UpdateEmailSecondaryOtp', data })
      } else {
        const email = await sendNewCode(instance, otp)
        leave(instance, data.redirectView ?? 'Account')
        showToast(instance, { variant: 'success', key: 'emailChanged', values: { email } })
      }
    } catch (problem) {
      setDigits('')
      setError(problem)
    } finally {
      setChecking(false)
    }
  }
  return (
    <div className="email-step" data-failure={failure?.code}>
      <MailedTo
        pieces={
          isFirst
            ? t.pieces('email.change.first', { email: data.email })
            : t.pieces('email.change.second', { email: data.newEmail })
        }
      />
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
      <Button
        kind={failure ? 'main' : 'plain'}
        wide
        disabled={seconds > 0 || isChecking}
        focusKey="resend"
        onPress={() => replaceView(instance, { view: 'UpdateEmailWallet', data: { redirectView: data.redirectView } })}
      >
        {seconds > 0 ? t('email.change.againIn', { seconds: String(seconds) }) : t('email.change.again')}
      </Button>
    </div>
  )
}

/** Goes where the change was begun. A screen of the frame that came meanwhile, such as the one for the vault's codes, stays in front of it. */
function leave({ stores }: Instance, view: ViewName): void {
  stores.router.set((state) => {
    const front = getRoute(state)
    const at = state.history.findIndex((route) => route.view === view)
    const behind = at === -1 ? resetRoute(state, { view } as ViewTarget) : cutRoutes(state, at)
    return front.view === 'ApproveTransaction' ? { ...behind, history: [...behind.history, front] } : behind
  })
}

import { useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { openSettings } from '../../../core/ways/embedded/openSettings.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Reminds whoever has something in a wallet behind an e-mail, and no way back of their own to it, of a backup. */
export function BackupReminder() {
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const isBackedUp = useLatchkeyState(embeddedOf, (state) => state.isBackedUp)
  const holds = useLatchkeyState(tokensOf, ({ head, tokens }) =>
    [head?.numeric, ...(tokens ?? []).map(({ quantity }) => quantity.numeric)].some((amount) => Number(amount) > 0),
  )
  const [error, setError] = useState<unknown>()
  const failure = error === undefined ? undefined : userMessage(error)
  if (isBackedUp !== false || !holds) return null
  return (
    <section className="email-backup" aria-label={t('email.backup.title')} data-failure={failure?.code}>
      <Notice kind="warn">
        <p>
          <strong>{t('email.backup.title')}</strong>
        </p>
        <p role={failure && 'alert'}>
          {failure ? t(failure.sentence as 'failure.FRAME_UNREACHABLE') : t('email.backup.more')}
        </p>
        <Button
          kind="plain"
          focusKey="backup"
          onPress={() => {
            setError(undefined)
            openSettings(instance, 'recovery').catch(setError)
          }}
        >
          {t('email.backup.make')}
        </Button>
      </Notice>
    </section>
  )
}
